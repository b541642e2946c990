// What those who manage a group can do with it, and what others may read of it.
import type { Input } from '#protocol/endpoint.ts'
import type { GroupEdit, GroupInput, groupApi } from '#protocol/group.ts'
import type { Tier } from '#protocol/limits.ts'
import { type User, users } from '../account/model.ts'
import { type Event, events } from '../event/model.ts'
import type { SignedIn } from '../identity/caller.ts'
import { checkAttending } from '../identity/rights.ts'
import { purgeLater, tellGuests } from '../jobs/fanout.ts'
import { tierAt } from '../plan/model.ts'
import { countNewGroup } from '../plan/rules.ts'
import { iso } from '../ports/clock.ts'
import { refuse } from '../refuse.ts'
import type { Services } from '../services.ts'
import type { Reader } from '../store/store.ts'
import { next, type Outcome, put } from '../write/outcome.ts'
import { transact } from '../write/transact.ts'
import { groupCreatedEmail } from './emails.ts'
import { type Group, groups, groupView } from './model.ts'
import { eventOf, managed, tierOf } from './queries.ts'
import * as rules from './rules.ts'

/** R57: how long a cancelled group's link says so before it is purged. */
export const cancelledDays = 30

type Decision = (group: Group, tier: Tier, tx: Reader) => Promise<Partial<Group>> | Partial<Group>

/** The one way a group is changed by those who manage it. R55: the event's `rev` grows too, so that an older edit of the event with its roles is stale; an RSVP leaves it alone. */
function change(
  services: Services,
  id: string,
  caller: SignedIn,
  decide: Decision,
  more: (group: Group, event: Event | undefined, tx: Reader) => Promise<Partial<Outcome<unknown>>> = async () => ({}),
) {
  const decideChange = async (tx: Reader) => {
    const group = await managed(services, tx, id, caller)
    const after = next(group, await decide(group, await tierOf(services, tx, group), tx))
    const before = await eventOf(tx, after)
    const event = before && next(before, {})
    const { writes = [], ...rest } = await more(after, event, tx)
    const reply = { group: groupView(after, services.publicUrl) }
    const counted = event ? [put(events, event)] : []
    return { ...rest, writes: [put(groups, after), ...counted, ...writes], reply }
  }
  return transact(services, id, decideChange, { once: caller.once, checkRight: (tx) => managed(services, tx, id, caller) })
}

/** A stored group out of a form; an event's creation makes its group here too. */
export function newGroup(
  { secrets, clock }: Services,
  input: GroupInput,
  owner: User,
  event: Pick<Event, '_id' | 'name' | 'expiresAt' | 'ownerOrgId'> | null,
): Group {
  return {
    _id: secrets.randomId(),
    rev: 1,
    eventId: event?._id ?? null,
    ownerId: owner._id,
    ownerOrgId: event?.ownerOrgId ?? null,
    email: owner.email,
    ...input,
    name: input.name || (event ? rules.madeUpName(event.name) : 'My Group'),
    roles: rules.shapeRoles([], input.roles, tierAt(owner, clock.now()), secrets.randomId),
    answers: { yes: 0, no: 0, none: 0 },
    confirmEpoch: 1,
    createdAt: iso(clock.now()),
    cancelledAt: null,
    expiresAt: event?.expiresAt ?? null,
  }
}

export function createGroup(services: Services, input: GroupInput, caller: SignedIn) {
  const { user, once } = caller
  const { clock, publicUrl } = services
  return transact(
    services,
    user._id,
    async (tx) => {
      const owner = (await tx.get(users, user._id)) ?? refuse('token-invalid')
      await checkAttending(services, tx, input.attendingOrgIds, [], tierAt(owner, clock.now()), caller)
      const group = newGroup(services, input, owner, null)
      const standaloneGroupIds = countNewGroup(owner, group._id, clock.now())
      return {
        writes: [put(groups, group), put(users, next(owner, { standaloneGroupIds }))],
        emails: [groupCreatedEmail(owner.email, publicUrl, group._id, group.name)],
        reply: { groupId: group._id, group: groupView(group, publicUrl) },
      }
    },
    { once, checkRight: async (tx) => (await tx.get(users, user._id)) ?? refuse('token-invalid') },
  )
}

export function updateGroup(services: Services, { id, rev, roles, ...fields }: GroupEdit, caller: SignedIn) {
  return change(services, id, caller, async (group, tier, tx) => {
    rules.checkRev(group, rev, () => groupView(group, services.publicUrl))
    await checkAttending(services, tx, fields.attendingOrgIds ?? [], group.attendingOrgIds, tier, caller)
    const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
    return {
      ...given,
      showConfirmation: rules.checkConfirmation(group, fields.showConfirmation),
      ...(roles && { roles: rules.shapeRoles(group.roles, roles, tier, services.secrets.randomId) }),
    }
  })
}

export const changeSettings = (services: Services, { id, ...fields }: Input<typeof groupApi.settings>, caller: SignedIn) =>
  updateGroup(services, { id, ...fields }, caller)

export const addRole = (services: Services, { id, name, max }: Input<typeof groupApi.addRole>, caller: SignedIn) =>
  change(services, id, caller, (group, tier) => ({ roles: rules.addRole(group, name, max, tier, services.secrets.randomId()) }))

export const setRoleMax = (services: Services, { id, name, max }: Input<typeof groupApi.setRoleMax>, caller: SignedIn) =>
  change(services, id, caller, (group, tier) => ({ roles: rules.setRoleMax(group, name, max, tier) }))

/** R8: the seats go, the RSVPs stay, and the holders get an email. */
export function removeRole(services: Services, { id, name }: Input<typeof groupApi.removeRole>, caller: SignedIn) {
  let gone: rules.RemovedRole | undefined
  return change(
    services,
    id,
    caller,
    (group) => {
      gone = rules.removeRole(group, name)
      return { roles: gone.roles }
    },
    async (group, event, tx) => ({
      writes:
        gone && rules.isHeld(gone.role) ? [await tellGuests(services, tx, { kind: 'role-deleted', group, event, role: gone.role })] : [],
    }),
  )
}

/** R57: the share link then says that it was canceled; holders get an email; RSVPs are purged later. */
export function deleteGroup(services: Services, { id }: { id: string }, caller: SignedIn) {
  return transact(services, id, async (tx) => {
    const group = await managed(services, tx, id, caller)
    const [owner, event] = await Promise.all([tx.get(users, group.ownerId), eventOf(tx, group)])
    if (event) refuse('group-of-event')
    const { writes } = await cancelGroup(services, tx, group, event)
    const standaloneGroupIds = owner?.standaloneGroupIds.filter((one) => one !== id) ?? []
    return {
      writes: [...writes, ...(owner ? [put(users, next(owner, { standaloneGroupIds }))] : [])],
      reply: { success: true } as const,
    }
  })
}

export async function cancelGroup(services: Services, tx: Reader, group: Group, event: Event | undefined) {
  const now = services.clock.now()
  const expiresAt = iso(now + cancelledDays * 86_400_000)
  const cancelled = next(group, { cancelledAt: iso(now), expiresAt })
  const told = await tellGuests(services, tx, { kind: 'cancelled', group, event })
  return { cancelled, writes: [put(groups, cancelled), told, purgeLater(services, group, expiresAt)] }
}
