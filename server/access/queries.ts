// What is looked up of ways in.
import { users } from '../account/model.ts'
import { iso } from '../ports/clock.ts'
import { refuse } from '../refuse.ts'
import type { Services } from '../services.ts'
import { type AccessToken, tokens } from './model.ts'
import { checkNotSuspended, isValid } from './rules.ts'

/** The latest sign-ups of this email that still wait for their proof, the newest first; those of epoch `noEpoch` wait in vain. */
export async function pendingSignUps({ store, clock }: Services, userId: string, limit: number): Promise<AccessToken[]> {
  const found = await store.find(tokens, { index: 'owner', where: { userId, kind: 'verify' }, descending: true, limit })
  return found.filter((token) => token.usedAt === null && token.expiresAt > iso(clock.now()))
}

/** R29: changes nothing, so mail scanners may follow the link. */
export async function validateLink({ store, secrets, clock }: Services, { token: secret }: { token: string }) {
  const token = await store.get(tokens, secrets.hashToken(secret))
  const user = token && (await store.get(users, token.userId))
  if (!user || !isValid(token, 'organizer', user, clock.now())) refuse('link-invalid')
  checkNotSuspended(user)
  return { success: true } as const
}
