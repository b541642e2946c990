// What is kept of those who wait for a role: pages of a line, each with some dozens of people, so that joining a line of thousands costs what joining a
// line of ten does, and all of it is read by id, where a decision sees what those before it in the batch wrote.
import type { LineView } from '#protocol/live.ts'
import type { Group, Line, Role } from '../group/model.ts'
import type { Secrets } from '../ports/secrets.ts'
import type { Rsvp } from '../rsvp/model.ts'
import type { Collection, Stored } from '../store/store.ts'

/** A part of one role's line; `Role.line` in the group says how many stand on each. */
export interface WaitPage extends Stored {
  readonly groupId: string
  readonly roleId: string
  readonly no: number
  /** The next ones first. */
  readonly rsvpIds: readonly string[]
}
export const waitPages: Collection<WaitPage> = { name: 'waitPages', indexes: { group: { fields: ['groupId', 'roleId'] } } }
const perWaitPage = 50

export const waitPageId = (secrets: Secrets, groupId: string, roleId: string, no: number) =>
  secrets.idOf('waitPage', groupId, roleId, String(no))
/** What one person is told by email. */
export interface Telling {
  readonly kind: 'given' | 'offered' | 'over' | 'ended' | 'moved'
  readonly rsvp: Rsvp
  readonly role: Role
  readonly until?: string
}

/** Where a page is found in memory. */
export const pageKey = (roleId: string, no: number) => `${roleId} ${no}`

/** The line with `step` more people on page `no`, without empty pages at its ends. */
export function counted(line: Line | undefined, no: number, step: number): Line | undefined {
  const first = Math.min(line?.first ?? no, no)
  const counts = no < (line?.first ?? no) ? [0, ...(line?.counts ?? [])] : [...(line?.counts ?? [])]
  counts[no - first] = (counts[no - first] ?? 0) + step
  const from = counts.findIndex((count) => count > 0)
  const to = counts.findLastIndex((count) => count > 0)
  return from < 0 ? undefined : { first: first + from, counts: counts.slice(from, to + 1) }
}

/** The page that the next one to join goes to, or the one for whoever is put in front. */
export function pageToJoin({ line }: Role, end: 'front' | 'back'): number {
  if (!line) return 0
  const [no, beyond] =
    end === 'front' ? [line.first, line.first - 1] : [line.first + line.counts.length - 1, line.first + line.counts.length]
  return (line.counts[no - line.first] ?? 0) < perWaitPage ? no : beyond
}

/** R92: where somebody stands: on which page, how far back there, and how far back in all. */
export function placeOf({ line }: Role, page: WaitPage, rsvpId: string) {
  const before = line?.counts.slice(0, page.no - line.first).reduce((sum, count) => sum + count, 0) ?? 0
  const nth = page.rsvpIds.indexOf(rsvpId) + 1
  return { position: before + nth, page: page.no, nth }
}

/** R92: the server's own room of the guests of a group who look at their answer. */
export const guestsRoom = (groupId: string) => `@guests:${groupId}`

/** R92: the same for everybody who waits, so that ten thousand cost one view. */
export const lineView = ({ _id, rev, roles }: Group): LineView => ({
  _id,
  rev,
  lines: roles.flatMap(({ name, line }) => (line ? [{ role: name, first: line.first, counts: [...line.counts] }] : [])),
})

/** R92: for its proven holder, beside their answer; `pageOf` gives the pages they stand on. */
export function ownWaiting({ _id, waits = [], offers = [] }: Rsvp, group: Group, pageOf: (key: string) => WaitPage | undefined) {
  const waiting = group.roles.flatMap((role) => {
    const wait = waits.find(({ roleId }) => roleId === role._id)
    const page = wait && pageOf(pageKey(role._id, wait.page))
    return page ? { role: role.name, ...placeOf(role, page, _id), rev: group.rev } : []
  })
  const held = group.roles.flatMap((role) => {
    const offer = offers.find(({ roleId }) => roleId === role._id)
    return offer ? { role: role.name, until: offer.until } : []
  })
  return { ...(waiting.length > 0 && { waiting }), ...(held.length > 0 && { offers: held }) }
}
