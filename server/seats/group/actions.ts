// What those who manage a group can do with it, and what others may read of it.

import type { Input } from '#protocol/kernel/endpoint.ts'
import { rsvpsPerPage, type Tier } from '#protocol/kernel/limits.ts'
import type { GroupEdit, GroupInput, groupApi } from '#protocol/seats/group.ts'
import type { Question } from '#protocol/seats/questions/question.ts'
import { refuse } from '#server/kernel/refuse.ts'
import type { Reader } from '#server/kernel/store/store.ts'
import { next, type Outcome, put, type RecordWrite } from '#server/kernel/write/outcome.ts'
import type { Services } from '#server/kernel/write/services.ts'
import { transact } from '#server/kernel/write/transact.ts'
import type { SignedIn } from '#server/people/identity/caller.ts'
import { type User, users } from '#server/people/model/account.ts'
import { tierAt } from '#server/people/model/plan.ts'
import { countNewGroup } from '#server/people/rules/plan.ts'
import { groupCreatedEmail } from '#server/seats/emails/group.ts'
import { dropSensitiveLater, purgeLater, sensitiveEnd, tellGuests } from '#server/seats/fanout/fanout.ts'
import { seatsIn } from '#server/seats/model/companion.ts'
import type { GroupEvent } from '#server/seats/model/event.ts'
import { eventFor, events } from '#server/seats/model/event.ts'
import { type Group, groups, groupView, occupied, questionsOf, type Role, taken } from '#server/seats/model/group.ts'
import { countAlone, isOnlyInvited } from '#server/seats/model/invitation.ts'
import { reminderRuns } from '#server/seats/model/reminder.ts'
import { type Rsvp, rsvps } from '#server/seats/model/rsvp.ts'
import { readTally, runByHand, withTally } from '#server/seats/reminder/queries.ts'
import { eventOf, managed, tierOf } from '#server/seats/rights/groups.ts'
import { checkAttending } from '#server/seats/rights/rights.ts'
import { formerPlace, withoutGroup } from '#server/seats/rules/event-groups.ts'
import * as rules from '#server/seats/rules/group.ts'
import { hasOtherTimes, isElsewhere, retimed } from '#server/seats/rules/group-times.ts'
import { askedNow, planned } from '#server/seats/rules/reminder.ts'
import { moveToWaitlist } from '#server/seats/rules/waitlist.ts'
import { changeSeats, type SeatsWanted } from '#server/seats/seating/change-seats.ts'
import { checkMoves } from '#server/seats/seating/moves.ts'
import { checkSeen, inEvent } from './queries.ts'

type Decision = (group: Group, tier: Tier, tx: Reader) => Promise<rules.GroupPatch> | rules.GroupPatch
type FurtherChanges = (
  group: Group,
  event: GroupEvent | undefined,
  tx: Reader,
) => Promise<Partial<Outcome<unknown>> & { readonly seats?: SeatsWanted }>
/** The one way a group is changed by those who manage it. */
function change(
  services: Services,
  id: string,
  caller: SignedIn,
  decide: Decision,
  more: FurtherChanges = async () => ({}),
  { despiteOverlap = false, queue = id }: { readonly despiteOverlap?: boolean; readonly queue?: string } = {},
) {
  const decideChange = async (tx: Reader) => {
    const group = await managed(services, tx, id, caller)
    const edited = rules.nextEdit(group, await decide(group, await tierOf(services, tx, group), tx), caller.user._id)
    const { group: after, event, writes: ofTimes } = await withTimes(services, tx, group, edited, despiteOverlap)
    const { writes = [], seats, ...rest } = await more(after, event, tx)
    const seated = await changeSeats(services, tx, { group: after, event, ...seats })
    const reply = { group: groupView(seated.group, services.publicUrl) }
    return { ...rest, writes: [...seated.writes, ...ofTimes, ...writes], namesAct: true, reply }
  }
  return transact(services, queue, decideChange, {
    idempotencyKey: caller.idempotencyKey,
    checkRight: (tx) => managed(services, tx, id, caller),
  })
}

/**
 * R142, R147a: where an edit has changed when or where the group is, or whether one may be elsewhere at that time, all that follows for its event, its owner's
 * plan and its guests. Its other groups are written too: so no answer in one of them is decided meanwhile by what stood before.
 */
