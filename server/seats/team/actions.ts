// How people come to help with an event, and how that changes and ends (R200 to R208).

import type { Input } from '#protocol/kernel/endpoint.ts'
import { undoSeconds } from '#protocol/kernel/limits.ts'
import type { LogIn } from '#protocol/people/access.ts'
import type { teamApi } from '#protocol/people/team.ts'
import { type AskedRole, needsNoAccount } from '#protocol/people/team-roles.ts'
import { iso } from '#server/kernel/ports/clock.ts'
import { Refusal, refuse } from '#server/kernel/refuse.ts'
import type { Reader } from '#server/kernel/store/store.ts'
import { type Actor, drop, next, put } from '#server/kernel/write/outcome.ts'
import type { Services } from '#server/kernel/write/services.ts'
import { transact } from '#server/kernel/write/transact.ts'
import { logIn } from '#server/people/access/actions.ts'
import { actingAs, type Caller, type SignedIn } from '#server/people/identity/caller.ts'
import { nameIn } from '#server/people/identity/memberships.ts'
import { users, withUser } from '#server/people/model/account.ts'
import {
  endOf,
  grantId,
  groupIdsOf,
  isAccepted,
  isGrant,
  isOffer,
  roleOf,
  type Teammate,
  teammateId,
  teammates,
  teammateView,
} from '#server/people/model/team.ts'
import { countStrangerEmails } from '#server/people/org/actions.ts'
import { linkToken } from '#server/people/rules/member.ts'
import { checkMayAdd, checkUntil, teamLinkText } from '#server/people/rules/team.ts'
import { signUpProven } from '#server/people/signup/actions.ts'
import { teamInvitedEmail } from '#server/seats/emails/team.ts'
import { type Event, events, everOnTeam, overAt, statusOf } from '#server/seats/model/event.ts'
import { type Group, groups } from '#server/seats/model/group.ts'
import { takenOver } from '#server/seats/ownership/actions.ts'
import { groupsOf, highestTier } from '#server/seats/rights/groups.ts'
import { isOnTeam, manages, owns, standingIn } from '#server/seats/rights/rights.ts'
import { eventsToJoin, type Invited, invitedBy, togetherWith } from './queries.ts'

const success = true as const
type Scope = Pick<Teammate, 'role' | 'groupIds' | 'groupId' | 'until'>

/** The event for one who manages all that the role is for, with how long they do. R203: nobody gives more than they have. */
async function giving(services: Services, tx: Reader, id: string, scope: Scope, caller: SignedIn) {
  const event = (await tx.get(events, id)) ?? refuse('event-unknown')
  const named = groupIdsOf(scope as Teammate)
  const ids = named.length > 0 ? named : event.groupIds
  const found = await Promise.all(ids.map(async (groupId) => tx.get(groups, groupId)))
  const places: (Event | Group)[] = [...(named.length > 0 ? [] : [event]), ...(found.filter((group) => group?.eventId === id) as Group[])]
  const standings = await Promise.all(places.map((place) => standingIn(services, tx, place, caller)))
  const isManagers = standings.some(({ rights }) => rights.has('manage')) || (await manages(services, tx, event, caller))
  if (event.cancelledAt || !isManagers) refuse('event-unknown')
  if (found.some((group) => group?.eventId !== id) || standings.some(({ rights }) => !rights.has('manage'))) refuse('group-unknown')
  if ((scope.role === 'manager' || scope.role === 'owner') && !(await owns(services, tx, event, caller))) refuse('owner-only')
  return { event, until: Math.min(...standings.map((standing) => standing.until)) }
}

/** Those on the team besides `one`, and what tidying up writes: what has ended takes no place. */
async function othersOf({ clock }: Services, tx: Reader, event: Event, one: string) {
  const kept = await Promise.all((event.teamIds ?? []).filter((id) => id !== one).map((id) => tx.get(teammates, id)))
  return kept.filter((other) => other !== undefined && isOnTeam(other, event, clock.now())) as Teammate[]
}
function withTeam(event: Event, others: readonly Teammate[], one?: Teammate) {
  const joining = one && !isGrant(one) ? one : undefined
  const teamIds = [...others, ...(joining ? [joining] : [])].map(({ _id }) => _id)
  return put(events, next(event, { teamIds, everOnTeam: everOnTeam(event, joining) }))
}

