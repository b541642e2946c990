// A guest's own answer as they see it: with their places in line (R92) and their passes (R180).
import type { RsvpRow } from '#protocol/seats/group.ts'
import type { OwnRsvp } from '#protocol/seats/rsvp.ts'
import { type StandsInGroup, titleInAll } from '#protocol/seats/several/title.ts'
import { standingOf } from '#protocol/seats/standing/standing.ts'
import { wordsOf } from '#protocol/seats/standing/words.ts'
import type { Reader } from '#server/kernel/store/store.ts'
import type { Services } from '#server/kernel/write/services.ts'
import { type Event, eventFor, events, type GroupEvent } from '#server/seats/model/event.ts'
import { type Group, groups } from '#server/seats/model/group.ts'
import { isSeated } from '#server/seats/model/guest.ts'
import { ownPasses } from '#server/seats/model/pass.ts'
import { livingRsvp, ownRsvp, type Rsvp, removedOf, rsvpId, rsvps, seatsHeld } from '#server/seats/model/rsvp.ts'
import { eventIndex, formView } from '#server/seats/model/several.ts'
import { ownWaiting, pageKey, placesOf, waitPageId, waitPages } from '#server/seats/model/waitlist.ts'
import type { RowReader } from '#server/seats/rights/rows.ts'
import { seatsIn, swapFor, wasListed } from './across.ts'
import { overlaps } from './overlap.ts'

/** R147, R147b: the other seats that an answer names beside its own, because they overlap it, however that came to be. */
export async function alsoOf(
  { secrets }: Pick<Services, 'secrets'>,
  tx: Pick<Reader, 'get'>,
  rsvp: Rsvp,
  group: Group,
  beside?: Beside,
): Promise<Pick<RsvpRow, 'also'>> {
  const { email } = rsvp
  if (!email || !isSeated(rsvp) || seatsHeld(rsvp, group).length === 0) return {}
  const { event, groupIds } = beside ?? (await groupsBeside(tx, group))
  if (!event || groupIds.length === 0) return {}
  const listed = await wasListed(secrets, tx, event, email)
  const held = await seatsIn(tx, secrets, { event, groupIds: groupIds.filter((id) => listed.includes(id)), email })
  const also = held.map((other) => ({ groupId: other.group._id, name: other.group.name, start: other.event.start, end: other.event.end }))
  return also.length > 0 ? { also } : {}
}

/** An event with several groups, and those of them that one overlaps. */
export interface Beside {
  readonly event: Event | undefined
  readonly groupIds: readonly string[]
}
/** Read once for a page of answers: where the group overlaps none, no answer names another. */
export async function groupsBeside(tx: Pick<Reader, 'get'>, group: Group): Promise<Beside> {
  const event = group.eventId ? await tx.get(events, group.eventId) : undefined
  if (event?.firstGroupId === undefined) return { event: undefined, groupIds: [] }
  const own = { group, event: eventFor(event, group) }
  const others = await Promise.all(event.groupIds.filter((id) => id !== group._id).map((id) => tx.get(groups, id)))
  const isClose = (other: Group | undefined) => other !== undefined && overlaps(own, { group: other, event: eventFor(event, other) })
  return { event, groupIds: others.flatMap((other) => (other && isClose(other) ? [other._id] : [])) }
}

/** The same for a list of answers: who doesn't manage the group learns of nobody's seats in another. */
export const alsoFor = async (reader: RowReader, ...of: Parameters<typeof alsoOf>): Promise<Pick<RsvpRow, 'also'>> =>
  reader === 'manager' ? alsoOf(...of) : {}

/** R92: a guest's answer with their places in line. */
export async function readAnswer(
  { secrets, clock }: Pick<Services, 'secrets' | 'clock'>,
  tx: Reader,
  rsvp: Rsvp,
  group: Group,
  event: GroupEvent | undefined,
): Promise<OwnRsvp> {
  const places = placesOf(rsvp)
  const found = await Promise.all(places.map(({ roleId, no }) => tx.get(waitPages, waitPageId(secrets, group._id, roleId, no))))
  const pages = new Map(places.map(({ roleId, no }, nth) => [pageKey(roleId, no), found[nth]]))
  const alone = { ...ownRsvp(rsvp, group, event), ...ownWaiting(rsvp, group, (key) => pages.get(key)) }
  if (event?.firstGroupId === undefined) return alone
  const own = { ...alone, ...(await alsoOf({ secrets }, tx, rsvp, group)) }
  if (!own.offers) return own
  const { instead, choose } = await swapFor({ secrets, clock }, tx, { group, rsvp })
  const given = {
    ...(instead.length > 0 && { instead: instead.map(({ name }) => name), insteadIds: instead.map(({ _id }) => _id) }),
    ...(choose.count > 0 && { choose: { count: choose.count, of: choose.of.map(({ _id, name }) => ({ _id, name })) } }),
  }
  return { ...own, offers: own.offers.map((one) => ({ ...one, ...given })) }
}

/** R131a: what the page of all groups of an event is headed with for this person. */
export async function readTitle(services: Pick<Services, 'secrets' | 'clock'>, tx: Reader, event: Event, email: string): Promise<string> {
  const now = services.clock.now()
  const all = (await Promise.all(event.groupIds.map((id) => tx.get(groups, id)))).filter((group) => group !== undefined)
  const found = await Promise.all(
    all.map(async (group): Promise<StandsInGroup[]> => {
      const kept = await tx.get(rsvps, rsvpId(services.secrets, group, email))
      if (!kept) return []
      const [rsvp, its] = [livingRsvp(kept), eventFor(event, group)]
      const { status, roles, showConfirmation } = formView(group, its, now)
      const answer = rsvp ? await readAnswer(services, tx, rsvp, group, its) : null
      const facts = { status, end: its.end, showConfirmation, answer, hasRoles: roles.length > 0, ...removedOf(kept) }
      const standing = standingOf(facts, now)
      const { title } = wordsOf(standing, facts, { now, formatted: String })
      return [{ ...standing, title, answer, ms: Date.parse(its.end) - Date.parse(its.start) }]
    }),
  )
  const stands = found.flat()
  return titleInAll(
    eventIndex(event, all, now).status,
    stands,
    stands.some(({ answer }) => answer?.attending === false),
  )
}

type Making = Pick<Services, 'clock' | 'secrets' | 'signedTokens' | 'publicUrl'>
/** What its proven holder is shown, and nobody else: with their passes. */
export async function readOwn(services: Making, tx: Reader, rsvp: Rsvp, group: Group, event: GroupEvent | undefined): Promise<OwnRsvp> {
  return { ...(await readAnswer(services, tx, rsvp, group, event)), ...ownPasses(services, rsvp, group, event) }
}
