// Two organizers edit the questions of one group: mine and theirs over what both started from, question by question, field by field (R107, R167).
import {
  type Choices,
  type Comparison,
  type Conflict,
  isConflict,
  isSameJson,
  settled,
  type Versions,
} from '#client/lib/conflict/conflict.ts'
import type { DraftQuestion } from './question-list.ts'
import { fieldTexts } from './question-words.ts'

type List = readonly DraftQuestion[]
type Field = keyof typeof fieldTexts
const fields = Object.keys(fieldTexts) as Field[]
const orderKey = 'order'

/** One question in the three lists; what isn't in a list is absent. */
interface Trio {
  readonly id: string
  readonly base: DraftQuestion | undefined
  readonly mine: DraftQuestion | undefined
  readonly theirs: DraftQuestion | undefined
}

const idsOf = (all: List) => all.map(({ _id }) => _id)
function triosOf({ base, mine, theirs }: Versions<List>): Trio[] {
  const find = (all: List, id: string) => all.find(({ _id }) => _id === id)
  const ids = new Set([...idsOf(theirs), ...idsOf(mine), ...idsOf(base)])
  return [...ids].map((id) => ({ id, base: find(base, id), mine: find(mine, id), theirs: find(theirs, id) }))
}

const versionsOf = ({ base, mine, theirs }: Trio, field: Field): Versions<unknown> => ({
  base: base?.[field],
  mine: mine?.[field],
  theirs: theirs?.[field],
})

const questionText = ({ label, options }: DraftQuestion) => [`“${label}”`, ...options.map((option) => option.label)].join('\n')

interface Naming {
  readonly roles: readonly { readonly _id: string; readonly name: string }[]
}

function conflictsOf(trio: Trio, { mine: all, theirs: others }: Versions<List>, { roles }: Naming): Conflict[] {
  const { id, base, mine, theirs } = trio
  if (!base) return []
  const label = `“${base.label}”`
  if (!mine && theirs) return isSameJson(base, theirs) ? [] : [{ key: id, label, mine: 'Taken out', theirs: questionText(theirs) }]
  if (mine && !theirs) return isSameJson(base, mine) ? [] : [{ key: id, label, mine: questionText(mine), theirs: 'Taken out' }]
  if (!mine || !theirs) return []
  return fields
    .filter((field) => isConflict(versionsOf(trio, field)))
    .map((field) => ({
      key: `${id}.${field}`,
      label: `${label}: ${fieldTexts[field].label}`,
      mine: fieldTexts[field].text(mine, roles, all),
      theirs: fieldTexts[field].text(theirs, roles, others),
    }))
}

function settledQuestion(trio: Trio, choices: Choices): DraftQuestion[] {
  const { id, base, mine, theirs } = trio
  const isMine = choices[id] !== 'theirs'
  if (mine && theirs) {
    const values = fields.map((field) => [field, settled(versionsOf(trio, field), choices[`${id}.${field}`])])
    return [{ ...theirs, ...(Object.fromEntries(values) as Partial<DraftQuestion>) }]
  }
  const there = mine ?? theirs
  if (!there) return []
  if (!base) return [there]
  const isChanged = !isSameJson(base, there)
  // Taken out on one side: it stays only where the other side changed it and that was chosen.
  return isChanged && (mine ? isMine : !isMine) ? [there] : []
}

/** Of a list only what all three have, in its order. */
const shared = (all: List, { base, mine, theirs }: Versions<List>) =>
  idsOf(all).filter((id) => [base, mine, theirs].every((list) => list.some(({ _id }) => _id === id)))
const ordersOf = (lists: Versions<List>) => ({
  base: shared(lists.base, lists),
  mine: shared(lists.mine, lists),
  theirs: shared(lists.theirs, lists),
})

/** In the order of the first list; what only the second has comes after what it follows there. */
function arranged(questions: List, first: readonly string[], second: readonly string[]): DraftQuestion[] {
  const order = [...first]
  second.forEach((id, at) => {
    if (!order.includes(id)) order.splice(at === 0 ? 0 : order.indexOf(second[at - 1] ?? '') + 1, 0, id)
  })
  return [...questions].sort((one, other) => order.indexOf(one._id) - order.indexOf(other._id))
}

export function compareQuestions(lists: Versions<List>, naming: Naming): Comparison<DraftQuestion[]> {
  const trios = triosOf(lists)
  const orders = ordersOf(lists)
  const inWords = (ids: readonly string[]) =>
    ids.map((id, at) => `${at + 1}. ${lists.theirs.find(({ _id }) => _id === id)?.label}`).join('\n')
  const order: Conflict[] = isConflict(orders)
    ? [{ key: orderKey, label: 'Order of the questions', mine: inWords(orders.mine), theirs: inWords(orders.theirs) }]
    : []
  return {
    conflicts: [...trios.flatMap((trio) => conflictsOf(trio, lists, naming)), ...order],
    settle: (choices) => {
      const questions = trios.flatMap((trio) => settledQuestion(trio, choices))
      const isMine = isSameJson(settled(orders, choices[orderKey]), orders.mine) && !isSameJson(orders.mine, orders.theirs)
      const [mine, theirs] = [idsOf(lists.mine), idsOf(lists.theirs)]
      return isMine ? arranged(questions, mine, theirs) : arranged(questions, theirs, mine)
    },
  }
}
