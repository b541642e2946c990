// Who may do what, as data: a row for every call and every kind of room. What stands here is what the product promises; it is not read off the product.
import { accountRoom, activityRoom, dashboardRoom, formRoom, groupRoom, guestRoom, messageRoom, orgRoom } from '#protocol/live.ts'
import type { RefusalCode } from '#protocol/refusals.ts'
import { type CallerName, ivy, type Tenant, type TenantName } from './rights-cast.ts'

type Target = Exclude<TenantName, 'other'>
/** `full`: shown or done, with all that belongs to it. `named`: shown the names. `own`: about the caller alone. `public`: what everyone may know. Else refused so. */
export type Outcome = 'full' | 'named' | 'own' | 'public' | RefusalCode
type Who = { readonly [T in Target]?: readonly CallerName[] }
export interface Row {
  /** Whom the call lets through its door: everyone, those with a login or a magic link, those with a login. */
  readonly door: 'anyone' | 'organizer' | 'account'
  readonly on: readonly Target[]
  readonly input: (tenant: Tenant) => object
  readonly outcomes: { readonly [O in Outcome]?: Who }
  readonly rest: Outcome
}

export const dead = ['unverified', 'loggedOut', 'linkExpired']
export const signedOut = ['nobody', 'inviteeHere', 'inviteeElsewhere']
export const links = ['linkFree', 'linkOwner', 'linkOther']
const [free, team, org] = [['creatorFree', 'linkFree'], ['creatorTeam'], ['owner', 'admin']]
const mere = ['member', 'grantee', 'granteeElsewhere', 'granteeRevoked']
const outsiders = ['stranger', 'creatorFree', 'creatorTeam', 'removed', 'foreignMember']
/** R117: asked to be an admin, and has not answered. */
const asked = ['invited']

/** Who has proven an email here: by a cookie, a login, or a magic link that works. */
const proven = ['inviteeHere', ...links, ...outsiders, ...asked, ...org, ...mere].filter((name, n, names) => names.indexOf(name) === n)

const creators: Who = { free, team, org: ['owner', 'linkOwner'] }
const managers: Who = { free, team, org }
const assigners: Who = { team, org: [...org, 'grantee'] }
const viewers: Who = { free, ...assigners }
const all: readonly Target[] = ['free', 'team', 'org']

const row = (door: Row['door'], on: readonly Target[], input: Row['input'], rest: Outcome, outcomes: Row['outcomes'] = {}): Row => ({
  door,
  on,
  input,
  rest,
  outcomes,
})
/** About the caller alone, or about nobody. */
const self = (door: Row['door'], input: object = {}, rest: Outcome = 'own', outcomes: Row['outcomes'] = {}) =>
  row(door, ['free'], () => input, rest, outcomes)
const ofOrg = (input: Row['input'], outcomes: Row['outcomes']) => row('account', ['org'], input, 'org-unknown', outcomes)
const byAdmins: Row['outcomes'] = { full: { org }, 'member-rights': { org: mere } }
const event = (input: Row['input']) => row('organizer', all, input, 'event-unknown', { full: managers })
const group = (input: Row['input']) => row('organizer', all, input, 'group-unknown', { full: managers })
const assigning = (input: Row['input']) => row('organizer', all, input, 'event-unknown', { full: assigners, 'team-plan-needed': { free } })
const granting = (input: Row['input']) => row('account', all, input, 'event-unknown', { full: { org } })

const start = '2026-12-20T10:00:00.000Z'
const newEvent = { name: 'New', start, end: '2026-12-20T11:00:00.000Z', organizerEmail: 'nora@people.test' }
const [token, email, username] = ['x'.repeat(43), 'nell@people.test', 'nell_user']
const withOrg = ({ orgId }: Tenant) => (/^f+$/.test(orgId) ? {} : { orgId })
const member = { name: 'gil', email: 'gil@people.test' }

/** R49: the creator on Free pays for their group that stands alone, up to the end of the month. */
const ofPayer: Row['input'] = ({ aloneId }) => ({ groupId: aloneId })
const byPayer = row('account', all, ofPayer, 'subscription-missing', { own: { free: ['creatorFree'] } })

