// What a row of the rights table says, and the kinds of rows that many calls share.
import type { RefusalCode } from '#protocol/refusals.ts'
import type { CallerName, Tenant, TenantName } from './rights-cast.ts'

export type Target = Exclude<TenantName, 'other'>
/** `full`: shown or done, with all that belongs to it. `all`: shown or done, with the accounts of everybody and no answer. `named`: shown the names. `own`: about the caller alone. `public`: what everyone may know. Else refused so. */
export type Outcome = 'full' | 'all' | 'named' | 'own' | 'public' | RefusalCode
type Who = { readonly [T in Target]?: readonly CallerName[] }
export interface Row {
  /** Whom the call lets through its door: everyone, those with a login or a magic link, those with a login, those who run the installation with a login. */
  readonly door: 'anyone' | 'organizer' | 'account' | 'operator'
  readonly on: readonly Target[]
  readonly input: (tenant: Tenant) => object
  readonly outcomes: { readonly [O in Outcome]?: Who }
  readonly rest: Outcome
}

export const dead = ['unverified', 'loggedOut', 'linkExpired']
export const signedOut = ['nobody', 'inviteeHere', 'inviteeElsewhere']
export const links = ['linkFree', 'linkOwner', 'linkOther', 'linkOperator']
export const [free, team, org] = [['creatorFree', 'linkFree'], ['creatorTeam'], ['owner', 'admin']]
export const mere = ['member', 'grantee', 'granteeElsewhere', 'granteeRevoked']
export const outsiders = ['operator', 'stranger', 'creatorFree', 'creatorTeam', 'removed', 'foreignMember']
/** R117: asked to be an admin, and has not answered. */
export const asked = ['invited']

/** Who has proven an email here: by a cookie, a login, or a magic link that works. */
export const proven = ['inviteeHere', ...links, ...outsiders, ...asked, ...org, ...mere].filter(
  (name, n, names) => names.indexOf(name) === n,
)

export const creators: Who = { free, team, org: ['owner', 'linkOwner'] }
export const managers: Who = { free, team, org }
export const assigners: Who = { team, org: [...org, 'grantee'] }
export const viewers: Who = { free, ...assigners }
export const all: readonly Target[] = ['free', 'team', 'org']

export const row = (door: Row['door'], on: readonly Target[], input: Row['input'], rest: Outcome, outcomes: Row['outcomes'] = {}): Row => ({
  door,
  on,
  input,
  rest,
  outcomes,
})
/** About the caller alone, or about nobody. */
export const self = (door: Row['door'], input: object = {}, rest: Outcome = 'own', outcomes: Row['outcomes'] = {}) =>
  row(door, ['free'], () => input, rest, outcomes)
export const ofOrg = (input: Row['input'], outcomes: Row['outcomes']) => row('account', ['org'], input, 'org-unknown', outcomes)
export const byAdmins: Row['outcomes'] = { full: { org }, 'member-rights': { org: mere } }
export const event = (input: Row['input']) => row('organizer', all, input, 'event-unknown', { full: managers })
export const group = (input: Row['input']) => row('organizer', all, input, 'group-unknown', { full: managers })
export const assigning = (input: Row['input']) =>
  row('organizer', all, input, 'event-unknown', { full: assigners, 'team-plan-needed': { free } })
export const granting = (input: Row['input']) => row('account', all, input, 'event-unknown', { full: { org } })

export const start = '2026-12-20T10:00:00.000Z'
export const newEvent = { name: 'New', start, end: '2026-12-20T11:00:00.000Z', organizerEmail: 'nora@people.test' }
export const [token, email, username] = ['x'.repeat(43), 'nell@people.test', 'nell_user']
export const withOrg = ({ orgId }: Tenant) => (/^f+$/.test(orgId) ? {} : { orgId })
export const member = { name: 'gil', email: 'gil@people.test' }

/** R49: the creator on Free pays for their group that stands alone, up to the end of the month. */
export const ofPayer: Row['input'] = ({ aloneId }) => ({ groupId: aloneId })
export const byPayer = row('account', all, ofPayer, 'subscription-missing', { own: { free: ['creatorFree'] } })

/** R62, R87: one's own answer and nobody else's; nobody of the cast has one, whoever they are. */
export const ownAnswer = row('anyone', all, ({ groupId, eventId }) => ({ groupId, eventId }), 'proof-missing', {
  'rsvp-unknown': { free: proven, team: proven, org: proven },
})

/** R114: to everybody but an operator who is logged in there is no such call. */
export const operating = (input: object | Row['input'], outcome: Outcome = 'all') =>
  row('operator', ['free'], typeof input === 'function' ? (input as Row['input']) : () => input, 'call-unknown', {
    [outcome]: { free: ['operator'] },
  })
