// What one can do to get in and out.
import type { EmailOnly, LogIn, NewPassword, SignUp } from '#protocol/access.ts'
import { maskEmail, newUser, type User, usernameKey, usernames, users, userView } from '../account/model.ts'
import type { EmailDraft } from '../emails/outbox.ts'
import { accountExistsEmail, linkEmail, resetEmail, verifyEmail as verifyLetter } from '../emails/texts.ts'
import type { Caller } from '../identity/caller.ts'
import { iso } from '../ports/clock.ts'
import { refuse } from '../refuse.ts'
import type { Services } from '../services.ts'
import type { Reader } from '../store/store.ts'
import { drop, next, put, transact } from '../write/transact.ts'
import { type AccessToken, hourCounts, type LoginCount, loginCounts, type TokenKind, tokens } from './model.ts'
import {
  checkWait,
  claimUsername,
  countLogin,
  countMail,
  countWithinHour,
  forgiveLogin,
  isTaken,
  isValid,
  loginsFromStrangers,
  newToken,
  type TokenPurpose,
  verifySignUp,
} from './rules.ts'

const done = { success: true } as const
export const userIdOf = ({ secrets }: Services, email: string) => secrets.idOf('user', email)
const queueOf = (email: string) => `email:${email}`

export async function checkUsername(services: Services, { username }: { username: string }) {
  const claim = await services.store.get(usernames, usernameKey(username))
  return { available: !isTaken(claim, null, services.clock.now()) }
}

/** R34: a known e-mail looks the same to the caller; its owner gets a letter. Nothing is set before the e-mail is proven. */
export async function signUp(services: Services, { email, username, password }: SignUp) {
  const { secrets, clock, passwords, publicUrl } = services
  const [passwordHash, userId] = [await passwords.hash(password), userIdOf(services, email)]
  const maskedEmail = maskEmail(email)
  return transact(services, queueOf(email), async (tx) => {
    const [now, user, claim] = [clock.now(), await tx.get(users, userId), await tx.get(usernames, usernameKey(username))]
    if (isTaken(claim, userId, now)) refuse('username-taken', { fields: { username: 'Username is taken' } })
    const token = secrets.randomToken()
    const known = user?.passwordHash != null
    const person = known ? nobody : { _id: userId, email, epoch: user?.epoch ?? 0 }
    // Whoever signs up again under the same e-mail and name gets the first one's letter again: letters that look alike must do the same.
    const first = (await pendingSignUps(services, userId, 20)).find(
      (one) => one.signUp && usernameKey(one.signUp.username) === usernameKey(username),
    )
    const pending = newToken('verify', secrets.hashToken(token), person, now, { signUp: first?.signUp ?? { username, passwordHash } })
    return {
      writes: [put(usernames, claimUsername(username, userId, claim, now, true)), put(tokens, pending)],
      emails: [known ? accountExistsEmail(email, publicUrl) : verifyLetter(email, username, publicUrl, token)],
      reply: { ...done, maskedEmail, user: { maskedEmail } },
    }
  })
}

export async function verifyEmail(services: Services, { token: secret }: { token: string }) {
  const { secrets, clock, store } = services
  const id = secrets.hashToken(secret)
  const found = await store.get(tokens, id)
  return transact(services, queueOf(found?.email ?? ''), async (tx) => {
    const [now, token] = [clock.now(), await tx.get(tokens, id)]
    const before = token && (await tx.get(users, token.userId))
    if (!isValid(token, 'verify', before, now)) refuse('verification-invalid')
    if (token.usedAt !== null || before?.passwordHash) return { reply: { ...done, alreadyVerified: true } }
    const person = before ? next(before, {}) : newUser(token.userId, token.email, iso(now))
    const held = token.signUp ? await tx.get(usernames, usernameKey(token.signUp.username)) : undefined
    const { user, claim } = verifySignUp(person, token.signUp, held, now)
    const writes = [put(users, user), put(tokens, next(token, { usedAt: iso(now) })), ...(claim ? [put(usernames, claim)] : [])]
    return { writes, reply: { ...done, alreadyVerified: false } }
  })
}

