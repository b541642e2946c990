// What a row of the rights table says, and the kinds of rows that many calls share.
import type { RefusalCode } from '#protocol/kernel/refusals.ts'
import { dot } from '../pictures/dot.ts'
import type { CallerName, Tenant, TenantName } from './rights-cast.ts'

export type Target = Exclude<TenantName, 'other'>
/** `full`: shown or done, with all that belongs to it. `all`: shown or done, with the accounts of everybody and no answer. `named`: shown the names. `own`: about the caller alone. `public`: what everyone may know. Else refused so. */
export type Outcome = 'full' | 'all' | 'named' | 'own' | 'public' | RefusalCode
type Who = { readonly [T in Target]?: readonly CallerName[] }
export interface Row {
  /** Whom the call lets through its guard: everyone, those with a login or a magic link, those with a login, those who run the installation with a login. */
  readonly guard: 'anyone' | 'organizer' | 'account' | 'operator'
  readonly on: readonly Target[]
  readonly input: (tenant: Tenant) => object
  readonly outcomes: { readonly [O in Outcome]?: Who }
  readonly rest: Outcome
  /** R201: also for who helps without an account. */
  readonly isForHelpers?: true
}

export const dead = ['unverified', 'loggedOut', 'linkExpired']
export const signedOut = ['nobody', 'inviteeHere', 'inviteeElsewhere', 'teamPass', 'doorPhone', 'otherGroupPhone']
export const links = ['linkFree', 'linkOwner', 'linkOther', 'linkOperator']
export const [free, team, org] = [['creatorFree', 'linkFree'], ['creatorTeam'], ['owner', 'admin']]
/** R200: of the team of the second tenant's event, by an account; who is only invited to it, no longer of it, or of another event's or group's. */
export const helpers = ['teamManager', 'teamAssigner', 'teamMessenger', 'teamViewer', 'teamDoor']
const otherRoles = ['Assigner', 'Messenger', 'Viewer', 'Door']
/** R202: of the event's team, for another group. */
export const ofOtherGroups = ['teamOtherGroup', ...otherRoles.map((role) => `otherGroup${role}`)]
const notHelpers = ['teamInvited', 'teamEnded', 'teamElsewhere', ...otherRoles.map((role) => `elsewhere${role}`), ...ofOtherGroups]
/** R201: a viewer of that team without an account. */
export const passes = ['teamPass']
export const mere = ['member', 'grantee', 'granteeElsewhere', 'granteeRevoked']
const strangers = ['operator', 'stranger', 'creatorFree', 'creatorTeam', 'removed', 'foreignMember']
export const outsiders = [...strangers, ...helpers, ...notHelpers]
/** R117: asked to be an admin, and has not answered. */
export const asked = ['invited']

/** Who has proven an email here: by a cookie, a login, or a magic link that works. */
export const proven = ['inviteeHere', ...links, ...outsiders, ...asked, ...org, ...mere].filter(
  (name, n, names) => names.indexOf(name) === n,
)

export const creators: Who = { free, team, org: ['owner', 'linkOwner'] }
export const owners: Who = { free, team, org }
export const managers: Who = { free, team: [...team, 'teamManager'], org }
/** R200: who writes to guests. */
export const writers: Who = { ...managers, team: [...team, 'teamManager', 'teamMessenger'] }
/** R206: who reads the addresses of guests, but not of an organization's members. */
export const guestReaders: Who = { team: ['teamAssigner', 'teamMessenger'] }
export const assigners: Who = { team: [...team, 'teamManager', 'teamAssigner'], org: [...org, 'grantee'] }
/** R206: who sees names and emails, and who sees names. */
export const readers: Who = { free, ...assigners, team: [...team, 'teamManager', 'teamAssigner', 'teamMessenger'] }
export const viewers: Who = { team: ['teamViewer', ...passes] }
export const lookers: Row['outcomes'] = { full: readers, named: viewers }
export const all: readonly Target[] = ['free', 'team', 'org']

