// Signing up, logging in and out, links and password resets.

import { loginLimits } from '#protocol/kernel/limits.ts'
import type { EmailOnly, LinkRequest, LogIn, NewPassword } from '#protocol/people/access.ts'
import { calendarFeeds, endOfFeed } from '#server/kernel/calendar/model.ts'
import type { EmailDraft } from '#server/kernel/emails/outbox.ts'
import { iso } from '#server/kernel/ports/clock.ts'
import { refuse } from '#server/kernel/refuse.ts'
import type { Reader } from '#server/kernel/store/store.ts'
import { drop, next, put } from '#server/kernel/write/outcome.ts'
import type { Services } from '#server/kernel/write/services.ts'
import { transact } from '#server/kernel/write/transact.ts'
import { linkEmail, resetEmail } from '#server/people/emails/access.ts'
import { askedBy, type Caller, giveBack } from '#server/people/identity/caller.ts'
import { hourCounts, type LoginCount, loginCounts, type TokenKind, tokens } from '#server/people/model/access.ts'
import { type User, users, userView } from '#server/people/model/account.ts'
import {
  checkNotSuspended,
  checkWait,
  countEmail,
  countLogin,
  countWithinHour,
  forgiveLogin,
  isKnownPlace,
  isValid,
  knownPlace,
  newToken,
  type TokenPurpose,
} from '#server/people/rules/access.ts'
import { pendingSignUps, resetBy } from './queries.ts'

const done = { success: true } as const
export const userIdOf = ({ secrets }: Services, email: string) => secrets.idOf('user', email)
export const queueOf = (email: string) => `email:${email}`

/**
 * The password hashes that a login without an account is compared with: of this browser's own sign-up or else the first one, and of the latest. So a
 * stranger's later one takes nobody's way to a new email. Always two, so that their number tells nothing (R34).
 */
async function waitingHashes(services: Services, userId: string, browser: string | undefined) {
  const waiting = await pendingSignUps(services, userId, 50)
  const own = waiting.find((one) => one.browser !== null && one.browser === browser) ?? waiting.at(-1)
  return [own, waiting[0]].map((one) => one?.signUp?.passwordHash ?? null)
}

/** Where somebody guesses, or is at home: an address, or a browser by its cookie (R118). */
const placeIdOf = ({ secrets }: Services, email: string, place: string) => secrets.idOf('login', email, place)

/** R118: marks this browser as known: from now on only its own wrong logins make it wait. */
export async function knowBrowser(services: Services, tx: Reader, email: string, { browser }: Pick<Caller, 'browser'>) {
  if (!browser || !services.rateLimits) return []
  const id = placeIdOf(services, email, browser)
  return [put(loginCounts, knownPlace(await tx.get(loginCounts, id), id, services.clock.now()))]
}

/** R118: whether somebody with this email has logged in from this browser. */
export async function knowsBrowser(services: Services, { email }: Pick<LogIn, 'email'>, { browser = '' }: Pick<Caller, 'browser'>) {
  return isKnownPlace(await services.store.get(loginCounts, placeIdOf(services, email, browser)), services.clock.now())
}

/** Counts a login as a wrong one, for this account from this browser if it is known, else from this address; and from all places new to it. */
function countTry(services: Services, email: string, { address, browser = '' }: Caller) {
  const { secrets, clock } = services
  const addressId = placeIdOf(services, email, address)
  const browserId = placeIdOf(services, email, browser)
  const allId = secrets.idOf('logins', email)
  return transact(services, queueOf(email), async (tx) => {
    const placeId = isKnownPlace(await tx.get(loginCounts, browserId), clock.now()) ? browserId : addressId
    const place = countLogin(await tx.get(loginCounts, placeId), placeId, clock.now())
    const all = countWithinHour(await tx.get(hourCounts, allId), allId, clock.now(), loginLimits.strangersPerHour)
    if (!place.isKnown && !all.allowed) checkWait(all.record.expiresAt, clock.now())
    return { writes: [put(loginCounts, place), ...(place.isKnown ? [] : [put(hourCounts, all.record)])], reply: place }
  })
}

