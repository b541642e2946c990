// A guest's own answer as they see it: with their places in line (R92) and their passes (R180).
import type { OwnRsvp } from '#protocol/seats/rsvp.ts'
import type { Reader } from '#server/kernel/store/store.ts'
import type { Services } from '#server/kernel/write/services.ts'
import type { GroupEvent } from '#server/seats/model/event.ts'
import type { Group } from '#server/seats/model/group.ts'
import { ownPasses } from '#server/seats/model/pass.ts'
import { ownRsvp, type Rsvp } from '#server/seats/model/rsvp.ts'
import { ownWaiting, pageKey, placesOf, waitPageId, waitPages } from '#server/seats/model/waitlist.ts'
import { alsoOf, groupsInTheWay } from './across.ts'

/** R92: a guest's answer with their places in line. */
export async function readAnswer(
  { secrets }: Pick<Services, 'secrets'>,
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
  const own = { ...alone, ...(await alsoOf({ secrets }, tx, rsvp)) }
  if (!own.offers) return own
  const instead = (await groupsInTheWay({ secrets }, tx, { group, rsvp })).map(({ name }) => name)
  return instead.length > 0 ? { ...own, offers: own.offers.map((one) => ({ ...one, instead })) } : own
}

type Making = Pick<Services, 'secrets' | 'signedTokens' | 'publicUrl'>
/** What its proven holder is shown, and nobody else: with their passes. */
export async function readOwn(services: Making, tx: Reader, rsvp: Rsvp, group: Group, event: GroupEvent | undefined): Promise<OwnRsvp> {
  return { ...(await readAnswer(services, tx, rsvp, group, event)), ...ownPasses(services, rsvp, group, event) }
}
