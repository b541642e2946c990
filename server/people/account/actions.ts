// What people see of themselves and of others, and what they can change.
import type { NewName, NewUsername } from '#protocol/people/account.ts'
import type { NewNews } from '#protocol/people/digest.ts'
import { calendarFeeds, endOfFeed } from '#server/kernel/calendar/model.ts'
import { refuse } from '#server/kernel/refuse.ts'
import type { Reader } from '#server/kernel/store/store.ts'
import { drop, next, put } from '#server/kernel/write/outcome.ts'
import type { Services } from '#server/kernel/write/services.ts'
import { transact } from '#server/kernel/write/transact.ts'
import type { SignedIn } from '#server/people/identity/caller.ts'
import { tokens } from '#server/people/model/access.ts'
import { sessionView, type User, usernameKey, usernames, users, userView } from '#server/people/model/account.ts'
import { members, orgs } from '#server/people/model/org.ts'
import { orgsOf } from '#server/people/org/queries.ts'
import { isValid } from '#server/people/rules/access.ts'
import { moveUsername } from '#server/people/rules/account.ts'

const currentUser = async (tx: Reader, { _id }: User): Promise<User> => (await tx.get(users, _id)) ?? refuse('user-unknown')

/** It counts as a change of their memberships, so that admins who look at the members see it at once. */
export const updateName = (services: Services, { name }: NewName, { user }: SignedIn) =>
  transact(services, user._id, async (tx) => {
    const before = await currentUser(tx, user)
    if (before.name === name) return { reply: { user: userView(before, 'account', services) } }
    const after = next(before, { name })
    const theirs = await orgsOf(tx, before)
    const shown = theirs.flatMap(({ org, member }) =>
      member.preserveCnxnName ? [] : [put(orgs, next(org, {})), put(members, next(member, {}))],
    )
    return {
      writes: [put(users, after), ...shown],
      reply: { user: userView(after, 'account', services) },
    }
  })

/** R100 */
export const updateNews = (services: Services, { news }: NewNews, { user }: SignedIn) =>
  transact(services, user._id, async (tx) => {
    const before = await currentUser(tx, user)
    const isSame = (before.news ?? 'daily') === news
    const after = isSame ? before : next(before, { news, newsBefore: undefined })
    return { writes: isSame ? [] : [put(users, after)], reply: { user: userView(after, 'account', services) } }
  })

/** R58: the new name is claimed and the old one released in one commit. */
export const renameUser = (services: Services, { username }: NewUsername, { user }: SignedIn) =>
  transact(services, user._id, async (tx) => {
    const before = await currentUser(tx, user)
    if (before.username === username) return { reply: { user: userView(before, 'account', services) } }
    const [held, own] = await Promise.all([
      tx.get(usernames, usernameKey(username)),
      before.username === null ? undefined : tx.get(usernames, usernameKey(before.username)),
    ])
    const { claim, release } = moveUsername(before, { username, held, own }, services.clock.now())
    const after = next(before, { username })
    return {
      writes: [put(users, after), ...(claim ? [put(usernames, claim)] : []), ...(release ? [drop(usernames, release)] : [])],
      reply: { user: userView(after, 'account', services) },
    }
  })

/** R33: ends every other login and link of the account, sockets included, and its calendar feed; this one goes on. */
export const revokeOthers = (services: Services, _: object, { user, token }: SignedIn) =>
  transact(services, user._id, async (tx) => {
    const [before, current, feed] = await Promise.all([currentUser(tx, user), tx.get(tokens, token._id), tx.get(calendarFeeds, user._id)])
    if (!isValid(current, 'login', before, services.clock.now())) refuse('token-invalid')
    const after = next(before, { epoch: before.epoch + 1 })
    const kept = next(current, { epoch: after.epoch })
    return {
      writes: [put(users, after), put(tokens, kept), ...endOfFeed(feed)],
      reply: { sessions: [sessionView(kept, true)] },
    }
  })
