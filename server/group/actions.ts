// What those who manage a group can do with it, and what others may read of it.
import type { Input } from '#protocol/endpoint.ts'
import type { GroupEdit, GroupInput, groupApi } from '#protocol/group.ts'
import type { Tier } from '#protocol/limits.ts'
import { users } from '../account/model.ts'
import type { Event } from '../event/model.ts'
import type { SignedIn } from '../identity/caller.ts'
import { checkAttending } from '../identity/rights.ts'
import { purgeLater, tellGuests } from '../jobs/fanout.ts'
import { tierAt } from '../plan/model.ts'
import { countNewGroup } from '../plan/rules.ts'
import { refuse } from '../refuse.ts'
import type { Services } from '../services.ts'
import type { Reader } from '../store/store.ts'
import { next, type Outcome, put } from '../write/outcome.ts'
import { transact } from '../write/transact.ts'
import { groupCreatedEmail } from './emails.ts'
import { type Group, groups, groupView } from './model.ts'
import { eventOf, managed, tierOf } from './queries.ts'
import * as rules from './rules.ts'

type Decision = (group: Group, tier: Tier, tx: Reader) => Promise<rules.Changed> | rules.Changed
/** The one way a group is changed by those who manage it. */
function change(
  services: Services,
  id: string,
  caller: SignedIn,
  decide: Decision,
  more: (group: Group, event: Event | undefined, tx: Reader) => Promise<Partial<Outcome<unknown>>> = async () => ({}),
) {
  const decideChange = async (tx: Reader) => {
    const group = await managed(services, tx, id, caller)
    const after = rules.nextEdit(group, await decide(group, await tierOf(services, tx, group), tx))
    const event = await eventOf(tx, after)
    const { writes = [], ...rest } = await more(after, event, tx)
    const reply = { group: groupView(after, services.publicUrl) }
    return { ...rest, writes: [put(groups, after), ...writes], reply }
  }
  return transact(services, id, decideChange, {
    idempotencyKey: caller.idempotencyKey,
    checkRight: (tx) => managed(services, tx, id, caller),
  })
}

export function createGroup(services: Services, input: GroupInput, caller: SignedIn) {
  const { user, idempotencyKey } = caller
  const { clock, publicUrl, secrets } = services
  return transact(
    services,
    user._id,
    async (tx) => {
      const owner = (await tx.get(users, user._id)) ?? refuse('token-invalid')
      await checkAttending(services, tx, input.attendingOrgIds, [], tierAt(owner, clock.now()), caller)
      const group = rules.newGroup(input, owner, null, secrets.randomId, clock.now())
      const standaloneGroupIds = countNewGroup(owner, group._id, clock.now())
      return {
        writes: [put(groups, group), put(users, next(owner, { standaloneGroupIds }))],
        emails: [groupCreatedEmail(owner.email, publicUrl, group._id, group.name)],
        reply: { groupId: group._id, group: groupView(group, publicUrl) },
      }
    },
    { idempotencyKey, checkRight: async (tx) => (await tx.get(users, user._id)) ?? refuse('token-invalid') },
  )
}

export function updateGroup(services: Services, { id, rev, settingsRev, ...edit }: GroupEdit, caller: SignedIn) {
  return change(services, id, caller, async (group, tier, tx) => {
    rules.checkRev(group, { rev, settingsRev }, () => groupView(group, services.publicUrl))
    await checkAttending(services, tx, edit.attendingOrgIds ?? [], group.attendingOrgIds, tier, caller)
    return rules.editGroup(group, edit, tier, services.secrets.randomId)
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
  const end = rules.cancelledAt(services.clock.now())
  const cancelled = next(group, end)
  const told = await tellGuests(services, tx, { kind: 'cancelled', group, event })
  return { cancelled, writes: [put(groups, cancelled), told, purgeLater(services, group, end.expiresAt)] }
}