/** The latest sign-ups of this e-mail that still wait for their proof, the newest first. */
async function pendingSignUps({ store, clock }: Services, userId: string, limit: number): Promise<AccessToken[]> {
  const found = await store.find(tokens, { index: 'owner', where: { userId, kind: 'verify' }, descending: true, limit })
  return found.filter((token) => token.usedAt === null && token.expiresAt > iso(clock.now()))
}
const pendingSignUp = async (services: Services, userId: string) => (await pendingSignUps(services, userId, 1))[0]

const placeIdOf = ({ secrets }: Services, email: string, address: string) => secrets.idOf('login', email, address)

/** Counts a login as a wrong one, for this account from this address, and for the account from all addresses that are new to it. */
function countTry(services: Services, email: string, address: string) {
  const { secrets, clock } = services
  const [placeId, allId] = [placeIdOf(services, email, address), secrets.idOf('logins', email)]
  return transact(services, queueOf(email), async (tx) => {
    const place = countLogin(await tx.get(loginCounts, placeId), placeId, clock.now())
    const all = countWithinHour(await tx.get(hourCounts, allId), allId, clock.now(), loginsFromStrangers)
    if (!place.isKnown && !all.allowed) checkWait(all.record.expiresAt, clock.now())
    return { writes: [put(loginCounts, place), ...(place.isKnown ? [] : [put(hourCounts, all.record)])], reply: place }
  })
}

/** Takes a counted login back: the password was right. */
async function forgiveTry({ clock }: Services, tx: Reader, counted: LoginCount | undefined, isIn: boolean) {
  const before = counted && (await tx.get(loginCounts, counted._id))
  return before ? [put(loginCounts, forgiveLogin(before, clock.now(), isIn))] : []
}

/** R34: one sentence for every wrong login; 'unverified' only after the right password. */
export async function logIn(services: Services, { email, password }: LogIn, { address }: Caller) {
  const { store, secrets, clock, passwords } = services
  const counted = services.rateLimits ? await countTry(services, email, address) : undefined
  const userId = userIdOf(services, email)
  const [user, pending] = [await store.get(users, userId), await pendingSignUp(services, userId)]
  const hash = user?.passwordHash ?? pending?.signUp?.passwordHash ?? null
  if (!(await passwords.matches(password, hash))) refuse('login-wrong')
  const token = secrets.randomToken()
  const session = await transact(services, queueOf(email), async (tx) => {
    if (!user?.passwordHash) return { writes: await forgiveTry(services, tx, counted, false), reply: undefined }
    const fresh = (await tx.get(users, userId)) ?? user
    if (fresh.passwordHash !== user.passwordHash) refuse('login-wrong')
    const login = newToken('login', secrets.hashToken(token), fresh, clock.now())
    const writes = [put(tokens, login), ...(await forgiveTry(services, tx, counted, true))]
    return { writes, reply: { token, user: userView(fresh, 'account', clock.now()) } }
  })
  return session ?? refuse('unverified', { showResend: true })
}

/** R33: the session or link is gone on the server, and every socket that came in with it. */
export async function logOut(services: Services, _: object, { token }: Caller) {
  if (!token) return done
  return transact(services, queueOf(token.email), async (tx) => {
    const present = await tx.get(tokens, token._id)
    return { writes: present ? [drop(tokens, present)] : [], recheck: [`token:${token._id}`], reply: done }
  })
}

type Person = Pick<User, '_id' | 'email' | 'epoch'>
interface Letter {
  readonly write: (token: string) => EmailDraft
  readonly purpose?: TokenPurpose
}

/** R34: whom a token is for that nobody gets. */
const nobody: Person = { _id: 'nobody', email: '', epoch: 0 }
const decoy = ({ publicUrl }: Services): Letter => ({ write: (token) => ({ ...linkEmail('', publicUrl, token), isDecoy: true }) })

