// A group as it is read before anything else: with its event and its plan, and only by those who may.
import type { Tier } from '#protocol/kernel/limits.ts'
import type { Right } from '#protocol/people/team-roles.ts'
import type { EventCard } from '#protocol/seats/event.ts'
import { refuse } from '#server/kernel/refuse.ts'
import type { Reader } from '#server/kernel/store/store.ts'
import type { Services } from '#server/kernel/write/services.ts'
import { type BrandDeps, brandIn, hostIn } from '#server/people/identity/brands.ts'
import type { Caller } from '#server/people/identity/caller.ts'
import { users } from '#server/people/model/account.ts'
import { groupTierAt } from '#server/people/model/plan.ts'
import { type Event, eventCard, eventFor, events, type Faces, type GroupEvent } from '#server/seats/model/event.ts'
import { type Group, groups } from '#server/seats/model/group.ts'
import { formView } from '#server/seats/model/several.ts'
import { manages, standingIn } from './rights.ts'

/** R142: its event with the group's own times and place. */
export const eventOf = async (tx: Reader, group: Group): Promise<GroupEvent | undefined> =>
  group.eventId ? eventFor(await tx.get(events, group.eventId), group) : undefined

/** R49: the higher of its owner's plan and its own upgrade. */
export const tierOf = async ({ clock }: Services, tx: Reader, group: Group): Promise<Tier> =>
  groupTierAt(group, await tx.get(users, group.ownerId), clock.now())

/** R49: of an event, where each of its groups may be upgraded by itself. */
export async function highestTier(services: Services, tx: Reader, all: readonly Group[]): Promise<Tier> {
  const tiers = await Promise.all(all.map((group) => tierOf(services, tx, group)))
  return (['enterprise', 'team', 'pro'] as const).find((tier) => tiers.includes(tier)) ?? 'free'
}

/** Those of an event, in its order. */
export async function groupsOf(tx: Reader, { groupIds }: Event): Promise<Group[]> {
  const found = await Promise.all(groupIds.map((id) => tx.get(groups, id)))
  return found.filter((group) => group !== undefined)
}

/** An event as its owner's dashboard shows it; undefined where it has no group. */
export async function cardOf(tx: Reader, event: Event, now: number): Promise<EventCard | undefined> {
  const [first, ...more] = await groupsOf(tx, event)
  return first && eventCard(event, [first, ...more], now)
}

export const currentGroup = async (tx: Reader, id: string) => (await tx.get(groups, id)) ?? refuse('group-unknown')

/** Refuses `group-unknown`, to strangers too: "not yours" and "does not exist" look the same. */
export async function managed(services: Services, tx: Reader, id: string, caller: Caller): Promise<Group> {
  const group = await currentGroup(tx, id)
  return !group.cancelledAt && (await manages(services, tx, group, caller)) ? group : refuse('group-unknown')
}

/** As `managed`, for who has this right in the group, with all that they may do in it (R200). */
export async function openedTo(services: Services, tx: Reader, id: string, caller: Caller, right: Right) {
  const group = await currentGroup(tx, id)
  const standing = await standingIn(services, tx, group, caller)
  return !group.cancelledAt && standing.rights.has(right) ? { group, standing } : refuse('group-unknown')
}
/** As `managed`, for who writes to guests (R200). */
export const writable = async (services: Services, tx: Reader, id: string, caller: Caller): Promise<Group> =>
  (await openedTo(services, tx, id, caller, 'write')).group

/** R23: the group with its event; a missing `eventId` means the one it has, another one's is a 404. */
export async function formOf(
  tx: Reader,
  groupId: string,
  eventId: string | null | undefined,
): Promise<{ group: Group; event: GroupEvent | undefined }> {
  const group = await currentGroup(tx, groupId)
  if (eventId && eventId !== group.eventId) refuse('event-unknown')
  return { group, event: await eventOf(tx, group) }
}

/** The brand of an event and the picture of its host (R216, R224), as they are now. */
export async function facesOf(services: BrandDeps, tx: Reader, event: GroupEvent | undefined): Promise<Faces> {
  const [brand, host] = await Promise.all([brandIn(services, tx, event), hostIn(services, tx, event)])
  return { brand, host }
}

/** What every invitee sees of a group. */
export const formNow = async (services: BrandDeps, tx: Reader, group: Group, event: GroupEvent | undefined) =>
  formView(group, event, services.clock.now(), await facesOf(services, tx, event))
