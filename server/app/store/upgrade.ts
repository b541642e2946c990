// What a server does between opening its store and serving: it says that it is there, and brings the records to the current shape (R111).
import type { Logger } from 'pino'
import { createLoop, type Loop } from '#server/kernel/jobs/loop.ts'
import type { Clock } from '#server/kernel/ports/clock.ts'
import { createIds } from '#server/kernel/ports/secrets.ts'
import { readApart } from '#server/kernel/store/former-ids.ts'
import { migrate, stateOf, versionOf } from '#server/kernel/store/migrate.ts'
import { migrations, storeVersion } from '#server/kernel/store/migrations/all.ts'
import { endServing, refuseOlder, sayServing } from '#server/kernel/store/serving-processes.ts'
import type { Store } from '#server/kernel/store/store.ts'
import { users } from '#server/people/model/account.ts'
import { collections } from './collections.ts'

interface UpgradeDeps {
  readonly store: Store
  readonly clock: Clock
  readonly log: Logger
  readonly idKey: string | undefined
}
const everyMs = 5_000

/** Resolves once all records have the current shape. `process`: see Services; gives the loop that goes on saying that it serves. Throws StoreRefused. */
export async function upgrade(services: UpgradeDeps, process: string | undefined, end: () => void): Promise<Loop | undefined> {
  const { store, clock, log, idKey } = services
  if (process !== undefined) await sayServing(store, process, storeVersion, clock.now())
  const serving = process === undefined ? undefined : createServing(services, process, end)
  try {
    await migrate({
      store,
      collections,
      migrations,
      process,
      now: clock.now,
      ...(idKey !== undefined && { ids: createIds(idKey) }),
      begin: () => refuseOlder(store, storeVersion, clock.now()),
      onProgress(done) {
        if (done === 'waiting') log.info('another process migrates the store: waiting')
        else if (done.written > 0) log.info(done, 'migrated')
      },
    })
    if ((await readApart(store, users)).length > 0)
      log.warn('two spellings of an address had an account each: the operator’s page names them')
  } catch (error) {
    await serving?.stop()
    throw error
  }
  return serving
}

/** Says again and again that this process serves, unless a newer version has taken over meanwhile: then it calls `end`. */
function createServing(services: UpgradeDeps, process: string, end: () => void): Loop {
  const { store, clock, log } = services
  const loop = createLoop('serving', services, { pauseMs: everyMs, pollMs: everyMs }, async () => {
    if (versionOf(await stateOf(store)) > storeVersion) {
      log.fatal('a newer version of Rolecall has taken over the database: ending')
      end()
    } else await sayServing(store, process, storeVersion, clock.now())
    return false
  })
  const stop = async () => {
    await loop.stop()
    await endServing(store, process).catch(() => {}) // it is over by itself soon
  }
  return { wake: loop.wake, stop }
}
