// Everything that lets in whoever has it, for longer than one call: what ends each, where in the sources it is made, and how a test comes by one.

import { noticeApi } from '#protocol/mail/notice.ts'
import { planApi } from '#protocol/money/plan.ts'
import { accessApi } from '#protocol/people/access.ts'
import { accountApi } from '#protocol/people/account.ts'
import { memberApi } from '#protocol/people/member.ts'
import { orgApi } from '#protocol/people/org.ts'
import { proofApi } from '#protocol/people/proof.ts'
import { calendarApi } from '#protocol/seats/calendar.ts'
import { doorApi } from '#protocol/seats/door/door.ts'
import { passApi } from '#protocol/seats/door/pass.ts'
import { eventApi } from '#protocol/seats/event.ts'
import { guestApi } from '#protocol/seats/guest.ts'
import { pendingApi } from '#protocol/seats/pending.ts'
import { rsvpApi } from '#protocol/seats/rsvp.ts'
import { buy } from '../world/buying.ts'
import { cookieOf, type Person } from '../world/people.ts'
import type { Answer, Guest, World } from '../world/world.ts'
import { seatBearers } from './bearers-seats.ts'
import { teamBearers } from './bearers-team.ts'

/** What may end a bearer, in the words of SECURITY.md. */
export const ends = ['password reset', 'log out others', 'suspension', 'erased data', 'new link', 'restore'] as const
export type End = (typeof ends)[number]
const ofAccount = ['password reset', 'log out others', 'suspension', 'restore'] as const

export interface Cast {
  readonly world: World
  /** Has an account, which is logged in twice. */
  readonly ada: Person
  /** The other login of hers. */
  readonly elsewhere: Person
  readonly groupId: string
  readonly eventId: string
  /** Has answered, after a code. */
  readonly guest: Guest
  readonly rsvpId: string
}
/** Whether it still lets in, in this world: the one it was made in, or the one that was restored. */
type Works = (world: World) => Promise<boolean>

export interface Bearer {
  readonly name: string
  readonly endedBy: readonly End[]
  /** By what else it ends, and why not by more. */
  readonly besides: string
  /** As `sitesIn` finds them. */
  readonly sites: readonly string[]
  readonly make: (cast: Cast) => Promise<Works>
}

const isOk = ({ status }: Answer) => status === 200
const tokenIn = (text: string, name: string) => new RegExp(`${name}=([\\w.-]+)`).exec(text)?.[1] ?? ''
const isProven = ({ body }: Answer) => body.code !== 'proof-missing'
const personalLink = async ({ world, guest }: Cast) => {
  const texts = (await world.mails(guest.email)).map(({ text }) => tokenIn(text, '[?&]guest'))
  return texts.find((token) => token !== '') ?? ''
}