async function withTimes(services: Services, tx: Reader, before: Group, edited: Group, despiteOverlap: boolean) {
  if (!isElsewhere(before, edited)) return { group: edited, event: await eventOf(tx, edited), writes: [] }
  const { event, others } = await inEvent(tx, before)
  if (!despiteOverlap) await checkMoves(services, tx, { event, groups: [before, ...others] }, { event, groups: [edited, ...others] })
  const owner = (await tx.get(users, event.ownerId)) ?? refuse('group-unknown')
  const done = retimed(before, edited, { event, others, owner, now: services.clock.now() })
  const { group, countedEvents } = done
  const its = eventFor(done.event, group)
  const writes: RecordWrite[] = [
    put(events, done.event),
    ...others.map((one) => put(groups, next(one, {}))),
    ...(countedEvents ? [put(users, next(owner, { countedEvents }))] : []),
  ]
  return { group, event: its, writes }
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
      hasOtherTimes(group, group)
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

/** R98: confirmation switched on asks everybody who is to confirm. */
export async function updateGroup(services: Services, { id, rev, settingsRev, despiteOverlap, ...edit }: GroupEdit, caller: SignedIn) {
  const { jobs, publicUrl, secrets } = services
  let [isAsking, isSensitiveNow] = [false, false]
  const decide: Decision = async (group, tier, tx) => {
    await checkSeen(tx, group, { rev, settingsRev }, () => groupView(group, publicUrl))
    await checkAttending(services, tx, edit.attendingOrgIds ?? [], group.attendingOrgIds, tier, caller)
    const changed = rules.editGroup(group, edit, tier, secrets.randomId)
    isAsking = changed.showConfirmation === true && !group.showConfirmation
    isSensitiveNow = isMoreSensitive(questionsOf(group), changed.questions)
    return isAsking ? { ...changed, ...(await asking(services, tx, { ...group, ...changed })) } : changed
  }
  const follow: FurtherChanges = async (group, event, tx) => ({
    writes: [
      ...(isAsking ? [put(reminderRuns, runByHand(services, group, event, 'confirmation'))] : []),
      ...(isSensitiveNow && event && services.clock.now() >= sensitiveEnd(event)
        ? await dropSensitiveLater(services, tx, group, event)
        : []),
    ],
  })
  const changed = await change(services, id, caller, decide, follow, { despiteOverlap, queue: await queueOf(services, id, edit) })
  jobs.wake()
  return changed
}

/** R166: whether a question is sensitive that wasn't. */
const isMoreSensitive = (before: readonly Question[], after: readonly Question[] = []) =>
  after.some(({ _id, isSensitive }) => isSensitive && before.some((one) => one._id === _id && !one.isSensitive))

/** R147a: in the event's own queue where times are edited, as its own are: a batch with answers of the group would find who has seats as it was before them. */
async function queueOf({ store }: Services, id: string, edit: Partial<GroupEdit>): Promise<string> {
  const isOfTimes = (['start', 'end', 'allowOverlap'] as const).some((key) => edit[key] !== undefined)
  return (isOfTimes && (await store.get(groups, id))?.eventId) || id
}

/** R98: what a group notes of everybody being asked to confirm now. */
async function asking({ clock }: Services, tx: Reader, before: Group): Promise<rules.GroupPatch> {
  const now = clock.now()
  const counted = await withTally(tx, before)
  const asked = { ...counted, ...askedNow(counted, now) }
  return { tally: asked.tally, asked: asked.asked, ...planned(asked, await eventOf(tx, before), now) }
}

export const changeSettings = (services: Services, { id, ...fields }: Input<typeof groupApi.settings>, caller: SignedIn) =>
  updateGroup(services, { id, ...fields }, caller)

export const addRole = (services: Services, { id, ...role }: Input<typeof groupApi.addRole>, caller: SignedIn) =>
  change(services, id, caller, (group, tier) => ({ roles: rules.addRole(group, role, tier, services.secrets.randomId()) }))

export function setRoleMax(
  services: Services,
  { id, name, max, min, settingsRev, moveToWaitlist: moves }: Input<typeof groupApi.setRoleMax>,
  caller: SignedIn,
) {
  const isMove = (role: Role | undefined) => moves === true && role !== undefined && max !== undefined && max < occupied(role)
  return change(
    services,
    id,
    caller,
    async (group, tier, tx) => {
      await checkSeen(tx, group, { settingsRev }, () => groupView(group, services.publicUrl))
      const roles = rules.setRoleMin(group, { name, max, min })
      if (max === undefined) return { roles }
      if (!isMove(rules.roleNamed(group, name))) return { roles: rules.setRoleMax({ ...group, roles }, name, max, tier) }
      return group.waitlist ? { roles } : refuse('waitlist-off')
    },
    async (group, _, tx) => {
      const role = rules.roleNamed(group, name)
      if (!role || max === undefined || !isMove(role)) return {}
      const holders = await holdersOf(tx, group, role)
      return { seats: { about: holders, joins: [role._id], more: (seating) => moveToWaitlist(seating, role._id, max, holders) } }
    },
  )
}

const peopleIn = (holders: readonly Rsvp[], { _id }: Role) => holders.reduce((sum, one) => sum + seatsIn(one, _id), 0)

/** Everyone who has a role, or brings somebody who has it, as they are in this decision. Refuses `busy` where the batch has given it to somebody that the store doesn't have yet. */
async function holdersOf(tx: Reader, group: Group, role: Role): Promise<Rsvp[]> {
  const holders: Rsvp[] = []
  for (let last: Rsvp | undefined; ; ) {
    const page = await tx.find(rsvps, { index: 'group', where: { groupId: group._id }, limit: rsvpsPerPage, ...(last && { after: last }) })
    const current = await Promise.all(page.map(({ _id }) => tx.get(rsvps, _id)))
    holders.push(...(current.filter((one) => one !== undefined && seatsIn(one, role._id) > 0) as Rsvp[]))
    last = page.at(-1)
    if (!last || page.length < rsvpsPerPage) return peopleIn(holders, role) === taken(role) ? holders : refuse('busy')
  }
}

/** R97, R98: who had only this role, and no response, is no longer asked to confirm; and who was invited besides, is only invited again. */
async function countsWithout(tx: Reader, group: Group, { role, roles }: rules.RemovedRole): Promise<rules.GroupPatch> {
  if (role.counts.assignedNoResponse === 0) return {}
  const tally = group.tally ? await readTally(tx, { ...group, roles }) : {}
  if (!group.invitations) return tally
  const alone = (await holdersOf(tx, group, role)).filter((rsvp) => isOnlyInvited(rsvp, { roles }))
  return { ...tally, ...countAlone(group, alone.length) }
}

/** R8: the seats go, the RSVPs stay, and the holders get an email. */
export function removeRole(services: Services, { id, name }: Input<typeof groupApi.removeRole>, caller: SignedIn) {
  let gone: rules.RemovedRole | undefined
  return change(
    services,
    id,
    caller,
    async (group, _, tx) => {
      gone = rules.removeRole(group, name)
      return { roles: gone.roles, ...(await countsWithout(tx, group, gone)) }
    },
    async (group, event, tx) => ({
      writes:
        gone && rules.isHeld(gone.role) ? [await tellGuests(services, tx, { kind: 'role-deleted', group, event, role: gone.role })] : [],
    }),
  )
}

/** R57, R140: the share link then says that it was canceled; holders get an email; RSVPs are purged later. */
export function deleteGroup(services: Services, { id }: { id: string }, caller: SignedIn) {
  return transact(services, id, async (tx) => {
    const group = await managed(services, tx, id, caller)
    const owner = (await tx.get(users, group.ownerId)) ?? refuse('group-unknown')
    const around = group.eventId === null ? withoutAlone(owner, id) : await withoutInEvent(services, tx, group, owner, caller)
    const { writes } = await cancelGroup(services, tx, { ...group, ...around.place }, around.event, caller.user._id)
    return { writes: [...writes, ...around.writes], reply: { success: true } as const }
  })
}

const withoutAlone = (owner: User, id: string) => ({
  event: undefined,
  place: {},
  writes: [put(users, next(owner, { standaloneGroupIds: owner.standaloneGroupIds.filter((one) => one !== id) }))],
})

/** R140: what is written of the event that a group goes from, and of its other groups. */
async function withoutInEvent({ clock }: Services, tx: Reader, group: Group, owner: User, { user }: SignedIn) {
  const { event, others } = await inEvent(tx, group)
  const grouped = { event, groups: [group, ...others], owner, editedBy: user._id, now: clock.now() }
  const left = withoutGroup(grouped, group)
  const writes: RecordWrite[] = [
    put(events, left.event),
    ...left.groups.map((one) => put(groups, one)),
    put(users, next(owner, { countedEvents: left.countedEvents })),
  ]
  return { event: eventFor(left.event, group), place: formerPlace(grouped, group), writes }
}

/** R136: `editedBy` is who did it, for those who managed it. */
export async function cancelGroup(services: Services, tx: Reader, group: Group, event: GroupEvent | undefined, editedBy: string) {
  const end = rules.cancelledAt(services.clock.now())
  const cancelled = next(group, { ...end, editedBy })
  const fanout = await tellGuests(services, tx, { kind: 'cancelled', group, event, isUndoable: group.goneFrom !== undefined })
  // Those of an event that is canceled as a whole are still among its groups.
  const sensitive = group.goneFrom || group.eventId === null ? await dropSensitiveLater(services, tx, group, event) : []
  return { cancelled, writes: [put(groups, cancelled), fanout, purgeLater(services, group, end.expiresAt), ...sensitive] }
}
