// What is kept of those who wait for a role: pages of a line, each with some dozens of people, so that joining a line of thousands costs what joining a
// line of ten does, and all of it is read by id, where a decision sees what those before it in the batch wrote.
import type { LineView } from '#protocol/live.ts'
import type { Secrets } from '#server/kernel/ports/secrets.ts'
import type { Collection, Stored } from '#server/kernel/store/store.ts'
import { needOf } from './companion.ts'
import { freeIn, type Group, type Role, type WaitQueue } from './group.ts'
import type { Rsvp } from './rsvp.ts'

/** A part of one role's line; `Role.line` in the group says how many stand on each. */
export interface WaitPage extends Stored {
  readonly groupId: string
  readonly roleId: string
  readonly no: number
  /** The next ones first. */
  readonly rsvpIds: readonly string[]
  /** R172: how many seats have to be free for those who need more than one, by the id of the answer; absent where nobody does. */
  readonly needs?: Readonly<Record<string, number>> | undefined
}
export const waitPages: Collection<WaitPage> = { name: 'waitPages', indexes: { group: { fields: ['groupId', 'roleId'] } } }
const perWaitPage = 50

export const waitPageId = (secrets: Secrets, groupId: string, roleId: string, no: number) =>
  secrets.idOf('waitPage', groupId, roleId, String(no))
/** R251: the email that offers a seat, by which its time is counted. */
export const offerEmailId = (secrets: Pick<Secrets, 'idOf'>, rsvpId: string, roleId: string) => secrets.idOf('offerEmail', rsvpId, roleId)
/** Where a page is found in memory. */
export const pageKey = (roleId: string, no: number) => `${roleId} ${no}`

/** R172: how many seats somebody on a page waits for at least. */
export const needOn = ({ needs }: WaitPage, rsvpId: string) => needs?.[rsvpId] ?? 1
/** The page with another need of one who is on it, or without it. */
export function withNeed(page: WaitPage, rsvpId: string, need: number): WaitPage {
  if (needOn(page, rsvpId) === need) return page
  const { [rsvpId]: _, ...others } = page.needs ?? {}
  const needs = need > 1 ? { ...others, [rsvpId]: need } : others
  return { ...page, needs: Object.keys(needs).length > 0 ? needs : undefined }
}
/** R172: with how many free seats somebody on the page would come. */
export const leastOn = (page: WaitPage) =>
  page.needs && page.rsvpIds.length > 0 ? Math.min(...page.rsvpIds.map((id) => needOn(page, id))) : 1

/** The line with `step` more answers on page `no`, where `least` free seats are enough for one of them, without empty pages at its ends. */
export function counted(line: WaitQueue | undefined, no: number, step: number, least = 1): WaitQueue | undefined {
  const first = Math.min(line?.first ?? no, no)
  const isBefore = no < (line?.first ?? no)
  const counts = [...(isBefore ? [0] : []), ...(line?.counts ?? [])]
  const needs = counts.map((_, nth) => line?.least?.[isBefore ? nth - 1 : nth] ?? 1)
  counts[no - first] = (counts[no - first] ?? 0) + step
  needs[no - first] = least
  const from = counts.findIndex((count) => count > 0)
  const to = counts.findLastIndex((count) => count > 0)
  if (from < 0) return undefined
  const kept = needs.slice(from, to + 1)
  return { first: first + from, counts: counts.slice(from, to + 1), ...(kept.some((need) => need > 1) && { least: kept }) }
}

/** R172: the first page on which somebody waits who would come with the seats that are free; undefined where nobody would. */
export function pageToServe(role: Role): number | undefined {
  const free = freeIn(role)
  if (free === 0 || !role.line) return undefined
  const { first, counts, least } = role.line
  const nth = counts.findIndex((count, page) => count > 0 && (least?.[page] ?? 1) <= free)
  return nth < 0 ? undefined : first + nth
}

/** The page that the next one to join goes to, or the one for whoever is put in front. */
export function pageToJoin({ line }: Role, end: 'front' | 'back'): number {
  if (!line) return 0
  const [no, beyond] =
    end === 'front' ? [line.first, line.first - 1] : [line.first + line.counts.length - 1, line.first + line.counts.length]
  return (line.counts[no - line.first] ?? 0) < perWaitPage ? no : beyond
}

/** A page of a role's line. */
export type QueuePage = { readonly roleId: string; readonly no: number }
/** The pages on which somebody waits. */
export const placesOf = ({ waits = [] }: Pick<Rsvp, 'waits'>): QueuePage[] => waits.map(({ roleId, page }) => ({ roleId, no: page }))

/** R92: where somebody stands: on which page, how far back there, and how far back in all. */
export function queuePosition({ line }: Role, page: WaitPage, rsvpId: string) {
  const before = line?.counts.slice(0, page.no - line.first).reduce((sum, count) => sum + count, 0) ?? 0
  const nth = page.rsvpIds.indexOf(rsvpId) + 1
  return { position: before + nth, page: page.no, nth }
}

/** R92: the server's own room of the guests of a group who look at their answer. */
export const guestsRoom = (groupId: string) => `@guests:${groupId}`

/** R92: the same for everybody who waits, so that ten thousand cost one view (decision 0092). */
export const queueView = ({ _id, rev, roles }: Group): LineView => ({
  _id,
  rev,
  lines: roles.flatMap(({ name, line }) => (line ? [{ role: name, first: line.first, counts: [...line.counts] }] : [])),
})

/** R92: for its proven holder, beside their answer; `pageOf` gives the pages they stand on. */
export function ownWaiting(rsvp: Rsvp, group: Group, pageOf: (key: string) => WaitPage | undefined) {
  const { _id, waits = [], offers = [] } = rsvp
  const needs = needOf(rsvp) > 1 ? { needs: needOf(rsvp) } : {}
  const waiting = group.roles.flatMap((role) => {
    const wait = waits.find(({ roleId }) => roleId === role._id)
    const page = wait && pageOf(pageKey(role._id, wait.page))
    return page ? { role: role.name, ...queuePosition(role, page, _id), rev: group.rev, ...needs } : []
  })
  const held = group.roles.flatMap((role) => {
    const offer = offers.find(({ roleId }) => roleId === role._id)
    return offer ? { role: role.name, until: offer.until, ...(offer.seats && { seats: offer.seats }) } : []
  })
  return { ...(waiting.length > 0 && { waiting }), ...(held.length > 0 && { offers: held }) }
}