async function checkAdding(services: Services, tx: Reader, event: Event, role: AskedRole, others: readonly Teammate[]) {
  if (statusOf(event, services.clock.now()) === 'unpublished') refuse('event-unpublished')
  checkMayAdd(role, others, await highestTier(services, tx, await groupsOf(tx, event)), event.name)
}

type RoleRequest = Pick<Teammate, 'until' | 'orgId' | 'userId'> & Required<Pick<Teammate, 'role' | 'groupIds'>>
interface Adding {
  readonly id: string
  readonly email: string
  readonly asked: RoleRequest
  readonly caller: SignedIn
}

/** One more of the team of an event; refuses whom it has already, and the owner. */
async function joined(services: Services, tx: Reader, { id, email, asked, caller }: Adding, now: number) {
  const { secrets } = services
  const given = await giving(services, tx, id, asked, caller)
  const { event } = given
  const _id = teammateId(secrets, id, email)
  const before = await tx.get(teammates, _id)
  if (before && isOnTeam(before, event, now)) refuse('teammate-there')
  const owner = (await tx.get(users, event.ownerId)) ?? refuse('event-unknown')
  if (owner.email === email && !event.ownerOrgId) refuse('teammate-owner')
  const others = await othersOf(services, tx, event, _id)
  await checkAdding(services, tx, event, asked.role, others)
  const at = iso(now)
  const invited = { name: '', createdAt: at, invitedAt: at, invitedBy: caller.user._id }
  const one: Teammate = { ...asked, ...invited, _id, rev: (before?.rev ?? 0) + 1, eventId: id, email }
  checkUntil(endOf(one, overAt(event)), now, given.until)
  return { one, event, owner, writes: [put(teammates, one), withTeam(event, others, one)] }
}

/** R201: joins the team, with the email that invites; R209: or at once those of all events of its organization, but where they are already. */
async function added(services: Services, tx: Reader, adding: Adding) {
  const { id, email, asked, caller } = adding
  const now = services.clock.now()
  const { event: here } = await giving(services, tx, id, asked, caller)
  const { ids, leftOut } = asked.orgId
    ? await eventsToJoin(services, tx, { orgId: asked.orgId, email, event: here }, caller)
    : { ids: [id], leftOut: 0 }
  const [first, ...more] = await Promise.all(ids.map((each) => joined(services, tx, { ...adding, id: each }, now)))
  const { one, event, owner } = first ?? refuse('teammate-there')
  const token = linkToken(services.secrets.sign(teamLinkText(one, now)))
  const said = { invitedBy: await nameIn(tx, event.ownerOrgId, caller.user._id), role: asked.role, token, moreEvents: more.length }
  const all = [first, ...more].flatMap((each) => each ?? [])
  return {
    writes: [...all.flatMap(({ writes }) => writes), ...(await countStrangerEmails(services, tx, owner, 1))],
    emails: [teamInvitedEmail(email, services.publicUrl, { _id: asked.groupIds[0] ?? event.groupIds[0] ?? '' }, event, said)],
    reply: {
      member: teammateView(one, overAt(event)),
      ...(asked.orgId && { asked: all.map((each) => ({ id: each.event._id, teamId: each.one._id })), leftOut }),
    },
  }
}

/** R201: nothing is theirs before they accept. */
export function addTeammate(services: Services, input: Input<typeof teamApi.add>, caller: SignedIn) {
  const { id, email, role, groupIds = [], until, allOf } = input
  const ofOrg = allOf && { orgId: allOf, userId: services.secrets.idOf('user', email) }
  const asked: RoleRequest = { role, groupIds: [...new Set(groupIds)], ...(until && { until }), ...ofOrg }
  return transact(services, id, (tx) => added(services, tx, { id, email, asked, caller }), {
    idempotencyKey: caller.idempotencyKey,
    checkRight: (tx) => giving(services, tx, id, asked, caller),
  })
}

/** One of the team, for who may take that role away. Refuses `teammate-unknown`. */
async function takingFrom(services: Services, tx: Reader, id: string, teamId: string, caller: SignedIn) {
  const one = await tx.get(teammates, teamId)
  const isHere = one?.eventId === id
  const { event, until } = await giving(services, tx, id, isHere ? one : {}, caller)
  return isHere ? { event, one, until } : refuse('teammate-unknown')
}

