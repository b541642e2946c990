// A group of an event while it is typed: its times on the clock of the event's zone, and what is sent of it. Pure.
import { fromLocalInput, toLocalInput } from '#client/lib/dates.ts'
import { type DraftRole, rolesProblem } from '#client/role/role-rules.ts'
import { groupTimes } from '#protocol/kernel/limits.ts'
import { organizerRefusals } from '#protocol/kernel/organizer-refusals.ts'
import { roleKey } from '#protocol/kernel/texts.ts'
import type { Times } from '#protocol/kernel/time/times.ts'
import type { GroupView } from '#protocol/seats/group.ts'
import { type Copied, copiedFrom, sentCopied } from './copied.ts'

export interface TypedTimes {
  /** What datetime-local fields hold; both '' for the times of the event. */
  readonly start: string
  readonly end: string
  /** '' for the place of the event. */
  readonly location: string
}
export interface GroupDraft extends TypedTimes {
  readonly name: string
  readonly roles: readonly DraftRole[]
  /** Of a copy: what isn't typed. */
  readonly copied?: Copied
}
export type DraftProblems = Readonly<Partial<Record<'name' | 'start' | 'end' | 'location' | 'roles', string>>>

/** What the checks rest on: the event's own times, and how far ahead and how much its plan allows. */
export interface DraftFacts {
  readonly event: Times
  readonly timeZone: string
  readonly windowDays: number
  readonly maxRoles: number
  readonly now: number
  /** The others, by `sameKey`. */
  readonly taken?: ReadonlySet<string>
}

export const emptyDraft: GroupDraft = { name: '', start: '', end: '', location: '', roles: [] }
export const hasTimes = ({ start, end }: Pick<TypedTimes, 'start' | 'end'>) => start !== '' || end !== ''

/** Tells groups apart, as a reader does: by name and start. */
export const sameKey = ({ name, start }: Pick<GroupDraft, 'name' | 'start'>) => `${start} ${roleKey(name)}`
export const keyOfGroup = (group: { readonly name: string; readonly start?: string }, timeZone: string) =>
  sameKey({ name: group.name, start: group.start ? toLocalInput(group.start, timeZone) : '' })

/** A copy of a group to be changed: without its name. Its questions name roles by their ids. */
export const copyOf = (group: GroupView, event: Times, timeZone: string): GroupDraft => ({
  name: '',
  start: group.start && toLocalInput(group.start, timeZone),
  end: group.end && toLocalInput(group.end, timeZone),
  location: group.location,
  roles: group.roles.map(({ _id, name, max, min }) => ({ _id, name, max, ...(min && { min }) })),
  copied: copiedFrom(group, event),
})

/** With the event's own times typed out, to be changed. */
export const withTimes = <T extends TypedTimes>(draft: T, event: Times, timeZone: string): T =>
  hasTimes(draft) ? draft : { ...draft, start: toLocalInput(event.start, timeZone), end: toLocalInput(event.end, timeZone) }

const hourMs = 3_600_000
const later = (text: string, hours: number) =>
  text === '' ? '' : new Date(Date.parse(`${text}Z`) + hours * hourMs).toISOString().slice(0, 16)
/** So many hours later on the clock of the zone: over a night in which clocks change it stays the same time of day. */
export const shifted = <T extends TypedTimes>(draft: T, hours: number): T => ({
  ...draft,
  start: later(draft.start, hours),
  end: later(draft.end, hours),
})

/** Each with its place, which is all that tells them apart while they are typed. */
export const placed = <T>(all: readonly T[]) => all.map((one, at) => ({ one, at }))

/** A copy that begins when what it copies ends. */
export function copyBehind(group: GroupDraft, event: Times, timeZone: string, many: number): GroupDraft {
  const timed = withTimes(group, event, timeZone)
  const hours = (Date.parse(`${timed.end}Z`) - Date.parse(`${timed.start}Z`)) / hourMs
  return { ...shifted(timed, Number.isFinite(hours) ? hours : 0), name: `Group ${many + 1}` }
}

const dayMs = 86_400_000
function timesProblem({ start, end }: Times, { event, windowDays, now }: DraftFacts): DraftProblems {
  if (!start) return { start: 'Please enter when it starts' }
  if (!end) return { end: 'Please enter when it ends' }
  const [from, to] = [Date.parse(start), Date.parse(end)]
  if (from <= now) return { start: organizerRefusals['start-past'][1] }
  if (from > now + windowDays * dayMs) return { start: `Your plan allows scheduling up to ${windowDays} days in advance.` }
  if (to <= from) return { end: organizerRefusals['end-before-start'][1] }
  if (to - from > groupTimes.days * dayMs) return { end: `A group lasts at most ${groupTimes.days} days` }
  const around = groupTimes.daysAround * dayMs
  if (from < Date.parse(event.start) - around || from > Date.parse(event.end) + around)
    return { start: `It starts at most ${groupTimes.daysAround} days before or after the event` }
  return {}
}

/** Gives one sentence per field that is wrong; none means that it can be sent. */
export function draftProblems(draft: GroupDraft, facts: DraftFacts): DraftProblems {
  const { timeZone, maxRoles, taken } = facts
  const times = hasTimes(draft)
    ? timesProblem({ start: fromLocalInput(draft.start, timeZone), end: fromLocalInput(draft.end, timeZone) }, facts)
    : {}
  const name = draft.name.trim()
  const isTaken = taken?.has(sameKey(draft))
  const named = !name ? 'Please enter a name' : isTaken ? 'Another group has this name at the same time' : undefined
  const roles = rolesProblem(draft.roles, maxRoles)
  return { ...(named && { name: named }), ...times, ...(roles && { roles }) }
}

/** What is sent of it. */
export const sentGroup = ({ name, start, end, location, roles, copied }: GroupDraft, timeZone: string) => ({
  ...(copied &&
    sentCopied(
      copied,
      fromLocalInput(start, timeZone),
      roles.map(({ _id }) => _id),
      timeZone,
    )),
  name: name.trim(),
  start: fromLocalInput(start, timeZone),
  end: fromLocalInput(end, timeZone),
  location: location.trim(),
  roles: roles.map(({ _id, name: role, max, min }) => ({ ...(copied && _id && { _id }), name: role, max, ...(min && { min }) })),
})

/** Where a refusal of the server belongs: its fields by their path, the codes that speak of times. */
export const problemOfCode: Readonly<Record<string, keyof DraftProblems | 'closesAt'>> = {
  'start-past': 'start',
  'window-exceeded': 'start',
  'end-before-start': 'end',
  'group-times-half': 'end',
  'group-times-long': 'end',
  'group-times-outside': 'start',
  'answers-never': 'closesAt',
}
