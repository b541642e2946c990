// What was read of a list, as people to invite: with roles as this group calls them, and answers to its questions.
import { meantBy } from '#client/people/gather.ts'
import type { Reading } from '#client/people/use-reading.ts'
import { roleKey } from '#protocol/kernel/texts.ts'
import { namesIn } from '#protocol/seats/questions/cell.ts'
import { labelKey } from '#protocol/seats/questions/words.ts'
import type { Entry } from './rows.ts'

interface Named {
  readonly _id: string
  readonly label: string
}

const answering = 'answer:'
/** R162: what a column may be for besides: an answer to each question. */
export const questionUses = (asked: readonly Named[]) =>
  asked.map(({ _id, label }) => ({ value: answering + _id, label: `Answer to “${label}”` }))
/** A heading that says a question's label answers it. */
export function questionSaid(asked: readonly Named[], heading: string): string | undefined {
  const question = asked.find(({ label }) => labelKey(label) === labelKey(heading))
  return question && answering + question._id
}

/** The roles that a cell names, those that there are as they are called here. */
export function rolesIn(cell: string, known: readonly string[]): string[] {
  const byKey = new Map(known.map((name) => [roleKey(name), name]))
  return namesIn(cell, (name) => byKey.get(roleKey(name)))
}

/** Everybody who was read, then what is to be mended. */
export function entriesOf({ list, uses }: Reading, roles: readonly string[]): Entry[] {
  const asked = uses.flatMap((use, at) => (use.startsWith(answering) ? [{ question: use.slice(answering.length), at }] : []))
  const people = list.people.map(({ email, name, role }, nth): Entry => {
    const answers = asked.flatMap(({ question, at }) => {
      const answer = list.cells[nth]?.[at]?.trim()
      return answer ? [{ question, answer }] : []
    })
    return { email, name, roles: rolesIn(role, roles), answers }
  })
  return [...people, ...list.leftOut.map((one) => ({ ...meantBy(one), roles: [], why: one.why }))]
}