/** R34: answers alike and does the same work, whether or not there is anybody to write to. */
async function writeTo(
  services: Services,
  kind: TokenKind,
  email: string,
  letterTo: (user: User | undefined) => Promise<Letter | undefined>,
) {
  const [userId, countId] = [userIdOf(services, email), services.secrets.idOf('mail-count', kind, email)]
  return transact(services, queueOf(email), async (tx) => {
    const { record, allowed } = countMail(await tx.get(hourCounts, countId), countId, services.clock.now())
    const user = await tx.get(users, userId)
    const letter = await letterTo(user)
    const person = letter ? (user ?? { _id: userId, email, epoch: 0 }) : nobody
    const { writes, emails } = allowed ? tokenLetter(services, kind, person, letter ?? decoy(services)) : { writes: [], emails: [] }
    return { writes: [put(hourCounts, record), ...writes], emails, reply: done }
  })
}

function tokenLetter(services: Services, kind: TokenKind, person: Person, { write, purpose }: Letter) {
  const token = services.secrets.randomToken()
  const record = newToken(kind, services.secrets.hashToken(token), person, services.clock.now(), purpose)
  return { writes: [put(tokens, record)], emails: [write(token)] }
}

export const resendVerification = (services: Services, { email }: EmailOnly) =>
  writeTo(services, 'verify', email, async (user) => {
    const pending = await pendingSignUp(services, userIdOf(services, email))
    if (user?.passwordHash || !pending?.signUp) return undefined
    const { username } = pending.signUp
    return { write: (token) => verifyLetter(email, username, services.publicUrl, token), purpose: pending }
  })

export const requestLink = (services: Services, { email }: EmailOnly) =>
  writeTo(services, 'organizer', email, async (user) => user && { write: (token) => linkEmail(email, services.publicUrl, token) })

/** A magic link for `person`: its token record and its letter. R32: `publishes` is the event it was made for. */
export const organizerLink = (services: Services, person: Person, write: Letter['write'], publishes: string) =>
  tokenLetter(services, 'organizer', person, { write, purpose: { publishes } })

/** R29: changes nothing, so mail scanners may follow the link. */
export async function validateLink({ store, secrets, clock }: Services, { token: secret }: { token: string }) {
  const token = await store.get(tokens, secrets.hashToken(secret))
  const user = token && (await store.get(users, token.userId))
  return isValid(token, 'organizer', user, clock.now()) ? done : refuse('link-invalid')
}

export const requestPasswordReset = (services: Services, { email }: EmailOnly) =>
  writeTo(services, 'reset', email, async (user) =>
    user?.passwordHash ? { write: (token) => resetEmail(email, services.publicUrl, token) } : undefined,
  )

/** R33: revokes all sessions and links of the account with the old password. Whoever waits here for wrong logins waits no more. */
export async function resetPassword(services: Services, { token: secret, newPassword }: NewPassword, { address }: Caller) {
  const { secrets, clock, store, passwords } = services
  const id = secrets.hashToken(secret)
  const found = (await store.get(tokens, id)) ?? refuse('reset-invalid')
  const passwordHash = await passwords.hash(newPassword)
  return transact(services, queueOf(found.email), async (tx) => {
    const token = await tx.get(tokens, id)
    const user = token && (await tx.get(users, token.userId))
    if (!user || !isValid(token, 'reset', user, clock.now()) || token.usedAt !== null) refuse('reset-invalid')
    const changed = next(user, { passwordHash, verified: true, epoch: user.epoch + 1 })
    const counted = await tx.get(loginCounts, placeIdOf(services, user.email, address))
    const writes = [put(users, changed), drop(tokens, token), ...(counted ? [drop(loginCounts, counted)] : [])]
    return { writes, recheck: [`user:${user._id}`], reply: done }
  })
}