/** R202, R203: another role, other groups or another end. */
export function changeTeammate(services: Services, { id, teamId, ...asked }: Input<typeof teamApi.change>, caller: SignedIn) {
  return transact(services, id, async (tx) => {
    const now = services.clock.now()
    const { event, one } = await takingFrom(services, tx, id, teamId, caller)
    if (isGrant(one) || isOffer(one) || !isOnTeam(one, event, now)) refuse('teammate-unknown')
    const changed = next(one, {
      ...(asked.role && { role: asked.role }),
      ...(asked.groupIds && { groupIds: [...new Set(asked.groupIds)] }),
      ...(asked.until !== undefined && { until: asked.until ?? undefined }),
      changedAt: iso(now),
    })
    const { until } = await giving(services, tx, id, changed, caller)
    checkUntil(endOf(changed, overAt(event)), now, until)
    const others = await othersOf(services, tx, event, one._id)
    if (roleOf(changed) !== roleOf(one)) await checkAdding(services, tx, event, roleOf(changed), others)
    return {
      writes: [put(teammates, changed), withTeam(event, others, changed)],
      reply: { member: teammateView(changed, overAt(event)) },
    }
  })
}

/** It ends at once; R208: it is kept for a moment, in which it can be put back. */
export function removeTeammate(services: Services, { id, teamId }: Input<typeof teamApi.remove>, caller: SignedIn) {
  return transact(services, id, async (tx) => {
    const { event, one } = await takingFrom(services, tx, id, teamId, caller)
    if (one.removedAt) refuse('teammate-unknown')
    const [others, now] = [await othersOf(services, tx, event, one._id), services.clock.now()]
    const removed = { removedAt: iso(now), expiresAt: iso(now + 2 * undoSeconds * 1_000) }
    return {
      writes: [put(teammates, next(one, removed)), withTeam(event, others)],
      reply: { success },
    }
  })
}

/** R208: as it was, within the time for it. */
export function restoreTeammate(services: Services, { id, teamId }: Input<typeof teamApi.restore>, caller: SignedIn) {
  return transact(services, id, async (tx) => {
    const now = services.clock.now()
    const { event, one } = await takingFrom(services, tx, id, teamId, caller)
    const { removedAt } = one
    if (!removedAt) refuse('teammate-unknown')
    if (Date.parse(removedAt) + undoSeconds * 1_000 <= now) refuse('undo-late', { seconds: undoSeconds })
    const back = next(one, { removedAt: undefined, expiresAt: undefined, changedAt: iso(now) })
    if (!isOnTeam(back, event, now)) refuse('teammate-unknown')
    const others = await othersOf(services, tx, event, back._id)
    const hasChanged = others.some(({ createdAt, changedAt = createdAt }) => changedAt >= removedAt)
    if (hasChanged && !isGrant(back)) await checkAdding(services, tx, event, roleOf(back), others) // R204: whoever came meanwhile has the place
    return { writes: [put(teammates, back), withTeam(event, others, back)], reply: { member: teammateView(back, overAt(event)) } }
  })
}

/** Somebody of the team without an account. */
const helper: Actor = { by: { type: 'person', userId: '', name: '' }, via: 'guest' }
const acting = (services: Services, caller: Caller): Services => (caller.user ? actingAs(services, caller) : { ...services, actor: helper })

/** R209: every role of the invitation. */
async function allAccepted(services: Services, tx: Reader, asked: Invited, accept: (one: Teammate) => Teammate) {
  const all = (await togetherWith(services, tx, asked)).map(async ({ one, event }) => {
    const accepted = accept(one)
    return [put(teammates, accepted), withTeam(event, await othersOf(services, tx, event, one._id), accepted)]
  })
  return (await Promise.all(all)).flat()
}

type Accepting = Input<typeof teamApi.accept>
/** R201a: who has the password of the account that is there has made it by this link before, and the reply was lost. Counted like any login (R118). */
const loggedIn = (services: Services, asked: LogIn, caller: Caller) =>
  logIn(services, asked, caller).catch((error: unknown) => {
    const isWrong = error instanceof Refusal && (error.code === 'login-wrong' || error.code === 'unverified')
    if (isWrong) refuse('account-there')
    throw error
  })