/** R62, R87: one's own answer and nobody else's; nobody of the cast has one, whoever they are. */
const ownAnswer = row('anyone', all, ({ groupId, eventId }) => ({ groupId, eventId }), 'proof-missing', {
  'rsvp-unknown': { free: proven, team: proven, org: proven },
})

export const calls: Readonly<Record<string, Row>> = {
  'POST /auth/signup': self('anyone', { email, username, password: 'password of nell' }, 'public'),
  'GET /auth/check-username/:username': self('anyone', { username: 'fred_user' }, 'public'),
  'POST /auth/login': self('anyone', { email: 'fred@people.test', password: 'a guess' }, 'login-wrong'),
  'POST /auth/logout': self('anyone'),
  'POST /auth/resendVerificationEmail': self('anyone', { email: 'newt@people.test' }, 'public'),
  'POST /auth/verify-email': self('anyone', { token }, 'verification-invalid'),
  'POST /auth/request-password-reset': self('anyone', { email: 'fred@people.test' }, 'public'),
  'POST /auth/reset-password': self('anyone', { token, newPassword: 'a password' }, 'reset-invalid'),
  'POST /token-access/request': self('anyone', { email: 'fred@people.test' }, 'public'),
  'GET /token-access/validate': self('anyone', { token }, 'link-invalid'),
  'POST /token-access/open': self('anyone', { token }, 'link-invalid'),
  'GET /auth/me': self('organizer'),
  'GET /user/profile': self('account'),
  'POST /user/update-name': self('account', { name: 'New' }),
  'POST /user/update-news': self('account', { news: 'off' }),
  'POST /user/update-username': self('account', { username: 'brand_new' }),
  'GET /user/sessions': self('account'),
  'POST /user/sessions/revoke-others': self('account'),
  'GET /user/:id': row('account', all, ({ userId: id }) => ({ id }), 'user-unknown', {
    full: { free: ['creatorFree'], team, org: ['owner'] },
    named: { org: ['admin', ...mere] },
  }),

  'POST /event/:id/assign': assigning((t) => ({ id: t.eventId, groupId: t.groupId, ...member, ...withOrg(t), roleName: 'Speaker' })),
  'POST /event/:id/reassign': assigning((t) => ({
    id: t.eventId,
    groupId: t.groupId,
    fromRsvpId: t.rsvpId,
    ...withOrg(t),
    roleName: 'Guest',
    toName: member.name,
    toEmail: member.email,
  })),
  'POST /event/:id/remove': assigning((t) => ({ id: t.eventId, groupId: t.groupId, rsvpId: t.rsvpId, ...withOrg(t), roleName: 'Guest' })),
  'POST /event/:id/grants': granting((t) => ({ id: t.eventId, groupId: t.groupId, userId: t.memberUserId })),
  'GET /event/:id/group/:groupId/grants': granting((t) => ({ id: t.eventId, groupId: t.groupId })),
  'DELETE /event/:id/group/:groupId/grants/:grantId': granting((t) => ({ id: t.eventId, groupId: t.groupId, grantId: t.grantId })),

  'POST /event/with-group': self('anyone', { event: newEvent, groups: [{}] }),
  'POST /event/with-group · of an organization': row(
    'anyone',
    ['org'],
    (t) => ({ event: { ...newEvent, ownerOrgId: t.orgId, grantMember: t.memberUserId }, groups: [{ attendingOrgIds: [t.orgId] }] }),
    'org-unknown',
    { ...byAdmins, 'token-invalid': { org: dead }, 'sign-in-needed': { org: signedOut }, 'account-needed': { org: links } },
  ),
  'GET /event/mine': self('organizer'),
  'GET /event/pending': self('organizer'),
  'POST /event/:id/publish': row('organizer', all, ({ eventId: id }) => ({ id }), 'event-unknown', { full: { free, team } }),
  'GET /event/:id': row('anyone', all, ({ eventId: id }) => ({ id }), 'public', { full: managers }),
  'PUT /event/:id': event(({ eventId: id }) => ({ id, name: 'New' })),
  'DELETE /event/:id': event(({ eventId: id }) => ({ id })),

  'GET /group/mine': self('organizer'),
  'GET /group/:id': row('anyone', all, ({ groupId: id }) => ({ id }), 'public', { full: viewers }),
  'GET /group/:id/rsvps': row('organizer', all, ({ groupId: id }) => ({ id }), 'group-unknown', { full: viewers }),
  'POST /group': self('organizer', { name: 'New' }),
  'PUT /group/:id': group(({ groupId: id }) => ({ id, name: 'New' })),
  'PUT /group/:id · that others attend': row(
    'organizer',
    ['org'],
    (t) => ({ id: t.groupId, attendingOrgIds: [t.orgId] }),
    'group-unknown',
    {
      full: { org },
    },
  ),
  'DELETE /group/:id': row('organizer', all, ({ groupId: id }) => ({ id }), 'group-unknown', { 'group-of-event': managers }),
  'DELETE /group/:id · that stands alone': row('organizer', all, ({ aloneId: id }) => ({ id }), 'group-unknown', { full: creators }),
  'PATCH /group/:id/settings': group(({ groupId: id }) => ({ id, displayRSVPToAll: false })),
  'POST /group/:id/roles': group(({ groupId: id }) => ({ id, name: 'Cook', max: 2 })),
  'PATCH /group/:id/roles/:name': group(({ groupId: id }) => ({ id, name: 'Guest', max: 5 })),
  'DELETE /group/:id/roles': group(({ groupId: id }) => ({ id, name: 'Guest' })),

  'GET /group/:id/waitlist': group(({ groupId: id }) => ({ id })),
  'PATCH /group/:id/waitlist': row(
    'organizer',
    all,
    ({ groupId: id, rsvpId }) => ({ id, rsvpId, roleName: 'Guest', change: 'front' }),
    'group-unknown',
    { 'wait-unknown': managers },
  ),

  'GET /group/:id/invitations': group(({ groupId: id }) => ({ id })),
  'POST /group/:id/invitations': group(({ groupId: id }) => ({ id, people: [{ email: ivy }] })),
  'POST /group/:id/invitations/again': group(({ groupId: id }) => ({ id })),
  'DELETE /group/:id/invitations/:rsvpId': row('organizer', all, ({ groupId: id, rsvpId }) => ({ id, rsvpId }), 'group-unknown', {
    'invitation-answered': managers,
  }),
  'POST /event/:id/duplicate': event(({ eventId: id }) => ({ id, start })),
  'PUT /group/:id/reminders': group(({ groupId: id }) => ({ id, reminder: { isOn: false, days: 1, hour: 9 } })),
  // Only the first has somebody who said yes.
  'POST /group/:id/reminders/send': row('organizer', all, ({ groupId: id }) => ({ id, kind: 'reminder' }), 'group-unknown', {
    full: { free },
    'reminder-nobody': { team, org },
  }),

  'POST /org/mine': self('account'),
  'POST /org': self('account', { organization: { name: 'New' }, owner: { email } }, 'org-team-only', {
    own: { free: ['creatorTeam'] },
    'org-owned': { free: ['owner'] },
  }),
  'GET /org/:id/members': ofOrg(({ orgId: id }) => ({ id }), { full: { org }, named: { org: mere } }),
  'GET /org/:id/tier-limits': ofOrg(({ orgId: id }) => ({ id }), { public: { org: [...org, ...mere] } }),
  'POST /member': ofOrg(({ orgId }) => ({ members: [{ user: { name: 'Nell', email }, organization: { orgId } }] }), byAdmins),
  'POST /member/bulk': ofOrg(({ orgId }) => ({ members: [{ name: 'Nell', email }], orgId }), byAdmins),
  'PATCH /member/remove-many': ofOrg(({ orgId, memberId }) => ({ orgId, memberIds: [memberId] }), byAdmins),
  'PATCH /member/remove-many · in whose name': ofOrg(
    ({ orgId, memberId, userId }) => ({ orgId, memberIds: [memberId], removedBy: userId }),
    {
      full: { org: ['owner'] },
      'not-yours': { org: ['admin'] },
      'member-rights': { org: mere },
    },
  ),
  'GET /member/rolemap': self('account'),
  'PATCH /member/:id/role': ofOrg(({ orgId, memberId: id }) => ({ id, role: 'admin', orgId }), byAdmins),
  'GET /invitation': self('anyone', { token }, 'invitation-invalid'),
  'POST /invitation': self('anyone', { token, accept: true }, 'invitation-invalid'),
  'POST /org/:id/invitation': ofOrg(({ orgId: id }) => ({ id, accept: true }), { own: { org: [...org, ...mere, ...asked] } }),
  'POST /org/:id/invitation · declined': ofOrg(({ orgId: id }) => ({ id, accept: false }), {
    own: { org: asked },
    'invitation-accepted': { org: [...org, ...mere] },
  }),
  'POST /member/:id/invite': ofOrg(({ orgId, memberId: id }) => ({ id, orgId }), {
    'member-active': { org },
    'member-rights': { org: mere },
  }),
  'POST /org/:id/leave': ofOrg(({ orgId: id }) => ({ id }), { own: { org: ['admin', ...mere] }, 'org-owner-stays': { org: ['owner'] } }),

  'GET /tier-limits': self('anyone'),
  'GET /tier-limits/:userId': row('organizer', all, ({ userId }) => ({ userId }), 'not-yours', {
    public: { free, team, org: ['owner', 'linkOwner', 'admin', ...mere] },
  }),

  'GET /user/subscription': self('account'),
  'POST /user/subscription': self('account', { plan: 'pro' }, 'own', { 'plan-included': { free: ['creatorTeam', 'owner'] } }),
  'POST /user/subscription/cancel': self('account', {}, 'subscription-missing'),
  'POST /user/subscription/reactivate': self('account', {}, 'subscription-missing'),
  'POST /user/subscription/change-plan': self('account', { plan: 'team' }, 'subscription-missing'),
  'GET /user/subscription/change-plan': self('account', { plan: 'team' }, 'subscription-missing'),
  'POST /user/subscription/portal': self('account', {}, 'subscription-missing'),
  'GET /user/subscription/session': self('account', { session_id: 'cs_of_somebody' }, 'checkout-unknown'),
  'GET /payment/group/:groupId': row('account', all, ofPayer, 'own'),
  'POST /payment/group/:groupId/cancel': byPayer,
  'POST /payment/group/:groupId/reactivate': byPayer,
  'POST /payment/group/:groupId/portal': byPayer,
  'POST /payment/checkout': row('account', all, ({ groupId }) => ({ groupId, mode: 'payment' }), 'group-unknown', {
    full: { free },
    'group-included': { team, org },
  }),

  'GET /rsvp/form/:groupId': row('anyone', all, ({ groupId, eventId }) => ({ groupId, eventId }), 'public'),
  'GET /rsvp/check': row('anyone', all, ({ groupId }) => ({ groupId, email: ivy }), 'public'),
  'GET /rsvp/check-email': row('anyone', all, ({ groupId }) => ({ groupId, email: ivy }), 'public'),
  'POST /rsvp/send-verification-code': row('anyone', all, ({ groupId }) => ({ groupId, email: ivy }), 'public'),
  'POST /rsvp/verify-code': row('anyone', all, ({ groupId }) => ({ groupId, email: ivy, code: 'ABC234' }), 'code-void'),
  'POST /rsvp/verify-link': self('anyone', { token }, 'link-invalid'),
  'POST /rsvp/open': self('anyone', { token: 'x.y.z' }, 'guest-link-over'),
  'POST /rsvp/links': self('anyone', { email: ivy }, 'public'),
  'POST /rsvp/new-link': ownAnswer,
  'GET /rsvp/my-data': ownAnswer,
  'DELETE /rsvp': ownAnswer,
  'POST /group/:id/rsvps/:rsvpId/new-link': group(({ groupId: id, rsvpId }) => ({ id, rsvpId })),
  'POST /notice/open': self('anyone', { token: 'x.y.z' }, 'notice-link-over'),
  'POST /notice/stop': self('anyone', { token: 'x.y.z' }, 'notice-link-over'),
  'POST /notice/resume': self('anyone', { token: 'x.y.z' }, 'notice-link-over'),
  'POST /group/:id/rsvps/:rsvpId/retry-address': group(({ groupId: id, rsvpId }) => ({ id, rsvpId })),
  'POST /group/:id/messages/audience': group(({ groupId: id }) => ({ id, audience: {} })),
  'POST /group/:id/messages/test': group(({ groupId: id }) => ({ id, subject: 'Hello', text: 'A test' })),
  'POST /group/:id/messages': group(({ groupId: id }) => ({ id, audience: {}, subject: 'Hello', text: 'To all' })),
  'GET /group/:id/messages': group(({ groupId: id }) => ({ id })),
  'GET /group/:id/activity': group(({ groupId: id }) => ({ id })),
  'GET /group/:id/messages/:messageId': row('organizer', all, ({ groupId: id }) => ({ id, messageId: 'a'.repeat(24) }), 'group-unknown', {
    'message-unknown': managers,
  }),
  'GET /user/calendar-feed': self('account'),
  'POST /user/calendar-feed': self('account'),
  'DELETE /user/calendar-feed': self('account'),
  'POST /rsvp/submit': row('anyone', all, ({ groupId }) => ({ groupId, name: 'Ivy', email: ivy, attending: true }), 'proof-missing', {
    public: {
      free: ['inviteeHere', ...outsiders, ...asked, ...org, ...mere],
      team: ['inviteeHere', ...outsiders, ...asked, ...org, ...mere],
      org: [...org, ...mere, ...asked],
    },
    'members-only': { org: ['inviteeHere', ...outsiders] },
  }),
  'POST /rsvp/hand-over': row('anyone', all, ({ groupId }) => ({ groupId, name: 'Bo', email: 'bo@people.test' }), 'proof-missing', {
    'rsvp-unknown': { free: proven, team: proven, org: proven },
  }),
  'DELETE /rsvp/hand-over': row('anyone', all, ({ groupId }) => ({ groupId }), 'proof-missing', {
    'rsvp-unknown': { free: proven, team: proven, org: proven },
  }),
  'POST /hand-over/open': self('anyone', { token: 'x.y.z' }, 'hand-over-over'),
  'POST /hand-over/accept': self('anyone', { token: 'x.y.z' }, 'hand-over-over'),
  'POST /hand-over/decline': self('anyone', { token: 'x.y.z' }, 'hand-over-over'),
  'POST /rsvp/offer': row('anyone', all, ({ groupId }) => ({ groupId, role: 'Guest', accept: true }), 'proof-missing', {
    'offer-over': { free: proven, team: proven, org: proven },
  }),
}

