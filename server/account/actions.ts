// What a person is told of themselves and of others, and what they can change.
import type { NewName, NewUsername } from '#protocol/account.ts'
import type { NewNews } from '#protocol/digest.ts'
import { tokens } from '../access/model.ts'
import { isValid } from '../access/rules.ts'
import type { SignedIn } from '../identity/caller.ts'
import { members, orgs } from '../org/model.ts'
import { orgsOf } from '../org/queries.ts'
import { refuse } from '../refuse.ts'
import type { Services } from '../services.ts'
import type { Reader } from '../store/store.ts'
import { drop, next, put } from '../write/outcome.ts'
import { transact } from '../write/transact.ts'
import { sessionView, type User, usernameKey, usernames, users, userView } from './model.ts'
import { moveUsername } from './rules.ts'

const present = async (tx: Reader, { _id }: User): Promise<User> => (await tx.get(users, _id)) ?? refuse('user-unknown')

/** It counts as a change of their memberships, so that admins who look at the members see it at once. */
export const updateName = (services: Services, { name }: NewName, { user }: SignedIn) =>
  transact(services, user._id, async (tx) => {
    const before = await present(tx, user)
    if (before.name === name) return { reply: { user: userView(before, 'account', services.clock.now()) } }
    const after = next(before, { name })
    const theirs = await orgsOf(tx, before)
    const shown = theirs.flatMap(({ org, member }) =>
      member.preserveCnxnName ? [] : [put(orgs, next(org, {})), put(members, next(member, {}))],
    )
    return {
      writes: [put(users, after), ...shown],
      reply: { user: userView(after, 'account', services.clock.now()) },
    }
  })

/** R100 */
export const updateNews = (services: Services, { news }: NewNews, { user }: SignedIn) =>
  transact(services, user._id, async (tx) => {
    const before = await present(tx, user)
    const isSame = (before.news ?? 'daily') === news
    const after = isSame ? before : next(before, { news, newsBefore: undefined })
    return { writes: isSame ? [] : [put(users, after)], reply: { user: userView(after, 'account', services.clock.now()) } }
  })

/** R58: the new name is claimed and the old one released in one commit. */
export const renameUser = (services: Services, { username }: NewUsername, { user }: SignedIn) =>
  transact(services, user._id, async (tx) => {
    const before = await present(tx, user)
    if (before.username === username) return { reply: { user: userView(before, 'account', services.clock.now()) } }
    const [held, own] = await Promise.all([
      tx.get(usernames, usernameKey(username)),
      before.username === null ? undefined : tx.get(usernames, usernameKey(before.username)),
    ])
    const { claim, release } = moveUsername(before, { username, held, own }, services.clock.now())
    const after = next(before, { username })
    return {
      writes: [put(users, after), ...(claim ? [put(usernames, claim)] : []), ...(release ? [drop(usernames, release)] : [])],
      reply: { user: userView(after, 'account', services.clock.now()) },
    }
  })

/** R33: ends every other login and link of the account, sockets included; this one goes on. */
export const revokeOthers = (services: Services, _: object, { user, token }: SignedIn) =>
  transact(services, user._id, async (tx) => {
    const [before, current] = await Promise.all([present(tx, user), tx.get(tokens, token._id)])
    if (!isValid(current, 'login', before, services.clock.now())) refuse('token-invalid')
    const after = next(before, { epoch: before.epoch + 1 })
    const kept = next(current, { epoch: after.epoch })
    return {
      writes: [put(users, after), put(tokens, kept)],
      reply: { sessions: [sessionView(kept, true)] },
    }
  })
