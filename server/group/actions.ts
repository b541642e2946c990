// What those who manage a group can do with it, and what others may read of it.
import type { Input } from '#protocol/endpoint.ts'
import type { GroupEdit, GroupInput, groupApi } from '#protocol/group.ts'
import { rsvpsPerPage, type Tier } from '#protocol/limits.ts'
import { users } from '../account/model.ts'
import type { Event } from '../event/model.ts'
import type { SignedIn } from '../identity/caller.ts'
import { checkAttending } from '../identity/rights.ts'
import { countAlone, isOnlyInvited } from '../invitation/model.ts'
import { purgeLater, tellGuests } from '../jobs/fanout.ts'
import { tierAt } from '../plan/model.ts'
import { countNewGroup } from '../plan/rules.ts'
import { refuse } from '../refuse.ts'
import { reminderRuns } from '../reminder/model.ts'
import { readTally, runByHand, withTally } from '../reminder/queries.ts'
import { askedNow, planned } from '../reminder/rules.ts'
import { type Rsvp, rsvps } from '../rsvp/model.ts'
import type { Services } from '../services.ts'
import type { Reader } from '../store/store.ts'
import { tellingEmails } from '../waitlist/emails.ts'
import { waitPages } from '../waitlist/model.ts'
import { type SeatChange, type Seated, settleSeats } from '../waitlist/queries.ts'
import { moveToWaitlist } from '../waitlist/rules.ts'
import { drop, next, type Outcome, put } from '../write/outcome.ts'
import { transact } from '../write/transact.ts'
import { groupCreatedEmail } from './emails.ts'
import { type Group, groups, groupView, occupied, type Role, taken } from './model.ts'
import { checkSeen, eventOf, managed, tierOf } from './queries.ts'
import * as rules from './rules.ts'

/** What a change of seats writes and emails (R90). */
export const seatedOutcome = (
  { publicUrl }: Services,
  { group, rsvps: changed, pages, emptied, tellings }: Seated,
  event: Event | undefined,
) => ({
  writes: [
    put(groups, group),
    ...changed.map((rsvp) => put(rsvps, rsvp)),
    ...pages.map((page) => put(waitPages, page)),
    ...emptied.map((page) => drop(waitPages, page)),
  ],
  emails: tellingEmails(publicUrl, group, event, tellings),
})

type Decision = (group: Group, tier: Tier, tx: Reader) => Promise<rules.Changed> | rules.Changed
type More = (group: Group, event: Event | undefined, tx: Reader) => Promise<Partial<Outcome<unknown>> & { readonly seats?: SeatChange }>
/** The one way a group is changed by those who manage it. */
function change(services: Services, id: string, caller: SignedIn, decide: Decision, more: More = async () => ({})) {
  const decideChange = async (tx: Reader) => {
    const group = await managed(services, tx, id, caller)
    const after = rules.nextEdit(group, await decide(group, await tierOf(services, tx, group), tx), caller.user._id)
    const event = await eventOf(tx, after)
    const { writes = [], seats, ...rest } = await more(after, event, tx)
    const seated = await settleSeats(services, tx, { group: after, event, ...seats })
    const told = seatedOutcome(services, seated, event)
    const reply = { group: groupView(seated.group, services.publicUrl) }
    return { ...rest, ...told, writes: [...told.writes, ...writes], namesAct: true, reply }
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

/** R98: confirmation switched on asks everybody who is to confirm. */
export async function updateGroup(services: Services, { id, rev, settingsRev, ...edit }: GroupEdit, caller: SignedIn) {
  const { jobs, publicUrl, secrets } = services
  let isAsking = false
  const decide: Decision = async (group, tier, tx) => {
    await checkSeen(tx, group, { rev, settingsRev }, () => groupView(group, publicUrl))
    await checkAttending(services, tx, edit.attendingOrgIds ?? [], group.attendingOrgIds, tier, caller)
    const changed = rules.editGroup(group, edit, tier, secrets.randomId)
    isAsking = changed.showConfirmation === true && !group.showConfirmation
    return isAsking ? { ...changed, ...(await asking(services, tx, { ...group, ...changed })) } : changed
  }
  const changed = await change(services, id, caller, decide, async (group, event) => ({
    writes: isAsking ? [put(reminderRuns, runByHand(services, group, event, 'confirmation'))] : [],
  }))
  jobs.wake()
  return changed
}

/** R98: what a group notes of everybody being asked to confirm now. */
async function asking({ clock }: Services, tx: Reader, before: Group): Promise<rules.Changed> {
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
  { id, name, max, min, moveToWaitlist: moves }: Input<typeof groupApi.setRoleMax>,
  caller: SignedIn,
) {
  const isMove = (role: Role | undefined) => moves === true && role !== undefined && max < occupied(role)
  return change(
    services,
    id,
    caller,
    (group, tier) => {
      const roles = rules.setRoleMin(group, { name, max, min })
      if (!isMove(rules.roleNamed(group, name))) return { roles: rules.setRoleMax({ ...group, roles }, name, max, tier) }
      return group.waitlist ? { roles } : refuse('waitlist-off')
    },
    async (group, _, tx) => {
      const role = rules.roleNamed(group, name)
      if (!role || !isMove(role)) return {}
      const holders = await holdersOf(tx, group, role)
      return { seats: { about: holders, joins: [role._id], more: (seating) => moveToWaitlist(seating, role._id, max, holders) } }
    },
  )
}

/** Everyone who has a role, as they are in this decision. Refuses `busy` where the batch has given it to somebody that the store doesn't have yet. */
async function holdersOf(tx: Reader, group: Group, role: Role): Promise<Rsvp[]> {
  const holders: Rsvp[] = []
  for (let last: Rsvp | undefined; ; ) {
    const page = await tx.find(rsvps, { index: 'group', where: { groupId: group._id }, limit: rsvpsPerPage, ...(last && { after: last }) })
    const present = await Promise.all(page.map(({ _id }) => tx.get(rsvps, _id)))
    holders.push(...(present.filter((one) => one !== undefined && one.attending !== false && one.roleIds.includes(role._id)) as Rsvp[]))
    last = page.at(-1)
    if (!last || page.length < rsvpsPerPage) return holders.length === taken(role) ? holders : refuse('busy')
  }
}

/** R97, R98: who had only this role, and no response, is no longer asked to confirm; and who was invited besides, is only invited again. */
async function countsWithout(tx: Reader, group: Group, { role, roles }: rules.RemovedRole): Promise<rules.Changed> {
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