export type RoomRow = Pick<Row, 'on' | 'outcomes' | 'rest'> & { readonly room: (tenant: Tenant) => string }
export const rooms: Readonly<Record<string, RoomRow>> = {
  group: { on: all, room: ({ groupId }) => groupRoom(groupId), rest: 'group-unknown', outcomes: { full: viewers } },
  form: { on: all, room: ({ groupId, eventId }) => formRoom(groupId, eventId), rest: 'public', outcomes: {} },
  dashboard: { on: all, room: ({ userId }) => dashboardRoom(userId), rest: 'not-yours', outcomes: { full: creators } },
  account: {
    on: all,
    room: ({ userId }) => accountRoom(userId),
    rest: 'not-yours',
    outcomes: { full: { free: ['creatorFree'], team, org: ['owner'] } },
  },
  guest: {
    on: all,
    room: ({ groupId, eventId }) => guestRoom(groupId, eventId),
    rest: 'proof-missing',
    outcomes: { own: { free: proven, team: proven, org: proven } },
  },
  message: { on: all, room: ({ groupId }) => messageRoom(groupId), rest: 'group-unknown', outcomes: { full: managers } },
  activity: { on: all, room: ({ groupId }) => activityRoom(groupId), rest: 'group-unknown', outcomes: { full: managers } },
  org: {
    on: ['org'],
    room: ({ orgId }) => orgRoom(orgId),
    rest: 'org-unknown',
    outcomes: { full: { org }, 'member-rights': { org: mere } },
  },
}