/** R201, R201a: the link proves the email it was sent to; repeating it changes nothing. With a password the account that the role takes is made, or logged in to. */
export async function acceptInvitation(services: Services, { token, password }: Accepting, caller: Caller) {
  if (password === undefined) return acceptedBy(services, token, caller)
  const { one } = await invitedBy(services, services.store, token)
  if (needsNoAccount(roleOf(one))) refuse('invitation-invalid')
  const account = await services.store.get(users, services.secrets.idOf('user', one.email))
  if (!account && isAccepted(one)) refuse('invitation-invalid')
  if (!account) {
    const signUp = await signUpProven(services, { email: one.email, password }, caller)
    return acceptedBy(services, token, { ...caller, user: signUp.person, via: 'account' }, signUp.made)
  }
  const session = await loggedIn(services, { email: one.email, password }, caller)
  return { ...(await acceptedBy(services, token, { ...caller, user: account, via: 'account' })), ...session }
}

type SigningUp = Awaited<ReturnType<typeof signUpProven>>['made']
function acceptedBy(given: Services, token: string, caller: Caller, signUp?: SigningUp) {
  const services = acting(given, caller)
  return invitedBy(services, services.store, token).then(({ event: { _id } }) =>
    transact(services, _id, async (tx) => {
      const invited = await invitedBy(services, tx, token)
      const made = await signUp?.(tx)
      const accepted = await accepting(services, made ? withUser(tx, made.user) : tx, invited, caller)
      return {
        writes: [...(made?.writes ?? []), ...accepted.writes],
        emails: [...(made?.emails ?? []), ...accepted.emails],
        reply: { ...accepted.reply, ...made?.reply },
      }
    }),
  )
}

async function accepting(services: Services, tx: Reader, invited: Invited, caller: Caller) {
  const { one: before, event } = invited
  const [acceptedAt, account] = [iso(services.clock.now()), await tx.get(users, services.secrets.idOf('user', before.email))]
  const taken =
    isOffer(before) && !isAccepted(before)
      ? await takenOver(services, tx, before, { event, groups: await groupsOf(tx, event) }, caller)
      : undefined
  const accepted = (asked: Teammate) => next(asked, { acceptedAt, name: account?.name ?? '' })
  const one = taken?.accepted ?? (isAccepted(before) ? before : accepted(before))
  return {
    // With its event: who has the team on screen hears of that (R137).
    writes: taken?.writes ?? (one === before ? [] : await allAccepted(services, tx, invited, accepted)),
    emails: taken?.emails ?? [],
    reply: {
      eventId: event._id,
      groupId: groupIdsOf(one)[0] ?? event.groupIds[0] ?? '',
      acceptedAt: one.acceptedAt ?? '',
      member: teammateView(one, overAt(event)),
    },
  }
}

/** R207: by who helps, with or without an account. Nobody else takes that back. */
export function leaveTeam(given: Services, { id }: Input<typeof teamApi.leave>, caller: Caller) {
  const services = acting(given, caller)
  const { secrets } = services
  return transact(services, id, async (tx) => {
    const event = (await tx.get(events, id)) ?? refuse('event-unknown')
    const own = caller.via === 'account' ? caller.user : undefined
    const ids = own ? [teammateId(secrets, id, own.email), ...event.groupIds.map((groupId) => grantId(secrets, groupId, own._id))] : []
    const pass = caller.teamPass?.(id)
    const found = await Promise.all([...new Set([...ids, ...(pass ? [pass.id] : [])])].map((one) => tx.get(teammates, one)))
    const theirs = found.filter(
      (one) => one && isAccepted(one) && (ids.includes(one._id) || one.acceptedAt === pass?.acceptedAt),
    ) as Teammate[]
    if (theirs.length === 0) refuse('event-unknown')
    const gone = new Set(theirs.map(({ _id }) => _id))
    const others = (await othersOf(services, tx, event, '')).filter(({ _id }) => !gone.has(_id))
    return { writes: [...theirs.map((one) => drop(teammates, one)), withTeam(event, others)], reply: { success } }
  })
}
