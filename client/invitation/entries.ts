// What was read of a list, as people to invite: with roles as this group calls them, and answers to its questions.
import { meantBy } from '#client/people/gather.ts'
import type { Reading } from '#client/people/use-reading.ts'
import { roleKey } from '#protocol/kernel/texts.ts'
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

/** The roles that a cell names: parted by semicolons, commas or bars, but not within the name of a role that there is. */
export function rolesIn(cell: string, known: readonly string[]): string[] {
  const byKey = new Map(known.map((name) => [roleKey(name), name]))
  const parts = cell.split(/([;,|\n])/)
  const roles: string[] = []
  for (let from = 0; from < parts.length; ) {
    const ends = Array.from({ length: Math.min(4, Math.ceil((parts.length - from) / 2)) }, (_, nth) => from + 2 * nth + 1)
    const whole = ends.findLast((end) => byKey.has(roleKey(parts.slice(from, end).join('')))) ?? from + 1
    const name = parts.slice(from, whole).join('').trim()
    if (name) roles.push(byKey.get(roleKey(name)) ?? name)
    from = whole + 1
  }
  return roles
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
