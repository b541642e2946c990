// What a person is told of themselves and of others.
import { type TokenKind, tokens } from '../access/model.ts'
import { isValid } from '../access/rules.ts'
import type { SignedIn } from '../identity/caller.ts'
import { isActive, members } from '../org/model.ts'
import { refuse } from '../refuse.ts'
import type { Services } from '../services.ts'
import type { Reader } from '../store/store.ts'
import { personView, sessionView, type User, users, userView } from './model.ts'

export const readMe = async ({ clock }: Services, _: object, { user, via }: SignedIn) => ({
  user: userView(user, via === 'account' ? 'account' : 'organizer', clock.now()),
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

const mostOfAKind = 50

/** The sessions that are open now, newest first. A link that nobody has opened is not one yet. */
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
