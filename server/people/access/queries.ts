// What is looked up of ways in.

import { iso } from '#server/kernel/ports/clock.ts'
import { refuse } from '#server/kernel/refuse.ts'
import type { Reader } from '#server/kernel/store/store.ts'
import type { Services } from '#server/kernel/write/services.ts'
import { type AccessToken, tokens } from '#server/people/model/access.ts'
import { users } from '#server/people/model/account.ts'
import { checkNotSuspended, isValid } from '#server/people/rules/access.ts'

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

/** R33: the link for a new password, and whose it is. Refuses `reset-invalid` where it is used, over or none. */
export async function resetBy({ secrets, clock }: Services, tx: Pick<Reader, 'get'>, secret: string) {
  const token = await tx.get(tokens, secrets.hashToken(secret))
  const user = token && (await tx.get(users, token.userId))
  if (!user || !isValid(token, 'reset', user, clock.now()) || token.usedAt !== null) refuse('reset-invalid')
  checkNotSuspended(user)
  return { token, user }
}

/** R33a: as the reset itself would answer, and changes nothing. */
export async function validateReset(services: Services, { token }: { token: string }) {
  await resetBy(services, services.store, token)
  return { success: true } as const
}
