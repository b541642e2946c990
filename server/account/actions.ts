// What a person is told of themselves and of others, and what they can change.
import type { NewName, NewUsername } from '#protocol/account.ts'
import { type TokenKind, tokens } from '../access/model.ts'
import { isValid } from '../access/rules.ts'
import type { SignedIn } from '../identity/caller.ts'
import { orgsOf, publishOrg } from '../org/actions.ts'
import { isActive, members, orgs } from '../org/model.ts'
import { refuse } from '../refuse.ts'
import type { Services } from '../services.ts'
import type { Reader } from '../store/store.ts'
import { drop, next, put } from '../write/outcome.ts'
import { transact } from '../write/transact.ts'
import { personView, sessionView, type User, usernameKey, usernames, users, userView } from './model.ts'
import { moveUsername } from './rules.ts'

export const readMe = async ({ clock }: Services, _: object, { user, via }: SignedIn) => ({
  user: userView(user, via === 'account' ? 'account' : 'organizer', clock.now()),
})

/** For oneself and those who share an organization. Refuses `user-unknown`, whoever else it is. */
export async function readPerson({ store }: Services, { id }: { id: string }, { user }: SignedIn) {
  if (user._id === id) return { user: personView(user) }
  const [theirs, own] = [await memberships(store, id), await memberships(store, user._id)]
  const person = theirs.some(({ orgId }) => own.some((one) => one.orgId === orgId)) ? await store.get(users, id) : undefined
  return { user: personView(person ?? refuse('user-unknown')) }
}
/** R117: who is only invited shares nothing yet. */
const memberships = async (store: Reader, userId: string) =>
  (await store.find(members, { index: 'user', where: { userId }, limit: 200 })).filter(isActive)

const present = async (tx: Reader, { _id }: User): Promise<User> => (await tx.get(users, _id)) ?? refuse('user-unknown')

/** Their organizations count it as a change, so that the admins who look at the members see it at once. */
export const updateName = (services: Services, { name }: NewName, { user }: SignedIn) =>
  transact(services, user._id, async (tx) => {
    const before = await present(tx, user)
    if (before.name === name) return { reply: { user: userView(before, 'account', services.clock.now()) } }
    const [after, theirs] = [next(before, { name }), await orgsOf(tx, before)]
    const shown = theirs.flatMap(({ org, member }) => (member.preserveCnxnName ? [] : [{ org: next(org, {}), member }]))
    return {
      writes: [put(users, after), ...shown.map(({ org }) => put(orgs, org))],
      publish: shown.flatMap(({ org, member }) => publishOrg(services, org, [member])),
      reply: { user: userView(after, 'account', services.clock.now()) },
    }
  })

/** R58: the new name is claimed and the old one released in one commit. */
export const renameUser = (services: Services, { username }: NewUsername, { user }: SignedIn) =>
  transact(services, user._id, async (tx) => {
    const before = await present(tx, user)
    if (before.username === username) return { reply: { user: userView(before, 'account', services.clock.now()) } }
    const held = await tx.get(usernames, usernameKey(username))
    const own = before.username === null ? undefined : await tx.get(usernames, usernameKey(before.username))
    const { claim, release } = moveUsername(before, { username, held, own }, services.clock.now())
    const after = next(before, { username })
    return {
      writes: [put(users, after), ...(claim ? [put(usernames, claim)] : []), ...(release ? [drop(usernames, release)] : [])],
      reply: { user: userView(after, 'account', services.clock.now()) },
    }
  })

const mostOfAKind = 50

/** The ways in that are open now, newest first. A link that nobody has opened is none yet. */
async function openSessions({ clock }: Services, reader: Reader, user: User, currentId: string) {
  const ofKind = (kind: TokenKind) =>
    reader.find(tokens, { index: 'owner', where: { userId: user._id, kind }, descending: true, limit: mostOfAKind })
  const found = [...(await ofKind('login')), ...(await ofKind('organizer'))]
  const open = found.filter((token) => isValid(token, token.kind, user, clock.now()) && (token.kind === 'login' || token.usedAt !== null))
  return open.map((token) => sessionView(token, token._id === currentId)).sort((a, b) => (a.createdAt < b.createdAt ? 1 : -1))
}

export const readSessions = async (services: Services, _: object, { user, token }: SignedIn) => ({
  sessions: await openSessions(services, services.store, user, token._id),
})

/** R33: ends every other login and link of the account, sockets included; this one goes on. */
export const revokeOthers = (services: Services, _: object, { user, token }: SignedIn) =>
  transact(services, user._id, async (tx) => {
    const [before, current] = [await present(tx, user), await tx.get(tokens, token._id)]
    if (!isValid(current, 'login', before, services.clock.now())) refuse('token-invalid')
    const after = next(before, { epoch: before.epoch + 1 })
    const kept = next(current, { epoch: after.epoch })
    return {
      writes: [put(users, after), put(tokens, kept)],
      recheck: [`user:${user._id}`],
      reply: { sessions: [sessionView(kept, true)] },
    }
  })
