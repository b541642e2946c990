// Who holds which role, as a list for the door (R110), on paper and as a table to save (R233). Pure.
import { peopleOf } from '#client/companions/names.ts'
import { questionColumns } from '#client/group/answers/answers-table.ts'
import { rowWord, waitsOnly } from '#client/group/answers/rsvp-filter.ts'
import { type Table, tableOf } from '#client/lib/files/table.ts'
import type { GroupView, RsvpRow } from '#protocol/seats/group.ts'
import { inCell } from '#protocol/seats/questions/cell.ts'
import type { Question } from '#protocol/seats/questions/question.ts'

export interface RosterPart {
  readonly key: string
  readonly title: string
  /** Null where seats aren't counted. */
  readonly seats: number | null
  /** By name. */
  readonly people: readonly RsvpRow[]
}

const byName = new Intl.Collator('en', { sensitivity: 'base', numeric: true })
const sorted = (rows: readonly RsvpRow[]) =>
  [...rows].sort((one, other) => byName.compare(one.name || one.email, other.name || other.email) || (one._id < other._id ? -1 : 1))

/** Gives a part for each role in the order of the group, empty ones too, and where there are any one for those who come without a role, and one for those who wait for theirs. Who declined is in none. */
export function rosterOf({ roles }: Pick<GroupView, 'roles'>, rows: readonly RsvpRow[]): RosterPart[] {
  // R171: a companion signs for themselves, below their guest.
  const coming = sorted(rows.filter(({ attending }) => attending !== false)).flatMap(peopleOf)
  const parts = roles.map(({ _id, name, max }) => ({
    key: _id,
    title: name,
    seats: max,
    people: coming.filter((row) => row.roles.includes(name)),
  }))
  const others = [
    { key: 'none', title: 'Without a role', people: coming.filter((row) => row.attending && row.roles.length === 0 && !waitsOnly(row)) },
    { key: 'waiting', title: 'On the waitlist', people: coming.filter(waitsOnly) },
  ]
  return [...parts, ...others.flatMap((part) => (part.people.length > 0 ? [{ ...part, seats: null }] : []))]
}

/** R165: the questions whose answers are read at the door. */
export const doorQuestions = ({ questions }: Pick<GroupView, 'questions'>): Question[] =>
  questions.filter(({ audience, isRetired }) => audience === 'door' && !isRetired)

/** One line for each person, where their first role has them, with all their roles. */
export function rosterTable(
  group: Pick<GroupView, 'roles' | 'questions' | 'showConfirmation'>,
  parts: readonly RosterPart[],
  zone: string,
): Table {
  const columns = [
    { name: 'Name', of: ({ name }: RsvpRow) => name },
    { name: 'Email', of: ({ email }: RsvpRow) => email },
    { name: 'Roles', of: ({ roles }: RsvpRow) => inCell(roles) },
    { name: 'Waiting for', of: ({ waitingFor = [] }: RsvpRow) => inCell(waitingFor) },
    { name: 'Answer', of: (row: RsvpRow) => rowWord(row, group.showConfirmation) },
    { name: 'Note', of: ({ note = '' }: RsvpRow) => note },
    ...questionColumns(doorQuestions(group)),
  ]
  const once = new Map(parts.flatMap(({ people }) => people.map((row) => [row._id, row] as const)))
  return tableOf('Roster', zone, columns, [...once.values()])
}
