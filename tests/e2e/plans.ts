// Puts accounts on a plan behind the server's back, for tests that are about what a plan brings and not about buying it.

import type { Tier } from '#protocol/kernel/limits.ts'
import { accountApi } from '#protocol/people/account.ts'
import { collections } from '#server/app/store/collections.ts'
import { storeVersion } from '#server/kernel/store/migrations/all.ts'
import { openMongo } from '#server/kernel/store/mongo/engine.ts'
import type { Store } from '#server/kernel/store/store.ts'
import { next } from '#server/kernel/write/outcome.ts'
import { users } from '#server/people/model/account.ts'
import { openStore } from '#tests/kit/process/seed.ts'
import type { Host } from './seed.ts'
import type { Server } from './server.ts'

async function userIdOf(server: Server, { token }: Host): Promise<string> {
  const answer = await fetch(`${server.url}/api${accountApi.me.path}`, { headers: { authorization: `Bearer ${token}` } })
  return accountApi.me.reply.parse(await answer.json()).user._id
}

/** Sets the plan of these accounts; the server is down meanwhile, since its data is open to one process at a time. */
export async function setPlan(server: Server, hosts: readonly Host[], tier: Tier) {
  const userIds = await Promise.all(hosts.map((host) => userIdOf(server, host)))
  await server.kill()
  const store = await openStore(server.folder)
  for (const userId of userIds) await setTier(store, userId, tier)
  await store.close()
  await server.restart()
}

async function setTier(store: Store, userId: string, tier: Tier) {
  const user = await store.get(users, userId)
  if (!user) throw new Error(`There is no account ${userId}`)
  await store.commit([{ collection: users, put: next(user, { tier }), expectedRev: user.rev }])
}

/** Sets the plan of an account in a database, which any number of servers may have open. */
export async function setPlanAt(uri: string, server: Server, host: Host, tier: Tier) {
  const store = await openMongo({ uri, collections, version: storeVersion })
  await setTier(store, await userIdOf(server, host), tier)
  await store.close()
}
