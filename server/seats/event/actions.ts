// What an organizer can do with events, and what others may read of one.
import type { Input } from '#protocol/kernel/endpoint.ts'
import type { EventEdit, EventInput, eventApi } from '#protocol/seats/event.ts'
import type { GroupInput } from '#protocol/seats/group.ts'
import { refuse } from '#server/kernel/refuse.ts'
import type { Reader } from '#server/kernel/store/store.ts'
import { next, put, type RecordWrite } from '#server/kernel/write/outcome.ts'
import type { Services } from '#server/kernel/write/services.ts'
import { transact } from '#server/kernel/write/transact.ts'
import type { Caller, SignedIn } from '#server/people/identity/caller.ts'
import { users } from '#server/people/model/account.ts'
import { tierAt } from '#server/people/model/plan.ts'
import { activeAdminOf } from '#server/people/org/queries.ts'
import { assignHolders, newGrants } from '#server/seats/assign/actions.ts'
import { keepAfterAll } from '#server/seats/fanout/fanout.ts'
import { cancelGroup } from '#server/seats/group/actions.ts'
import { checkSeen } from '#server/seats/group/queries.ts'
import { type Event, eventFor, events, eventView } from '#server/seats/model/event.ts'
import { type Group, groups, groupView } from '#server/seats/model/group.ts'
import { reminderRuns } from '#server/seats/model/reminder.ts'
import { createPending } from '#server/seats/pending/actions.ts'
import { runByHand, withTally } from '#server/seats/reminder/queries.ts'
import { checkAttending } from '#server/seats/rights/rights.ts'
import * as rules from '#server/seats/rules/event.ts'
import type { Grouped, Regrouped } from '#server/seats/rules/event-groups.ts'
import * as groupRules from '#server/seats/rules/event-groups.ts'
import { cancelledAt } from '#server/seats/rules/group.ts'
import { changeSeats, type SeatOutcome } from '#server/seats/seating/change-seats.ts'
import { hasBegun } from '#server/seats/seating/counts.ts'
import { checkMoves } from '#server/seats/seating/moves.ts'
import { overlaps } from '#server/seats/seating/overlap.ts'
import { managed, owned } from './queries.ts'

/** The owner of what a signed-in caller creates: themselves, or an organization whose admin they are. */
async function hostsOf(services: Services, tx: Reader, { ownerOrgId }: EventInput, { user, via }: SignedIn): Promise<rules.Hosts> {
  const host = (await tx.get(users, user._id)) ?? refuse('token-invalid')
  if (!ownerOrgId) return { owner: host, host, org: undefined }
  if (via !== 'account') refuse('account-needed')
  const { owner, org } = await activeAdminOf(services, tx, ownerOrgId, user)
  return { owner, host, org }
}

type Creation = Input<typeof eventApi.createWithGroup>

/** Creates an event with its groups; without a session see `createPending`. */
export async function createEvent(services: Services, { event: input, groups: inputs }: Creation, caller: Caller) {
  const { clock, publicUrl } = services
  services.zoneDoubts?.compare(input)
  if (!caller.user || !caller.token) return createPending(services, input, inputs, caller)
  const signedIn: SignedIn = { ...caller, user: caller.user, token: caller.token }
  return transact(
    services,
    input.ownerOrgId || caller.user._id,
    async (tx) => {
      const now = clock.now()
      const hosts = await hostsOf(services, tx, input, signedIn)
      await checkAttending(services, tx, attendingIn(inputs), [], tierAt(hosts.owner, now), caller)
      const { event, groups: made, counts } = rules.createEvent(input, inputs, hosts, services.secrets.randomId, now)
      const named = !hosts.org && hosts.host.name === '' && input.hostName ? { name: input.hostName } : {} // R85: asked once
      const grantee = event.assignmentRules.enableRoleAssignment ? input.grantMember : undefined
      const given = grantee && hosts.org ? await newGrants(services, tx, { event, groups: made, org: hosts.org }, grantee) : undefined
      return {
        writes: [
          put(events, event),
          ...made.map((group) => put(groups, group)),
          put(users, next(hosts.owner, { ...counts, ...named })),
          ...(given?.writes ?? []),
        ],
        emails: given?.emails ?? [],
        reply: createdReply(event, made, publicUrl, now),
      }
    },
    { idempotencyKey: caller.idempotencyKey, checkRight: (tx) => hostsOf(services, tx, input, signedIn) },
  )
}

const attendingIn = (inputs: readonly Pick<GroupInput, 'attendingOrgIds'>[]) => [
  ...new Set(inputs.flatMap(({ attendingOrgIds }) => attendingOrgIds)),
]

