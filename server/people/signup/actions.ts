// How one gets an account: sign-up, its email, and the proof that email and password are of one and the same person.

import { madeUpName } from '#protocol/kernel/texts.ts'
import type { EmailOnly, LogIn } from '#protocol/people/access.ts'
import type { SignUp, VerifyEmail } from '#protocol/people/signup.ts'
import { iso } from '#server/kernel/ports/clock.ts'
import { refuse } from '#server/kernel/refuse.ts'
import type { Reader } from '#server/kernel/store/store.ts'
import { next, put } from '#server/kernel/write/outcome.ts'
import type { Services } from '#server/kernel/write/services.ts'
import { transact } from '#server/kernel/write/transact.ts'
import { knowBrowser, queueOf, userIdOf, writeTo } from '#server/people/access/actions.ts'
import { pendingSignUps } from '#server/people/access/queries.ts'
import { accountExistsEmail, accountMadeEmail, verifyEmail as verificationEmail } from '#server/people/emails/signup.ts'
import { askedBy, type Caller, giveBack } from '#server/people/identity/caller.ts'
import { type AccessToken, hourCounts, tokens } from '#server/people/model/access.ts'
import { maskEmail, newUser, usernameKey, usernames, users, userView } from '#server/people/model/account.ts'
import { claimUsername, countEmail, isTaken, isValid, newToken, noEpoch } from '#server/people/rules/access.ts'
import { type ChosenSignUp, signUpOfBrowser, verifySignUp } from '#server/people/rules/signup.ts'

const done = { success: true } as const

/** R72: out of some 900 million names, so that practically always one of three is free. */
const neutralNames = ({ secrets }: Services) => [1, 2, 3].map(() => madeUpName(secrets.randomCode()))

/** The first of `names` that is free, claimed until the sign-up ends. Refuses `username-taken`. */
async function claimFirst(tx: Reader, names: readonly string[], userId: string, now: number) {
  for (const username of names) {
    const claim = await tx.get(usernames, usernameKey(username))
    if (!isTaken(claim, userId, now)) return { username, claim: claimUsername(username, userId, claim, now, true) }
  }
  return refuse('username-taken', { fields: { username: 'Username is taken' } })
}

/**
 * R34: the caller can't tell whether the address is known; its owner gets an email. R115: each sign-up is a record of its own, which sets its password
 * for whoever chose it and for nobody else. However many there are, their reader gets no more emails than any other (A5).
 */
export async function signUp(services: Services, { email, username: wanted, password }: SignUp, caller: Caller) {
  const { browser = null } = caller
  const { secrets, clock, passwords, publicUrl } = services
  const passwordHash = await passwords.hash(password)
  const userId = userIdOf(services, email)
  const countId = secrets.idOf('mail-count', 'verify', email)
  const names = wanted ? [wanted] : neutralNames(services)
  const maskedEmail = maskEmail(email)
  return transact(services, queueOf(email), async (tx) => {
    const now = clock.now()
    const [user, counted] = await Promise.all([tx.get(users, userId), tx.get(hourCounts, countId)])
    const { record, allowed } = countEmail(counted, countId, now)
    const { username, claim } = await claimFirst(tx, names, userId, now)
    const token = secrets.randomToken()
    const known = user !== undefined
    const person = { _id: userId, email, epoch: known ? noEpoch : 0 }
    const pending = newToken('verify', secrets.hashToken(token), person, now, {
      signUp: { username, passwordHash },
      browser,
      asked: askedBy(services, caller, 'signUp'),
    })
    const draft = known ? accountExistsEmail(email, publicUrl, user.passwordHash !== null) : verificationEmail(email, publicUrl, token)
    return {
      writes: [put(usernames, claim), put(tokens, pending), put(hourCounts, record)],
      emails: allowed ? [draft] : [],
      reply: { ...done, maskedEmail, user: { maskedEmail } },
    }
  })
}

