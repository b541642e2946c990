// Whether a username is free.
import { isTaken } from '../access/rules.ts'
import { usernameKey, usernames } from '../account/model.ts'
import type { Services } from '../services.ts'

export async function checkUsername(services: Services, { username }: { username: string }) {
  const claim = await services.store.get(usernames, usernameKey(username))
  return { available: !isTaken(claim, null, services.clock.now()) }
}