/** Removes a counted wrong login: the password was right. */
async function forgiveTry({ clock }: Services, tx: Reader, counted: LoginCount | undefined, isIn: boolean) {
  const before = counted && (await tx.get(loginCounts, counted._id))
  return before ? [put(loginCounts, forgiveLogin(before, clock.now(), isIn))] : []
}

interface LoggedIn {
  readonly token: string
  readonly user: ReturnType<typeof userView>
}

/** R34: one sentence for every wrong login; 'unverified' only after the right password. */
export async function logIn(services: Services, { email, password }: LogIn, caller: Caller) {
  const { store, secrets, clock, passwords } = services
  passwords.checkRoom() // before the try is counted: a busy server must not count as a wrong login
  const counted = services.rateLimits ? await countTry(services, email, caller) : undefined
  const userId = userIdOf(services, email)
  const [user, waiting] = await Promise.all([store.get(users, userId), waitingHashes(services, userId, caller.browser)])
  const isIn = await passwords.matches(password, user?.passwordHash ?? null)
  // Checked for every address: otherwise signing up with it and then logging in would tell whether it has an account.
  if (!isIn) {
    const fits = await Promise.all(waiting.map((hash) => passwords.matches(password, hash)))
    if (!fits.includes(true)) refuse('login-wrong')
  }
  const token = secrets.randomToken()
  const session = await transact<LoggedIn | 'suspended' | undefined>(services, queueOf(email), async (tx) => {
    if (!user || !isIn) return { writes: await forgiveTry(services, tx, counted, false), reply: undefined }
    const fresh = (await tx.get(users, userId)) ?? user
    if (fresh.passwordHash !== user.passwordHash) refuse('login-wrong')
    if (fresh.suspendedAt !== undefined) return { writes: await forgiveTry(services, tx, counted, true), reply: 'suspended' }
    const login = newToken('login', secrets.hashToken(token), fresh, clock.now())
    const browserId = placeIdOf(services, email, caller.browser ?? '')
    const known = counted?._id === browserId ? [] : await knowBrowser(services, tx, email, caller)
    const writes = [put(tokens, login), ...(await forgiveTry(services, tx, counted, true)), ...known]
    return { writes, reply: { token, user: userView(fresh, 'account', services) } }
  })
  if (session === 'suspended') refuse('account-suspended') // R114: said only after the right password
  return session ?? refuse('unverified', { showResend: true })
}

/** R33, R127: the session or link is gone on the server, also the one in this browser's cookie, and every socket that came in with them. */
export async function logOut(services: Services, _: object, { token, keptId }: Caller) {
  const ids = [...new Set([token?._id, keptId])].filter((id) => id !== undefined)
  const [id] = ids
  if (id === undefined) return { reply: done, session: null }
  return transact(services, token ? queueOf(token.email) : `link:${id}`, async (tx) => {
    const found = await Promise.all(ids.map((one) => tx.get(tokens, one)))
    return { writes: found.flatMap((one) => (one ? [drop(tokens, one)] : [])), reply: { reply: done, session: null } }
  })
}

type Person = Pick<User, '_id' | 'email' | 'epoch'>

interface TokenEmail {
  readonly write: (token: string) => EmailDraft
  readonly purpose?: TokenPurpose
}

/** R34: the person of a decoy token, which is sent to nobody. */
export const decoyPerson: Person = { _id: 'nobody', email: '', epoch: 0 }
const decoy = ({ publicUrl }: Services): TokenEmail => ({ write: (token) => ({ ...linkEmail('', publicUrl, token), isDecoy: true }) })

interface Writing {
  readonly email: string
  /** Who asks for it. */
  readonly caller: Caller
}
/** R34: gives the same reply and does the same work, whether or not the address belongs to anybody. */
export async function writeTo(
  services: Services,
  kind: TokenKind,
  { email, caller }: Writing,
  emailFor: (user: User | undefined) => Promise<TokenEmail | undefined>,
) {
  const userId = userIdOf(services, email)
  const countId = services.secrets.idOf('mail-count', kind, email)
  return transact(services, queueOf(email), async (tx) => {
    const [counted, user] = await Promise.all([tx.get(hourCounts, countId), tx.get(users, userId)])
    const { record, allowed } = countEmail(counted, countId, services.clock.now())
    const found = await emailFor(user)
    const person = found ? (user ?? { _id: userId, email, epoch: 0 }) : decoyPerson
    const written = found ?? decoy(services)
    const purpose = { ...written.purpose, asked: askedBy(services, caller, 'email') }
    const { writes, emails } = allowed ? tokenEmail(services, kind, person, { ...written, purpose }) : { writes: [], emails: [] }
    return { writes: [put(hourCounts, record), ...writes], emails, reply: done }
  })
}

