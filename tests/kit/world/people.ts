// Who and what a test needs before it begins: people with accounts, events with groups, guests with proven emails, and everyone's mailbox.
import type { z } from 'zod/mini'
import type { Tier } from '#protocol/kernel/limits.ts'
import { normalEmail } from '#protocol/kernel/texts.ts'
import { accessApi } from '#protocol/people/access.ts'
import { memberApi } from '#protocol/people/member.ts'
import { eventApi } from '#protocol/seats/event.ts'
import { rsvpApi } from '#protocol/seats/rsvp.ts'
import { next, put } from '#server/kernel/write/outcome.ts'
import type { Services } from '#server/kernel/write/services.ts'
import { transact } from '#server/kernel/write/transact.ts'
import { readOutbox } from '#server/mail/delivery/recent-emails.ts'
import { proofCookie } from '#server/people/identity/cookies.ts'
import { users } from '#server/people/model/account.ts'
import { proofText } from '#server/people/rules/proof.ts'
import type { As, Client } from './client.ts'
import { day, hour } from './clock.ts'

export interface Person extends As {
  readonly token: string
  readonly email: string
  readonly userId: string
}
/** An invitee with a proven email. */
export type Guest = As & { readonly email: string }

/** What was emailed, newest first, and the code or link in the newest. */
export function openMailbox(services: Services) {
  const mails = (to: string) => readOutbox(services, normalEmail(to))
  const newest = async (to: string) => (await mails(to))[0]?.text ?? ''
  return {
    mails,
    tokenMailed: async (to: string) => /token=([\w.-]+)/.exec(await newest(to))?.[1] ?? '',
    codeMailed: async (to: string) => /^([A-Z0-9]{6})$/m.exec(await newest(to))?.[1] ?? '',
  }
}

export function openPeople(services: Services, { ok, call }: Client, { mails, tokenMailed }: ReturnType<typeof openMailbox>) {
  const setTier = (userId: string, tier: Tier) =>
    transact(services, userId, async (tx) => {
      const user = await tx.get(users, userId)
      return { writes: user ? [put(users, next(user, { tier }))] : [], reply: undefined }
    })

  /** An account with a verified email, logged in. */
  async function person(name: string, tier: Tier = 'free'): Promise<Person> {
    const [email, password] = [`${name}@people.test`, `password of ${name}`]
    const browser = await signUp({ email, username: `${name}_user`, password })
    // Whoever is invited already has other emails with links.
    const links = (await mails(email)).map(({ text }) => /\/verify-email\?token=([\w.-]+)/.exec(text)?.[1])
    const { token = '', user } = await ok(accessApi.verifyEmail, { token: links.find(Boolean) ?? '' }, browser)
    const one: Person = { token, email, userId: user?._id ?? '' }
    if (tier !== 'free') await setTier(one.userId, tier)
    return one
  }
  /** Signs up; gives the browser that did, with its cookie (R115). */
  const signUp = async (input: z.input<typeof accessApi.signUp.input>, as: As = {}): Promise<As> => {
    const { headers, status } = await call(accessApi.signUp, input, as)
    if (status !== 200) throw new Error(`signing up is answered with ${status}`)
    return { ...as, cookie: cookieOf(headers) }
  }
  async function logIn(name: string): Promise<Person> {
    const { token, user } = await ok(accessApi.logIn, { email: `${name}@people.test`, password: `password of ${name}` })
    return { token, email: user.email, userId: user._id }
  }
  /** A magic link for an email that is known already. */
  async function link(email: string): Promise<{ organizerToken: string }> {
    await ok(accessApi.requestLink, { email })
    return { organizerToken: await tokenMailed(email) }
  }
  /** The session of a magic link, begun as its page begins it. */
  async function opened(email: string, as: As = {}): Promise<{ organizerToken: string }> {
    const { organizerToken } = await link(email)
    await ok(accessApi.openLink, { token: organizerToken }, as)
    return { organizerToken }
  }
  /** Accepts the invitation of an organization while signed in. */
  async function join(orgId: string, ...people: As[]) {
    for (const one of people) await ok(memberApi.answer, { id: orgId, accept: true }, one)
  }
  /** Accepts by the link in the newest email. */
  async function joinByLink(...emails: string[]) {
    for (const email of emails) await ok(memberApi.answerByLink, { token: await tokenMailed(email), accept: true })
  }
  return { setTier, person, signUp, logIn, link, opened, join, joinByLink }
}

/** The cookie that an answer sets, as a browser sends it back. */
export const cookieOf = (headers: Headers) => (headers.get('set-cookie') ?? '').split(';')[0] ?? ''

type EventSent = z.input<typeof eventApi.createWithGroup.input>['event']
type GroupSent = z.input<typeof eventApi.createWithGroup.input>['groups'][number]
const someRoles = [
  { name: 'Speaker', max: 1 },
  { name: 'Guest', max: 3 },
]

export function openEvents({ clock }: Services, { ok }: Client) {
  const inDays = (days: number) => new Date(clock.now() + days * day).toISOString()
  /** In a week, for an hour. */
  const eventInput = (more: Partial<EventSent> = {}): EventSent => ({
    name: 'Summer school',
    start: inDays(7),
    end: new Date(clock.now() + 7 * day + hour).toISOString(),
    timeZone: 'Europe/Berlin',
    ...more,
  })
  async function event(
    owner: As,
    roles: { name: string; max: number; min?: number }[] = someRoles,
    group: Partial<GroupSent> = {},
    more: Partial<EventSent> = {},
  ) {
    const created = await ok(eventApi.createWithGroup, { event: eventInput(more), groups: [{ roles, ...group }] }, owner)
    return { eventId: created.event._id, groupId: created.groupId, event: created.event }
  }
  return { inDays, eventInput, event }
}

export function openGuests(
  { secrets, clock, publicUrl }: Services,
  { ok, call, callOnce }: Client,
  { codeMailed }: ReturnType<typeof openMailbox>,
) {
  /** Proves `email` for the group by a mailed code, as an invitee does. */
  async function prove(email: string, groupId: string): Promise<Guest> {
    await ok(rsvpApi.sendCode, { email, groupId })
    const { headers } = await call(rsvpApi.verifyCode, { email, groupId, code: await codeMailed(email) })
    return { email, cookie: cookieOf(headers) }
  }
  /** The same cookie without the email: for crowds. */
  const proven = (email: string, groupId: string): Guest => {
    const proof = secrets.sign(proofText(groupId, normalEmail(email), clock.now()))
    return { email, cookie: `${proofCookie(groupId, publicUrl)}=${proof}` }
  }
  /** `count` guests with proven emails. */
  const crowd = (count: number, groupId: string): Guest[] => Array.from({ length: count }, (_, n) => proven(guestNo(n), groupId))
  const answering =
    (ask: Client['callOnce']) =>
    (groupId: string, guest: Guest, roles: string[] = [], more: Record<string, unknown> = {}) =>
      ask(rsvpApi.submit, { groupId, email: guest.email, name: 'A guest', attending: true, roles, ...more }, guest)
  return { prove, proven, crowd, answer: answering(call), answerOnce: answering(callOnce) }
}

export const guestNo = (n: number) => `guest${n}@guests.test`
