// A pasted table as groups: what is in each line, and what becomes of it before anything is sent. Pure.

import { type DraftFacts, draftProblems, type GroupDraft, sameKey } from '#client/group/several/draft.ts'
import type { DraftRole } from '#client/role/role-rules.ts'
import { roleKey } from '#protocol/kernel/texts.ts'

export const columns = ['name', 'start', 'end', 'place', 'role', 'seats'] as const
export type Column = (typeof columns)[number]
/** One line as it was pasted, and as it is corrected. */
export type PastedLine = Readonly<Record<Column, string>>
/** What becomes of a line. */
export interface Fate {
  readonly is: 'group' | 'role' | 'double' | 'wrong'
  readonly text: string
}

const headings: Readonly<Record<Column, RegExp>> = {
  name: /name|group|shift|session|title|what/i,
  start: /start|from|begin/i,
  end: /end|until|till|^to$/i,
  place: /place|location|where|room/i,
  role: /role|job|task|position/i,
  seats: /seat|max|people|number|count|how many/i,
}

/** Puts cells under their columns: by a heading where there is one, else in their usual order. */
export function linesOf(cells: readonly (readonly string[])[]): PastedLine[] {
  const [first = []] = cells
  const found = columns.map((column) => first.findIndex((cell) => headings[column].test(cell)))
  const hasHeading = found.filter((at) => at >= 0).length >= 2 && !first.some((cell) => /\d/.test(cell))
  const at = hasHeading ? found : columns.map((_, nth) => nth)
  return cells.slice(hasHeading ? 1 : 0).map((line) => {
    const texts = columns.map((column, nth) => [column, (line[at[nth] ?? -1] ?? '').trim()])
    return Object.fromEntries(texts) as PastedLine
  })
}

const two = (text: string | number) => String(text).padStart(2, '0')
const isDate = (day: string) => !Number.isNaN(Date.parse(day)) && new Date(`${day}T00:00Z`).toISOString().startsWith(day)

/** A time of day as a table has it. */
export const clock = (hours: number, minutes = 0) => `${two(hours)}:${two(minutes)}`
const example = (day: string) => `${day} ${clock(18, 30)}`

/** '18:30', '18.30', '6:30 pm', '6pm' as '18:30'; undefined for anything else. */
function clockOf(text: string): string | undefined {
  const [, hours, minutes = '00', half] = /^(\d{1,2})(?:[:.](\d\d))?\s*(am|pm)?$/i.exec(text.trim()) ?? []
  if (hours === undefined || (minutes === '00' && !half && !/[:.]/.test(text))) return undefined
  const isPm = half?.toLowerCase() === 'pm'
  const hour = half ? (Number(hours) % 12) + (isPm ? 12 : 0) : Number(hours)
  return hour > 23 || Number(minutes) > 59 || (half && Number(hours) > 12) ? undefined : `${two(hour)}:${minutes}`
}

/** What a datetime-local field holds of a typed time; a time of day alone is on `day`. */
export function readTime(text: string, day: string): string | undefined {
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})[T ,]+([^T ,].*)$/.exec(text.trim())
  const dotted = /^(\d{1,2})\.(\d{1,2})\.(\d{4})[T ,]+([^T ,].*)$/.exec(text.trim())
  const [year, month, date, rest] = iso ? iso.slice(1) : dotted ? [dotted[3], dotted[2], dotted[1], dotted[4]] : []
  const clock = clockOf(rest ?? text)
  const on = year ? `${year}-${two(month ?? '')}-${two(date ?? '')}` : day
  return clock !== undefined && isDate(on) ? `${on}T${clock}` : undefined
}

const dayMs = 86_400_000
const nextDay = (text: string) => new Date(Date.parse(`${text}Z`) + dayMs).toISOString().slice(0, 16)

/** Start and end of a line: an end without a date that isn't later is on the next day, as of 22:00 to 02:00. */
function timesOf({ start: from, end: to }: PastedLine, day: string): Pick<GroupDraft, 'start' | 'end'> | string {
  if (from === '' && to === '') return { start: '', end: '' }
  const start = readTime(from, day)
  if (start === undefined) return `Write the start as ${example(day)}, or as a time alone`
  const end = readTime(to, start.slice(0, 10))
  if (end === undefined) return `Write the end as ${example(start.slice(0, 10))}, or as a time alone`
  return { start, end: end <= start && /^[^-]{0,9}$/.test(to) ? nextDay(end) : end }
}

export interface TableFacts extends DraftFacts {
  readonly maxPerRole: number
  /** How many more groups there may be. */
  readonly room: number
  /** The day of the event, for times without one. */
  readonly day: string
}
interface Table {
  readonly fates: readonly Fate[]
  readonly groups: readonly GroupDraft[]
}

function roleOf({ role, seats }: PastedLine, maxPerRole: number): DraftRole | string | undefined {
  if (role === '' && seats === '') return undefined
  if (role === '') return 'Which role are these seats of?'
  const max = Number(seats)
  if (!/^\d+$/.test(seats) || max < 1 || max > maxPerRole) return `Give the seats as a number from 1 to ${maxPerRole}`
  return { name: role, max }
}

const seatsText = ({ name, max }: DraftRole) => `${name}, ${max === 1 ? '1 seat' : `${max} seats`}`
const wrong = (text: string): Fate => ({ is: 'wrong', text })

/** What a line is of itself: a group with at most one role, or why it can't be one. */
function readLine(line: PastedLine, { day, maxPerRole }: TableFacts): GroupDraft | string {
  const times = timesOf(line, day)
  const role = roleOf(line, maxPerRole)
  if (typeof times === 'string') return times
  if (typeof role === 'string') return role
  return { name: line.name, ...times, location: line.place, roles: role ? [role] : [] }
}

/** What becomes of each line, and the groups that come of them: lines of one name and time are roles of one group. */
export function readTable(lines: readonly PastedLine[], facts: TableFacts): Table {
  const groups = new Map<string, GroupDraft>()
  const fates = lines.map((line): Fate => {
    const read = readLine(line, facts)
    if (typeof read === 'string') return wrong(read)
    const key = sameKey(read)
    const known = groups.get(key)
    const [role] = read.roles
    if (!known) {
      const [problem] = Object.values(draftProblems(read, facts))
      if (problem) return facts.taken?.has(key) ? { is: 'double', text: 'There is such a group already: left out' } : wrong(problem)
      if (groups.size >= facts.room) return wrong(`There is room for ${facts.room} more groups only`)
      groups.set(key, read)
      return { is: 'group', text: role ? `New group, with ${seatsText(role)}` : 'New group, without roles' }
    }
    if (!role) return { is: 'double', text: 'The same group again: left out' }
    if (known.roles.some(({ name }) => roleKey(name) === roleKey(role.name))) return { is: 'double', text: 'The same role again: left out' }
    if (known.roles.length >= facts.maxRoles) return wrong(`Your plan allows ${facts.maxRoles} roles in a group`)
    groups.set(key, { ...known, location: known.location || read.location, roles: [...known.roles, role] })
    return { is: 'role', text: `Added to it: ${seatsText(role)}` }
  })
  return { fates, groups: [...groups.values()] }
}
