// What people see of themselves and of others.

import { startFinderOf, wordsOf } from '#protocol/kernel/finding/names.ts'
import { mailboxOf } from '#protocol/kernel/texts.ts'
import { refuse } from '#server/kernel/refuse.ts'
import { findByWords } from '#server/kernel/store/find-words.ts'
import type { Reader } from '#server/kernel/store/store.ts'
import type { Services } from '#server/kernel/write/services.ts'
import type { SignedIn } from '#server/people/identity/caller.ts'
import { type TokenKind, tokens } from '#server/people/model/access.ts'
import { personView, sessionView, type User, users, userView } from '#server/people/model/account.ts'
import { accountWords, textsOf } from '#server/people/model/account-words.ts'
import { isActive, members } from '#server/people/model/org.ts'
import { isValid } from '#server/people/rules/access.ts'

export const readMe = async (services: Services, _: object, { user, via }: SignedIn) => ({
  user: userView(user, via === 'account' ? 'account' : 'organizer', services),
})

/** For the person themselves and those who share an organization with them. Refuses `user-unknown` to everyone else. */
export async function readPerson({ store }: Services, { id }: { id: string }, { user }: SignedIn) {
  if (user._id === id) return { user: personView(user) }
  const [theirs, own] = await Promise.all([memberships(store, id), memberships(store, user._id)])
  const person = theirs.some(({ orgId }) => own.some((one) => one.orgId === orgId)) ? await store.get(users, id) : undefined
  return { user: personView(person ?? refuse('user-unknown')) }
}

/** R117: who is only invited shares nothing yet. */
const memberships = async (store: Reader, userId: string) =>
  (await store.find(members, { index: 'user', where: { userId }, limit: 200 })).filter(isActive)

const maxOfAKind = 50

/** The sessions that are open now, newest first. A link that nobody has opened is not one yet. */
async function openSessions({ clock }: Services, reader: Reader, user: User, currentId: string) {
  const ofKind = (kind: TokenKind) =>
    reader.find(tokens, { index: 'owner', where: { userId: user._id, kind }, descending: true, limit: maxOfAKind })
  const found = [...(await ofKind('login')), ...(await ofKind('organizer'))]
  const open = found.filter((token) => isValid(token, token.kind, user, clock.now()) && (token.kind === 'login' || token.usedAt !== null))
  return open.map((token) => sessionView(token, token._id === currentId)).sort((a, b) => (a.createdAt < b.createdAt ? 1 : -1))
}

export const readSessions = async (services: Services, _: object, { user, token }: SignedIn) => ({
  sessions: await openSessions(services, services.store, user, token._id),
})

/** R232: the first people whose name, username and email have words that begin as those typed do, and whose whole address it is; nobody where no word is typed. */
export async function findPeople(
  { store: reader, secrets }: Pick<Services, 'store' | 'secrets'>,
  typed: string,
  limit: number,
): Promise<User[]> {
  const mailbox = mailboxOf(typed)
  const sought = mailbox || typed // an address as it is kept (R244)
  const finds = startFinderOf(sought)
  const read = async (id: string) => {
    const user = await reader.get(users, id)
    return user && finds(...textsOf(user)) ? user : undefined
  }
  const [unproven, found] = await Promise.all([
    mailbox ? reader.get(users, secrets.idOf('user', mailbox)) : undefined,
    findByWords(reader, accountWords, wordsOf(sought), read, limit),
  ])
  return unproven && !unproven.verified ? [unproven, ...found].slice(0, limit) : found
}