/** What is replied of a new event with its groups. */
const createdReply = (event: Event, its: readonly Group[], publicUrl: string, now: number) => ({
  event: eventView(event, now, publicUrl),
  groups: its.map((group) => groupView(group, publicUrl)),
  groupId: its[0]?._id ?? '',
  published: true,
})

/** R140: changes which groups an event has, in which order. */
function regroup<More extends object>(
  services: Services,
  id: string,
  caller: SignedIn,
  decide: (tx: Reader, grouped: Grouped) => Promise<Regrouped & { readonly reply: More; readonly writes?: readonly RecordWrite[] }>,
) {
  const decideChange = async (tx: Reader) => {
    const now = services.clock.now()
    const before = await managed(services, tx, id, caller)
    const owner = (await tx.get(users, before.event.ownerId)) ?? refuse('event-unknown')
    const {
      event,
      groups: its,
      countedEvents,
      reply,
      writes: more = [],
    } = await decide(tx, { ...before, owner, editedBy: caller.user._id, now })
    const writes = [put(events, event), ...its.map((group) => put(groups, group)), put(users, next(owner, { countedEvents })), ...more]
    return { writes, reply: { event: eventView(event, now, services.publicUrl), ...reply } }
  }
  return transact(services, id, decideChange, {
    idempotencyKey: caller.idempotencyKey,
    checkRight: (tx) => managed(services, tx, id, caller),
  })
}

/** R140 */
export const addGroup = (services: Services, { id, group: input }: Input<typeof eventApi.addGroup>, caller: SignedIn) =>
  regroup(services, id, caller, async (tx, grouped) => {
    await checkAttending(services, tx, input.attendingOrgIds, [], tierAt(grouped.owner, grouped.now), caller)
    const { group, ...done } = groupRules.addGroup(grouped, input, services.secrets.randomId)
    return { ...done, reply: { group: groupView(group, services.publicUrl), groupId: group._id } }
  })

/** R140 */
export const orderGroups = (services: Services, { id, groupIds, settingsRev }: Input<typeof eventApi.orderGroups>, caller: SignedIn) =>
  regroup(services, id, caller, async (tx, grouped) => {
    await checkSeen(tx, grouped.event, { settingsRev }, () => eventView(grouped.event, grouped.now, services.publicUrl))
    return { ...groupRules.orderGroups(grouped, groupIds), reply: {} }
  })

/** R140, R106: refuses where somebody may hold by now what wouldn't go with a seat in it (R144, R148). */
export const restoreGroup = (services: Services, { id, groupId }: Input<typeof eventApi.restoreGroup>, caller: SignedIn) =>
  regroup(services, id, caller, async (tx, grouped) => {
    const gone = (await tx.get(groups, groupId)) ?? refuse('group-unknown')
    const { group, ...done } = groupRules.groupAgain(grouped, gone)
    const seat = { group, event: eventFor(grouped.event, group) }
    const isTaken = grouped.groups.some((other) => {
      const isFree = (other.seatings ?? 0) === (gone.goneFrom?.seatings[other._id] ?? 0)
      return !isFree && (grouped.event.maxGroups != null || overlaps(seat, { group: other, event: eventFor(grouped.event, other) }))
    })
    if (isTaken) refuse('undo-changed', { what: 'Who has which seats' })
    return { ...done, writes: await keepAfterAll(services, tx, groupId), reply: { group: groupView(group, services.publicUrl) } }
  })

/** R103: the same event at another start, created as any other is. */
export function duplicateEvent(services: Services, { id, start, holders }: Input<typeof eventApi.duplicate>, caller: SignedIn) {
  const { clock, publicUrl, secrets } = services
  return transact(
    services,
    caller.user._id,
    async (tx) => {
      const now = clock.now()
      const before = await managed(services, tx, id, caller)
      const { input, groupInputs } = rules.copyOf(before.event, before.groups, start)
      const hosts = await hostsOf(services, tx, input, caller)
      await checkAttending(services, tx, attendingIn(groupInputs), [], tierAt(hosts.owner, now), caller)
      const { event: made, groups: usual, counts } = rules.createEvent(input, groupInputs, hosts, secrets.randomId, now)
      const event = { ...made, ...(before.event.photo && { photo: before.event.photo }) }
      const pairs = usual.map((group, nth) => ({ from: before.groups[nth] ?? group, group }))
      const again = await Promise.all(
        pairs.map(async ({ from, group }) => {
          const to = rules.remindedAs(group, from, event, now)
          const seats = { owner: hosts.owner, from, to, event: eventFor(event, to) }
          return holders ? assignHolders(services, tx, seats) : { group: to, writes: [put(groups, to)] }
        }),
      )
      const its = again.map(({ group }) => group)
      return {
        writes: [put(events, event), put(users, next(hosts.owner, counts)), ...again.flatMap(({ writes }) => writes)],
        reply: createdReply(event, its, publicUrl, now),
      }
    },
    { idempotencyKey: caller.idempotencyKey, checkRight: (tx) => managed(services, tx, id, caller) },
  )
}