/** R115: sets a password only if its reader chose it, and then logs them in. Refuses `password-needed` and `password-wrong`. */
export async function verifyEmail(services: Services, input: VerifyEmail, caller: Caller) {
  const { secrets, clock, store } = services
  const id = secrets.hashToken(input.token)
  const found = await store.get(tokens, id)
  const person = found && (await store.get(users, found.userId))
  if (!isValid(found, 'verify', person, clock.now())) refuse('verification-invalid')
  if (caller.over && (input.password ?? input.newPassword) !== undefined) throw caller.over
  const isNew = found.usedAt === null && !person?.passwordHash
  const signUp = isNew ? await chosenSignUp(services, found, input, caller) : undefined
  const session = secrets.randomToken()
  const verified = await transact(services, queueOf(found.email), async (tx) => {
    const now = clock.now()
    const token = await tx.get(tokens, id)
    const before = token && (await tx.get(users, token.userId))
    if (!isValid(token, 'verify', before, now)) refuse('verification-invalid')
    if (!signUp || token.usedAt !== null || before?.passwordHash) return { reply: { ...done, alreadyVerified: true } }
    const fresh = before ? next(before, {}) : newUser(token.userId, token.email, iso(now))
    const { user, claim } = verifySignUp(fresh, signUp, await tx.get(usernames, usernameKey(signUp.username)), now)
    const login = newToken('login', secrets.hashToken(session), user, now)
    return {
      writes: [
        put(users, user),
        put(tokens, next(token, { usedAt: iso(now) })),
        put(tokens, login),
        put(usernames, claim),
        ...(await knowBrowser(services, tx, user.email, caller)),
      ],
      reply: { ...done, alreadyVerified: false, token: session, user: userView(user, 'account', services) },
    }
  })
  await giveBack(services, !verified.alreadyVerified && found.asked ? [found.asked] : [])
  return verified
}

/**
 * An account of an address that an emailed link has proven, and a login to it, for the commit of what it is made for (R201a). Its password is chosen by whoever
 * has the link, so it is for an address that nobody has yet, whose owner is told. `made` refuses `account-there`.
 */
export async function signUpProven(services: Services, { email, password }: LogIn, caller: Caller) {
  const { secrets, clock, passwords, publicUrl } = services
  const passwordHash = await passwords.hash(password)
  const names = neutralNames(services)
  const session = secrets.randomToken()
  const fresh = newUser(userIdOf(services, email), email, iso(clock.now()))
  const made = async (tx: Reader) => {
    const now = clock.now()
    if (await tx.get(users, fresh._id)) refuse('account-there')
    const { username } = await claimFirst(tx, names, fresh._id, now)
    const { user, claim } = verifySignUp(fresh, { username, passwordHash }, await tx.get(usernames, usernameKey(username)), now)
    const login = newToken('login', secrets.hashToken(session), user, now)
    return {
      user,
      writes: [put(users, user), put(tokens, login), put(usernames, claim), ...(await knowBrowser(services, tx, email, caller))],
      emails: [accountMadeEmail(email, publicUrl)],
      reply: { token: session, user: userView(user, 'account', services) },
    }
  }
  return { person: fresh, made }
}

/** The mailed link proves the address; which sign-up counts depends on its reader. */
async function chosenSignUp(services: Services, proof: AccessToken, input: VerifyEmail, { browser }: Caller): Promise<ChosenSignUp> {
  const { passwords } = services
  const signUp = proof.signUp ?? refuse('verification-invalid')
  if (input.newPassword !== undefined) return { ...signUp, passwordHash: await passwords.hash(input.newPassword) }
  if (input.password !== undefined)
    return (await passwords.matches(input.password, signUp.passwordHash)) ? signUp : refuse('password-wrong')
  const pending = await pendingSignUps(services, proof.userId, 50)
  const all = [proof, ...pending.filter(({ epoch }) => epoch === proof.epoch)]
  return signUpOfBrowser(all, browser) ?? refuse('password-needed')
}

/**
 * R115: sends the email for the latest sign-up again; it still sets only its own password, and leads other readers to their own sign-up. An address
 * that already had an account gets the email that says so.
 */
export const resendVerification = (services: Services, { email }: EmailOnly, caller: Caller) =>
  writeTo(services, 'verify', { email, caller }, async (user) => {
    const all = await pendingSignUps(services, userIdOf(services, email), 2)
    const pending = user?.passwordHash ? undefined : all.find(({ epoch }) => epoch !== noEpoch)
    if (pending) return { write: (token) => verificationEmail(email, services.publicUrl, token), purpose: pending }
    const hasPassword = typeof user?.passwordHash === 'string'
    return user && all.length > 0 ? { write: () => accountExistsEmail(email, services.publicUrl, hasPassword) } : undefined
  })
