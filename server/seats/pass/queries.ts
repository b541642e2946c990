// Where the answer of a pass is, for who opens it with a plain camera: it changes nothing, and says nothing of the holder (R180). And passes on paper, for organizers.
import type { Input } from '#protocol/kernel/endpoint.ts'
import { companionName } from '#protocol/seats/companions/companion.ts'
import type { PassPlace, passApi } from '#protocol/seats/door/pass.ts'
import { refuse } from '#server/kernel/refuse.ts'
import type { Services } from '#server/kernel/write/services.ts'
import { brandIn } from '#server/people/identity/brands.ts'
import type { Caller } from '#server/people/identity/caller.ts'
import { atDoor } from '#server/seats/door/queries.ts'
import { companionsOf, rolesOfCompanion } from '#server/seats/model/companion.ts'
import { eventFor } from '#server/seats/model/event.ts'
import { isCurrent, passClaims, passesOf, practicePasses } from '#server/seats/model/pass.ts'
import { livingRsvp, rsvps } from '#server/seats/model/rsvp.ts'

/** Refuses `pass-void`, whatever is wrong with it. */
export async function openPass({ store, signedTokens, clock }: Services, { pass }: Input<typeof passApi.open>): Promise<PassPlace> {
  const claims = passClaims(signedTokens, pass) ?? refuse('pass-void')
  const rsvp = livingRsvp(await store.get(rsvps, claims.rsvpId))
  if (!rsvp?.eventId || !isCurrent(claims, rsvp, clock.now())) refuse('pass-void')
  return { groupId: rsvp.groupId, eventId: rsvp.eventId }
}

/** The event and its groups, to those who manage it, and to no phone. */
async function managing(services: Services, eventId: string, caller: Caller) {
  const { event, groups, by } = await atDoor(services, services.store, eventId, caller)
  if (!by.manages || event.cancelledAt) refuse('event-unknown')
  const living = groups.filter(({ cancelledAt }) => !cancelledAt)
  return { event, groups: living, named: living.map(({ _id, name }) => ({ _id, name })) }
}

/** A sheet of paper or a few: each pass is a signature. */
const perSheet = 100
/** Some of the passes of a group, as they are printed. */
export async function readSheet(services: Services, { eventId, groupId, cursor }: Input<typeof passApi.sheet>, caller: Caller) {
  const { store } = services
  const { event, groups, named } = await managing(services, eventId, caller)
  const group = (groupId ? groups.find(({ _id }) => _id === groupId) : groups[0]) ?? refuse('event-unknown')
  const timed = eventFor(event, group)
  const after = cursor ? { after: { _id: cursor, rev: 0, groupId: group._id } } : {}
  const found = await store.find(rsvps, { index: 'group', where: { groupId: group._id }, limit: perSheet, ...after })
  const namesOf = (ids: readonly string[]) => group.roles.filter(({ _id }) => ids.includes(_id)).map(({ name }) => name)
  const passes = found.flatMap((rsvp) =>
    passesOf(services, rsvp, group, timed).map(({ url }, nth) => {
      const along = nth > 0 ? companionsOf(rsvp)[nth - 1] : undefined
      const name = along ? companionName(along, rsvp.name, nth) : rsvp.name
      return { name, roles: namesOf(along ? rolesOfCompanion(rsvp, along) : rsvp.roleIds), url }
    }),
  )
  const brand = await brandIn(services, store, event)
  const nextCursor = found.length === perSheet ? (found.at(-1)?._id ?? null) : null
  return { event: { name: event.name }, groups: named, passes, nextCursor, ...(brand && { brand }) }
}

const [practiceCount, practiceHours] = [10, 48]
/** Passes that count nowhere, each time others: what a scan says of them is forgotten with them. */
export async function makePractice(services: Services, { eventId }: Input<typeof passApi.practice>, caller: Caller) {
  const { event, named } = await managing(services, eventId, caller)
  const until = services.clock.now() + practiceHours * 3_600_000
  const urls = practicePasses(services, eventId, services.secrets.randomId(), until, practiceCount)
  return {
    event: { name: event.name },
    groups: named,
    passes: urls.map((url, nth) => ({ name: `Practice ${nth + 1}`, roles: [], url })),
    nextCursor: null,
  }
}