export const row = (
  guard: Row['guard'],
  on: readonly Target[],
  input: Row['input'],
  rest: Outcome,
  outcomes: Row['outcomes'] = {},
): Row => ({
  guard,
  on,
  input,
  rest,
  outcomes,
})
/** About the caller alone, or about nobody. */
export const self = (guard: Row['guard'], input: object = {}, rest: Outcome = 'own', outcomes: Row['outcomes'] = {}) =>
  row(guard, ['free'], () => input, rest, outcomes)
export const ofOrg = (input: Row['input'], outcomes: Row['outcomes']) => row('account', ['org'], input, 'org-unknown', outcomes)
export const byAdmins: Row['outcomes'] = { full: { org }, 'member-rights': { org: mere } }
export const event = (input: Row['input']) => row('organizer', all, input, 'event-unknown', { full: managers })
export const changesOfEvents: Readonly<Record<string, Row>> = {
  'PUT /event/:id': event(({ eventId: id }) => ({ id, name: 'New' })),
  'DELETE /event/:id': row('organizer', all, ({ eventId: id }) => ({ id }), 'event-unknown', {
    full: owners,
    'owner-only': { team: ['teamManager'] },
  }),
  'POST /event/:id/groups': row('organizer', all, ({ eventId: id }) => ({ id, group: { name: 'Late' } }), 'event-unknown', {
    full: { team: managers.team ?? [], org },
    'event-groups-reached': { free },
  }),
  // Nobody has deleted it: so it is refused to who may as well.
  'POST /event/:id/groups/:groupId/restore': row('organizer', all, ({ eventId: id, groupId }) => ({ id, groupId }), 'event-unknown', {
    'undo-unable': managers,
  }),
  'PUT /event/:id/photo': event(({ eventId: id }) => ({ id, bytes: dot })),
  'DELETE /event/:id/photo': event(({ eventId: id }) => ({ id })),
  'PATCH /event/:id/groups/order': event(({ eventId: id, groupId }) => ({ id, groupIds: [groupId] })),
}
export const group = (input: Row['input']) => row('organizer', all, input, 'group-unknown', { full: managers })
export const writing = (input: Row['input']) => row('organizer', all, input, 'group-unknown', { full: writers })
/** R201: for those without an account as well. */
export const helping = (one: Row): Row => ({ ...one, isForHelpers: true })
export const assigning = (input: Row['input']) =>
  row('organizer', all, input, 'event-unknown', { full: assigners, 'team-plan-needed': { free } })
/** R129: on every plan. */
export const removing = (input: Row['input']) => row('organizer', all, input, 'event-unknown', { full: { free, ...assigners } })
export const granting = (input: Row['input']) => row('account', all, input, 'event-unknown', { full: { org } })

export const start = '2026-12-20T10:00:00.000Z'
export const newEvent = { name: 'New', start, end: '2026-12-20T11:00:00.000Z', organizerEmail: 'nora@people.test' }
export const [token, email, username] = ['x'.repeat(43), 'nell@people.test', 'nell_user']
export const withOrg = ({ orgId }: Tenant) => (/^f+$/.test(orgId) ? {} : { orgId })
export const member = { name: 'gil', email: 'gil@people.test' }

/** R49: the creator on Free pays for their group that stands alone, up to the end of the month. */
export const ofPayer: Row['input'] = ({ aloneId }) => ({ groupId: aloneId })
export const byPayer = row('account', all, ofPayer, 'subscription-missing', { own: { free: ['creatorFree'] } })

/** R114: to everybody but an operator who is logged in there is no such call. */
export const operating = (input: object | Row['input'], outcome: Outcome = 'all') =>
  row('operator', ['free'], typeof input === 'function' ? (input as Row['input']) : () => input, 'call-unknown', {
    [outcome]: { free: ['operator'] },
  })

/** R203: somebody of a team; nobody is of the first tenant's. */
export const teammate = (input: Row['input']) =>
  row('organizer', all, input, 'event-unknown', {
    full: { team: managers.team ?? [], org },
    'teammate-unknown': { free },
  })