type Grouping = Awaited<ReturnType<typeof managed>>
/**
 * R98: gives an event with its groups, those counted that are to ask for confirmation and have no such count. It may take long, and is done before a decision;
 * it counts again where a group has changed since.
 */
async function countedAhead(services: Services, { id, showConfirmation, start }: EventEdit, caller: SignedIn) {
  const { store, clock } = services
  const asks = ({ event, groups: its }: Grouping) =>
    its.filter((one) => !one.showConfirmation && (start !== undefined || !hasBegun(eventFor(event, one), clock.now())))
  const meant = showConfirmation ? asks(await managed(services, store, id, caller)) : []
  const all = await Promise.all(meant.map((one) => withTally(store, one)))
  const ahead = new Map(all.map((group) => [group._id, group]))
  return async (tx: Reader, found: Grouping): Promise<Grouping> => {
    const counting = showConfirmation ? asks(found) : []
    const counted = await Promise.all(counting.map((one) => withTally(tx, one, ahead.get(one._id))))
    return { ...found, groups: found.groups.map((one) => counted.find(({ _id }) => _id === one._id) ?? one) }
  }
}

/** R22, R54, R55, R98b, R107, R147a: changes an event and, with `roles`, its group. */
export async function updateEvent(services: Services, asked: EventEdit, caller: SignedIn) {
  const { id, rev, settingsRev, groupSettingsRev, despiteOverlap, ...edit } = asked
  const { clock, publicUrl, secrets } = services
  services.zoneDoubts?.compare(edit)
  const counted = await countedAhead(services, asked, caller)
  const updated = await transact(services, id, async (tx) => {
    const now = clock.now()
    const before = await counted(tx, await managed(services, tx, id, caller))
    await checkSeen(tx, before.event, { rev, settingsRev }, () => eventView(before.event, now, publicUrl))
    const [group] = before.groups
    if (group) await checkSeen(tx, group, { settingsRev: groupSettingsRev }, () => groupView(group, publicUrl))
    const owner = (await tx.get(users, before.event.ownerId)) ?? refuse('event-unknown')
    const edited = rules.editEvent(before, edit, { owner, editor: caller.user }, secrets.randomId, now)
    const { event, countedEvents } = edited
    if (!despiteOverlap) await checkMoves(services, tx, before, edited)
    const seated: SeatOutcome[] = []
    // One after the other: what one gives somebody may be in the way of what the next would (R149).
    for (const group of edited.groups) {
      const beside = seated.flatMap((one) => one.rsvps)
      seated.push(await changeSeats(services, tx, { group, event: eventFor(event, group), beside }))
    }
    const after = seated.map(({ group }) => group)
    return {
      writes: [
        put(events, event),
        ...seated.flatMap(({ writes }) => writes),
        ...edited.asking.map((group) => put(reminderRuns, runByHand(services, group, eventFor(event, group), 'confirmation'))),
        ...(countedEvents ? [put(users, next(owner, { countedEvents }))] : []),
      ],
      namesAct: true,
      reply: { event: eventView(event, now, publicUrl), groups: after.map((group) => groupView(group, publicUrl)) },
    }
  })
  if (edit.showConfirmation) services.jobs.wake()
  return updated
}

/** R57 */
export function deleteEvent(services: Services, { id }: { id: string }, caller: SignedIn) {
  const { clock } = services
  return transact(services, id, async (tx) => {
    const before = await owned(services, tx, id, caller)
    const owner = await tx.get(users, before.event.ownerId)
    const done = await Promise.all(
      before.groups.map((group) => cancelGroup(services, tx, group, eventFor(before.event, group), caller.user._id)),
    )
    const event = next(before.event, { ...cancelledAt(clock.now()), editedBy: caller.user._id })
    const countedEvents = owner?.countedEvents.filter((one) => one.id !== id) ?? []
    return {
      writes: [put(events, event), ...done.flatMap((one) => one.writes), ...(owner ? [put(users, next(owner, { countedEvents }))] : [])],
      reply: { success: true } as const,
    }
  })
}
