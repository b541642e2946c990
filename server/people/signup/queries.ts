// Whether a username is free.

import type { Services } from '#server/kernel/write/services.ts'
import { usernameKey, usernames } from '#server/people/model/account.ts'
import { isTaken } from '#server/people/rules/access.ts'

export async function checkUsername(services: Services, { username }: { username: string }) {
  const claim = await services.store.get(usernames, usernameKey(username))
  return { available: !isTaken(claim, null, services.clock.now()) }
}
