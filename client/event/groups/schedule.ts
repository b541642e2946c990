// Who is in which groups of an event, and as what: by person, and by group (R155). Pure.
import { peopleOf } from '#client/companions/names.ts'
import { waitsOnly } from '#client/group/answers/rsvp-filter.ts'
import type { BoardGroup } from '#client/group/several/board.ts'
import { eventAt } from '#client/group/several/fill.ts'
import { formatLongSpan } from '#client/lib/dates.ts'
import { type Table, tableOf } from '#client/lib/files/table.ts'
import { along } from '#protocol/seats/companions/companion.ts'
import type { PublicEvent } from '#protocol/seats/event.ts'
import type { GroupView, RsvpRow } from '#protocol/seats/group.ts'
import { inCell } from '#protocol/seats/questions/cell.ts'

/** A group with all of its answers. */
export interface Answered {
  readonly group: GroupView
  readonly rows: readonly RsvpRow[]
}
/** What one person does in one group. */
export interface ScheduleEntry {
  readonly groupId: string
  readonly group: string
  readonly start: string
  readonly end: string
  /** R141: the group's own place; '' where it is the event's. */
  readonly place: string
  readonly roles: readonly string[]
  /** They wait there, and have nothing yet. */
  readonly isWaiting: boolean
  /** R171: how many come along. */
  readonly along: number
}
export interface Scheduled {
  readonly key: string
  readonly name: string
  readonly email: string
  /** By time. */
  readonly parts: readonly ScheduleEntry[]
}

const byName = new Intl.Collator('en', { sensitivity: 'base', numeric: true })
const isIn = ({ attending, roles }: RsvpRow) => attending !== false && (attending === true || roles.length > 0)
/** R145: one person is one email; where that isn't shown, or a companion has none, each answer is its own. */
const personKey = ({ email, _id }: RsvpRow) => email || _id

/** R141: when and where a group is. */
export function whenAndWhere(event: PublicEvent, group: BoardGroup): Pick<ScheduleEntry, 'start' | 'end' | 'place'> {
  const { start, end, location } = eventAt(event, group)
  return { start, end, place: location === event.location ? '' : location }
}

/** Everybody who comes or has a role, by name, with their groups by time. */
export function scheduleOf(event: PublicEvent, all: readonly Answered[]): Scheduled[] {
  const people = new Map<string, { name: string; email: string; parts: ScheduleEntry[] }>()
  for (const { group, rows } of all) {
    const at = whenAndWhere(event, group)
    for (const row of rows.filter(isIn)) {
      const known = people.get(personKey(row)) ?? { name: row.name, email: row.email, parts: [] }
      known.name ||= row.name
      known.parts.push({
        groupId: group._id,
        group: group.name,
        ...at,
        roles: row.roles,
        isWaiting: waitsOnly(row),
        along: row.companions?.length ?? 0,
      })
      people.set(personKey(row), known)
    }
  }
  return [...people]
    .map(([key, { parts, ...one }]) => ({ key, ...one, parts: parts.sort((a, b) => (a.start < b.start ? -1 : 1)) }))
    .sort((one, other) => byName.compare(one.name || one.email, other.name || other.email))
}

const groupsOf = ({ parts }: Scheduled) => parts.filter(({ isWaiting }) => !isWaiting).length
/** R148: whether they take fewer groups than each is asked to. */
export const isBelow = (one: Scheduled, asked: number): boolean => groupsOf(one) < asked

/** What one does there besides a role: "on the waitlist", "with 2 companions"; '' for nothing. */
export const besides = ({ isWaiting, along: many }: Pick<ScheduleEntry, 'isWaiting' | 'along'>) =>
  `${isWaiting ? ', on the waitlist' : ''}${along(many)}`.slice(2)
/** In one cell: "Helper, with 1 companion". */
const partInCell = (part: ScheduleEntry) => [inCell(part.roles) || (part.isWaiting ? '' : 'Yes'), besides(part)].filter(Boolean).join(', ')

interface Person {
  readonly key: string
  readonly name: string
  readonly roles: readonly string[]
  readonly isWaiting: boolean
}
/** Who is in a group, by name, each with their roles; companions below their guest. */
export const peopleIn = ({ rows }: Answered): Person[] =>
  rows
    .filter(isIn)
    .toSorted((one, other) => byName.compare(one.name || one.email, other.name || other.email))
    .flatMap(peopleOf)
    .map((row) => ({ key: row._id, name: row.name || row.email, roles: row.roles, isWaiting: waitsOnly(row) }))

/** In one cell: "Bar, Sat, 5 Dec 2026, 7:30 – 10:30 PM CET, Town hall": who gets the file alone knows when and where to be. */
function groupInCell(event: PublicEvent, group: GroupView) {
  const { start, end, location, timeZone } = eventAt(event, group)
  return [group.name, formatLongSpan(start, end, timeZone), location].filter(Boolean).join(', ')
}

/** One line for each person, a column for each group with when and where it is: their roles in it, or a yes, and who comes along. */
export const scheduleTable = (event: PublicEvent, groups: readonly GroupView[], schedule: readonly Scheduled[]): Table =>
  tableOf(
    'People',
    event.timeZone,
    [
      { name: 'Name', of: ({ name }: Scheduled) => name },
      { name: 'Email', of: ({ email }) => email },
      { name: 'Groups', is: 'number', of: (one) => String(groupsOf(one)) },
      ...groups.map((group) => ({
        name: groupInCell(event, group),
        of: ({ parts }: Scheduled) => {
          const part = parts.find(({ groupId }) => groupId === group._id)
          return part ? partInCell(part) : ''
        },
      })),
    ],
    schedule,
  )