export const bearers: readonly Bearer[] = [
  {
    name: 'Login',
    endedBy: ofAccount,
    besides: 'logging out, and 30 days',
    sites: ['token login', 'randomToken server/people/access/actions.ts', 'randomToken server/people/signup/actions.ts'],
    make:
      async ({ elsewhere }) =>
      async (world) =>
        isOk(await world.call(accountApi.profile, {}, elsewhere)),
  },
  {
    name: 'Access link (magic link)',
    endedBy: ofAccount,
    besides: 'logging out, and 24 hours',
    sites: ['token organizer'],
    make: async ({ world: here, ada }) => {
      const link = await here.opened(ada.email)
      return async (world) => isOk(await world.call(eventApi.mine, {}, link))
    },
  },
  {
    name: 'Organizer in this browser (cookie)',
    endedBy: ofAccount,
    besides: 'logging out, and 24 hours, with the link that began it or by itself',
    sites: ['cookie server/edge/http/cookies.ts', 'cookie organizerCookie', 'randomToken server/seats/pending/actions.ts'],
    make: async ({ world: here, ada }) => {
      const { eventId } = await here.event({}, undefined, {}, { organizerEmail: ada.email })
      const code = await here.codeMailed(ada.email)
      const { headers } = await here.call(pendingApi.publish, { id: eventId, code })
      return async (world) => isOk(await world.call(eventApi.mine, {}, { cookie: cookieOf(headers) }))
    },
  },
  {
    name: 'Code that publishes',
    endedBy: ofAccount,
    besides: 'its use, a newer one, five wrong tries, and 10 minutes',
    sites: ['randomCode server/seats/pending/actions.ts'],
    make: async ({ world: here, ada }) => {
      await here.setTier(ada.userId, 'pro')
      const { eventId } = await here.event({}, undefined, {}, { organizerEmail: ada.email })
      const code = await here.codeMailed(ada.email)
      return async (world) => isOk(await world.call(pendingApi.publish, { id: eventId, code }))
    },
  },
  {
    name: 'Link that verifies an account',
    endedBy: ['restore'],
    besides: 'its use, and 24 hours; before it there is no account that could be reset',
    sites: ['token verify'],
    make: async ({ world: here }) => {
      const browser = await here.signUp({ email: 'new@people.test', username: 'new_user', password: 'password of new' })
      const token = await here.tokenMailed('new@people.test')
      return async (world) => isOk(await world.call(accessApi.verifyEmail, { token }, browser))
    },
  },
  {
    name: 'Calendar feed',
    endedBy: ofAccount,
    besides: 'a new feed, and its owner; it has no end in time, since calendars fetch it for years',
    sites: ['randomToken server/seats/calendar/actions.ts'],
    make: async ({ world: here, ada }) => {
      const { url } = await here.ok(calendarApi.makeFeed, {}, ada)
      return async (world) => isOk(await world.send('GET', new URL(url.replace('webcal:', 'http:')).pathname))
    },
  },
  {
    name: 'Personal link of a guest',
    endedBy: ['erased data', 'new link', 'restore'],
    besides: '30 days after the event; it is the guest’s, and no account’s',
    sites: ['purpose guest'],
    make: async (cast) => {
      const token = await personalLink(cast)
      return async (world) => isOk(await world.call(guestApi.open, { token }))
    },
  },
  {
    name: 'Pass for the door',
    endedBy: ['erased data', 'new link', 'restore'],
    besides: 'a no, a removal, fewer seats, and 30 days after the event; it opens nothing but the door',
    sites: ['pass server/seats/model/pass.ts'],
    make: async ({ world: here, groupId, guest }) => {
      const { rsvp } = await here.ok(rsvpApi.form, { groupId }, guest)
      const [{ url } = { url: '' }] = rsvp?.passes ?? []
      return async (world) => isOk(await world.call(passApi.open, { pass: url }))
    },
  },
  {
    name: 'Phone at a door (cookie)',
    endedBy: ['restore'],
    besides: 'being cut off, and 12 hours after the event; it is the event’s, and no account’s',
    sites: ['cookie doorCookie', 'randomToken server/seats/door/actions.ts'],
    make: async ({ world: here, ada, eventId }) => {
      const { link } = await here.ok(doorApi.makePhone, { eventId, name: 'North door' }, ada)
      const { headers } = await here.call(doorApi.pair, { token: link.split('#')[1] ?? '' })
      return async (world) => isOk(await world.call(doorApi.list, { eventId }, { cookie: cookieOf(headers) }))
    },
  },
  {
    name: 'Link that pairs a phone to a door',
    endedBy: ['restore'],
    besides: 'its use, and 10 minutes',
    sites: [],
    make: async ({ world: here, ada, eventId }) => {
      const { link } = await here.ok(doorApi.makePhone, { eventId, name: 'South door' }, ada)
      return async (world) => isOk(await world.call(doorApi.pair, { token: link.split('#')[1] ?? '' }))
    },
  },
  {
    name: 'Proof of an email by a personal link (cookie)',
    endedBy: ['erased data', 'new link', 'restore'],
    besides: '2 hours',
    sites: ['sign server/edge/http/mount.ts', 'cookie server/edge/http/mount.ts', 'cookie proofCookie'],
    make: async (cast) => {
      const opened = await cast.world.call(guestApi.open, { token: await personalLink(cast) })
      const cookie = cookieOf(opened.headers)
      return async (world) => isProven(await world.call(guestApi.myData, { groupId: cast.groupId }, { cookie }))
    },
  },
  {
    name: 'Proof of an email by a code (cookie)',
    endedBy: ['restore'],
    besides: '2 hours; it proves the address, whatever becomes of the answer',
    sites: [],
    make:
      async ({ guest, groupId }) =>
      async (world) =>
        isProven(await world.call(guestApi.myData, { groupId }, guest)),
  },
  {
    name: 'Code',
    endedBy: ['restore'],
    besides: 'its use, a newer one, five wrong tries, and 10 minutes',
    sites: ['randomCode server/seats/proof/actions.ts'],
    make: async ({ world: here, groupId }) => {
      const email = 'cody@guests.test'
      await here.ok(rsvpApi.sendCode, { email, groupId })
      const code = await here.codeMailed(email)
      return async (world) => isOk(await world.call(rsvpApi.verifyCode, { email, groupId, code }))
    },
  },
  {
    name: 'Link beside a code',
    endedBy: ['restore'],
    besides: '2 hours; it proves the address, whatever becomes of the answer',
    sites: ['sign server/seats/proof/actions.ts'],
    make: async ({ world: here, groupId }) => {
      await here.ok(rsvpApi.sendCode, { email: 'lina@guests.test', groupId })
      const token = await here.tokenMailed('lina@guests.test')
      return async (world) => isOk(await world.call(proofApi.verifyLink, { token }))
    },
  },
  ...seatBearers,
  {
    name: 'Invitation to an organization',
    endedBy: ['restore'],
    besides: 'being withdrawn or declined, and 30 days; it proves its address, which needs no account',
    sites: ['sign server/people/member/actions.ts'],
    make: async ({ world: here }) => {
      const olga = await here.person('olga', 'team')
      const { orgId } = await here.ok(orgApi.create, { organization: { name: 'Choir' }, owner: { email: olga.email } }, olga)
      const members = [{ member: {}, user: { name: 'Max', email: 'max@people.test' }, organization: { orgId } }]
      await here.ok(orgApi.addMembers, { members }, olga)
      const token = await here.tokenMailed('max@people.test')
      return async (world) => isOk(await world.call(memberApi.readInvitation, { token }))
    },
  },
  ...teamBearers,
  {
    name: 'Link to the sandbox’s payments',
    endedBy: ['restore'],
    besides: 'an hour; no money moves there',
    sites: ['purpose billing'],
    make: async ({ world: here, ada }) => {
      await here.setTier(ada.userId, 'free')
      await buy(here, ada)
      const { url } = await here.ok(planApi.openPortal, {}, ada)
      return async (world) => isOk(await world.send('GET', url.slice(here.services.publicUrl.length)))
    },
  },
  {
    name: 'Link that stops emails about an event',
    endedBy: [],
    besides: '30 days after the event: it opens nothing, and whoever was written to must be able to stop it',
    sites: ['purpose unsubscribe'],
    make: async ({ world: here, rsvpId, groupId }) => {
      const token = await here.services.signedTokens.sign('unsubscribe', { sub: rsvpId, group: groupId }, here.clock.now() + 1e9)
      return async (world) => isOk(await world.call(noticeApi.open, { token }))
    },
  },
  {
    name: 'Link that stops the emails about how events stand',
    endedBy: [],
    besides: '90 days, for the same reason',
    sites: ['purpose digest'],
    make: async ({ world: here, ada }) => {
      const token = await here.services.signedTokens.sign('digest', { sub: ada.userId }, here.clock.now() + 1e9)
      return async (world) => isOk(await world.call(noticeApi.open, { token }))
    },
  },
  // The last one: to try it ends all others of the account.
  {
    name: 'Link that resets a password',
    endedBy: ofAccount,
    besides: 'its use, and an hour',
    sites: ['token reset'],
    make: async ({ world: here, ada }) => {
      await here.ok(accessApi.requestPasswordReset, { email: ada.email })
      const token = await here.tokenMailed(ada.email)
      return async (world) => isOk(await world.call(accessApi.resetPassword, { token, newPassword: 'yet another password' }))
    },
  },
]

/** Other secrets and signatures in the sources, and why they let nobody in. */
export const notBearers: Readonly<Record<string, string>> = {
  'randomToken server/edge/http/mount.ts':
    'recognizes a browser, so that it need not wait for others’ wrong passwords (R118); opens nothing',
  'cookie asideCookie': 'says that somebody else reads than who is proven: it only hides',
  'cookie browserCookie': 'the cookie of that',
  'cookie signedInCookie': 'tells our own pages that there is an organizer’s cookie, which they can’t read; opens nothing',
  'cookie server/app/app.ts': 'a sample with which doctor looks at how cookies are set',
  'randomCode server/people/signup/actions.ts': 'a username that is offered',
  'crypto server/app/backup/file.ts': 'signs backups',
  'crypto server/app/backup/read.ts': 'compares that signature',
  'crypto server/edge/http/operations.ts': 'compares METRICS_TOKEN, which whoever runs the installation sets',
  'crypto server/record/ledger/file.ts': 'signs the lines of the ledger',
  'crypto server/kernel/ports/secrets.ts': 'makes all of the above',
  'crypto server/kernel/ports/signed-tokens.ts': 'makes all of the above',
}