function tokenEmail(services: Services, kind: TokenKind, person: Person, { write, purpose }: TokenEmail) {
  const token = services.secrets.randomToken()
  const record = newToken(kind, services.secrets.hashToken(token), person, services.clock.now(), purpose)
  return { writes: [put(tokens, record)], emails: [write(token)] }
}

export const requestLink = (services: Services, { email, eventId }: LinkRequest, caller: Caller) =>
  writeTo(
    services,
    'organizer',
    { email, caller },
    async (user) => user && { write: (token) => linkEmail(email, services.publicUrl, token, eventId) },
  )

/** A magic link for `person`: its token record and its email. */
export const organizerLink = (services: Services, person: Person, write: TokenEmail['write']) =>
  tokenEmail(services, 'organizer', person, { write })

/** Whose the magic link is, and what is written of its first use, which makes its browser known (R118). Refuses `link-invalid`. */
export async function useLink(services: Services, tx: Reader, secret: string, caller: Caller) {
  const now = services.clock.now()
  const token = await tx.get(tokens, services.secrets.hashToken(secret))
  const user = token && (await tx.get(users, token.userId))
  if (!user || !isValid(token, 'organizer', user, now)) refuse('link-invalid')
  checkNotSuspended(user)
  const used = token.usedAt === null ? [put(tokens, next(token, { usedAt: iso(now) }))] : []
  return {
    user,
    asked: token.usedAt === null && token.asked ? [token.asked] : [],
    session: { token: secret, until: token.expiresAt },
    writes: [...used, ...(await knowBrowser(services, tx, user.email, caller))],
  }
}

/** R29: the session of a link begins, which proves its email, and stays in this browser's cookie (R127). Publishes nothing (R116). */
export async function openLink(services: Services, { token }: { token: string }, caller: Caller) {
  const { asked, ...opened } = await transact(services, `link:${services.secrets.hashToken(token)}`, async (tx) => {
    const { user, asked, session, writes } = await useLink(services, tx, token, caller)
    const proven = user.verified ? [] : [put(users, next(user, { verified: true }))]
    return { writes: [...writes, ...proven], reply: { asked, reply: done, session } }
  })
  await giveBack(services, asked)
  return opened
}

/** Also for people without a password: their mailbox is the only proof of who they are (R115). */
export const requestPasswordReset = (services: Services, { email }: EmailOnly, caller: Caller) =>
  writeTo(services, 'reset', { email, caller }, async (user) => user && { write: (token) => resetEmail(email, services.publicUrl, token) })

/** R33: revokes all sessions and links of the account with the old password, and its calendar feed. Ends the wait that wrong logins caused in this browser (R118). */
export async function resetPassword(services: Services, { token: secret, newPassword }: NewPassword, caller: Caller) {
  const { secrets, store, passwords } = services
  const found = (await store.get(tokens, secrets.hashToken(secret))) ?? refuse('reset-invalid')
  const passwordHash = await passwords.hash(newPassword)
  const reset = await transact(services, queueOf(found.email), async (tx) => {
    const { token, user } = await resetBy(services, tx, secret)
    const changed = next(user, { passwordHash, verified: true, epoch: user.epoch + 1 })
    const [counted, known, feed] = await Promise.all([
      tx.get(loginCounts, placeIdOf(services, user.email, caller.address)),
      knowBrowser(services, tx, user.email, caller),
      tx.get(calendarFeeds, user._id),
    ])
    const writes = [
      put(users, changed),
      ...endOfFeed(feed),
      drop(tokens, token),
      ...(counted ? [drop(loginCounts, counted)] : []),
      ...known,
    ]
    return { writes, reply: done }
  })
  await giveBack(services, found.asked && [found.asked])
  return reset
}
