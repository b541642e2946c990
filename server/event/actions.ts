// What an organizer can do with events, and what others may read of one.
import type { Input } from '#protocol/endpoint.ts'
import type { EventEdit, EventInput, eventApi } from '#protocol/event.ts'
import { users } from '../account/model.ts'
import { assignHolders, newGrant } from '../assign/actions.ts'
import { cancelGroup, seatedOutcome } from '../group/actions.ts'
import { groups, groupView } from '../group/model.ts'
import { checkSeen } from '../group/queries.ts'
import { cancelledAt } from '../group/rules.ts'
import type { Caller, SignedIn } from '../identity/caller.ts'
import { checkAttending } from '../identity/rights.ts'
import { tellGuests } from '../jobs/fanout.ts'
import { activeAdminOf } from '../org/queries.ts'
import { createPending } from '../pending/actions.ts'
import { tierAt } from '../plan/model.ts'
import { refuse } from '../refuse.ts'
import type { Services } from '../services.ts'
import type { Reader } from '../store/store.ts'
import { settleSeats } from '../waitlist/queries.ts'
import { next, put } from '../write/outcome.ts'
import { transact } from '../write/transact.ts'
import { events, eventView } from './model.ts'
import { managed } from './queries.ts'
import * as rules from './rules.ts'

/** The owner of what a signed-in caller creates: themselves, or an organization whose admin they are. */
async function hostsOf(services: Services, tx: Reader, { ownerOrgId }: EventInput, { user, via }: SignedIn): Promise<rules.Hosts> {
  const host = (await tx.get(users, user._id)) ?? refuse('token-invalid')
  if (!ownerOrgId) return { owner: host, host, org: undefined }
  if (via !== 'account') refuse('account-needed')
  const { owner, org } = await activeAdminOf(services, tx, ownerOrgId, user)
  return { owner, host, org }
}

type Creation = Input<typeof eventApi.createWithGroup>

/** Creates an event with its one group; without a session see `createPending`. */
export async function createEvent(services: Services, { event: input, groups: inputs }: Creation, caller: Caller) {
  const { clock, publicUrl } = services
  const groupInput = rules.onlyGroup(inputs)
  if (!caller.user || !caller.token) return createPending(services, input, groupInput, caller)
  const signedIn: SignedIn = { ...caller, user: caller.user, token: caller.token }
  return transact(
    services,
    input.ownerOrgId || caller.user._id,
    async (tx) => {
      const now = clock.now()
      const hosts = await hostsOf(services, tx, input, signedIn)
      await checkAttending(services, tx, groupInput.attendingOrgIds, [], tierAt(hosts.owner, now), caller)
      const { event, group, counts } = rules.createEvent(input, groupInput, hosts, services.secrets.randomId, now)
      const named = !hosts.org && hosts.host.name === '' && input.hostName ? { name: input.hostName } : {} // R85: asked once
      const grantee = event.assignmentRules.enableRoleAssignment ? input.grantMember : undefined
      const given = grantee && hosts.org ? await newGrant(services, tx, group, event, hosts.org, grantee) : undefined
      return {
        writes: [put(events, event), put(groups, group), put(users, next(hosts.owner, { ...counts, ...named })), ...(given?.writes ?? [])],
        emails: given?.emails ?? [],
        reply: { event: eventView(event, now), groups: [groupView(group, publicUrl)], groupId: group._id, published: true },
      }
    },
    { idempotencyKey: caller.idempotencyKey, checkRight: (tx) => hostsOf(services, tx, input, signedIn) },
  )
}

/** R103: the same event at another start, created as any other is. */
export function duplicateEvent(services: Services, { id, start, holders }: Input<typeof eventApi.duplicate>, caller: SignedIn) {
  const { clock, publicUrl, secrets } = services
  return transact(
    services,
    caller.user._id,
    async (tx) => {
      const now = clock.now()
      const before = await managed(services, tx, id, caller)
      const from = before.groups[0] ?? refuse('event-unknown')
      const { input, groupInput } = rules.copyOf(before.event, from, start)
      const hosts = await hostsOf(services, tx, input, caller)
      await checkAttending(services, tx, groupInput.attendingOrgIds, [], tierAt(hosts.owner, now), caller)
      const { event, group: usual, counts } = rules.createEvent(input, groupInput, hosts, secrets.randomId, now)
      const group = rules.remindedAs(usual, from, event, now)
      const again = holders ? await assignHolders(services, tx, { owner: hosts.owner, from, to: group, event }) : undefined
      const made = again?.group ?? group
      return {
        writes: [put(events, event), put(users, next(hosts.owner, counts)), ...(again?.writes ?? [put(groups, group)])],
        emails: again?.emails ?? [],
        reply: { event: eventView(event, now), groups: [groupView(made, publicUrl)], groupId: made._id, published: true },
      }
    },
    { idempotencyKey: caller.idempotencyKey, checkRight: (tx) => managed(services, tx, id, caller) },
  )
}

/** R22, R54, R55, R107: changes an event and, with `roles`, its group. */
export function updateEvent(services: Services, { id, rev, settingsRev, groupSettingsRev, ...edit }: EventEdit, caller: SignedIn) {
  const { clock, publicUrl, secrets } = services
  return transact(services, id, async (tx) => {
    const now = clock.now()
    const before = await managed(services, tx, id, caller)
    await checkSeen(tx, before.event, { rev, settingsRev }, () => eventView(before.event, now))
    const [group] = before.groups
    if (group) await checkSeen(tx, group, { settingsRev: groupSettingsRev }, () => groupView(group, publicUrl))
    const owner = (await tx.get(users, before.event.ownerId)) ?? refuse('event-unknown')
    const {
      event,
      groups: edited,
      news,
      countedEvents,
    } = rules.editEvent(before, edit, { owner, editor: caller.user }, secrets.randomId, now)
    const seated = await Promise.all(edited.map((group) => settleSeats(services, tx, { group, event })))
    const outcomes = seated.map((one) => seatedOutcome(services, one, event))
    const after = seated.map(({ group }) => group)
    return {
      writes: [
        put(events, event),
        ...outcomes.flatMap(({ writes }) => writes),
        ...(countedEvents ? [put(users, next(owner, { countedEvents }))] : []),
        ...(news ? await Promise.all(after.map((group) => tellGuests(services, tx, { kind: news, group, event }))) : []),
      ],
      emails: outcomes.flatMap(({ emails }) => emails),
      namesAct: true,
      reply: { event: eventView(event, now), groups: after.map((group) => groupView(group, publicUrl)) },
    }
  })
}

/** R57 */
export function deleteEvent(services: Services, { id }: { id: string }, caller: SignedIn) {
  const { clock } = services
  return transact(services, id, async (tx) => {
    const before = await managed(services, tx, id, caller)
    const owner = await tx.get(users, before.event.ownerId)
    const done = await Promise.all(before.groups.map((group) => cancelGroup(services, tx, group, before.event)))
    const event = next(before.event, cancelledAt(clock.now()))
    const countedEvents = owner?.countedEvents.filter((one) => one.id !== id) ?? []
    return {
      writes: [put(events, event), ...done.flatMap((one) => one.writes), ...(owner ? [put(users, next(owner, { countedEvents }))] : [])],
      reply: { success: true } as const,
    }
  })
}
