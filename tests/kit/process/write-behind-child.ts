// The control of faults.test.ts and faults-disk.test.ts: the same server over a store that says "done" before anything is on the disk, as a cache in front of it would.

import { join } from 'node:path'
import { pino } from 'pino'
import { createApp } from '#server/app/app.ts'
import { derived } from '#server/app/consequences.ts'
import { collections, installations } from '#server/app/store/collections.ts'
import { createHttpServer } from '#server/edge/http/listener.ts'
import { createPictures } from '#server/edge/pictures/pictures.ts'
import { systemClock } from '#server/kernel/ports/clock.ts'
import { sandboxPayments } from '#server/kernel/ports/payments-sandbox.ts'
import { createPasswords, createSecrets } from '#server/kernel/ports/secrets.ts'
import { createSignedTokens } from '#server/kernel/ports/signed-tokens.ts'
import { storeVersion } from '#server/kernel/store/migrations/all.ts'
import { openSqlite } from '#server/kernel/store/sqlite/engine.ts'
import type { Collection, Store, Stored, Write } from '#server/kernel/store/store.ts'
import { byItself } from '#server/kernel/write/outcome.ts'
import { countNothing } from '#server/people/http/limits.ts'
import { storeWith } from '../faults/store-with.ts'

const flushMs = 200
const keyOf = ({ name }: Collection<never>, id: string) => `${name}/${id}`

/** Keeps writes in memory and commits them five times a second; reads see them. */
function writeBehind(store: Store): Store {
  let fresh = new Map<string, Write>()
  let leaving = new Map<string, Write>()
  const flush = async () => {
    leaving = fresh
    fresh = new Map()
    await store.commit([...leaving.values()]).catch(() => {}) // too late to tell anybody
    leaving = new Map()
  }
  setInterval(() => void flush(), flushMs)
  const keep = (write: Write) => {
    const key = keyOf(write.collection, 'put' in write ? write.put._id : write.drop._id)
    fresh.set(key, { ...write, expectedRev: fresh.get(key)?.expectedRev ?? write.expectedRev })
  }
  return storeWith(store, {
    async get<R extends Stored>(collection: Collection<R>, id: string) {
      const key = keyOf(collection, id)
      const write = fresh.get(key) ?? leaving.get(key)
      if (!write) return store.get(collection, id)
      return 'put' in write ? (write.put as R) : undefined
    },
    async commit(writes) {
      writes.forEach(keep)
    },
  })
}

const { DATA_DIR = '', PORT = '', TOKEN_SECRET = '' } = process.env
const log = pino({ level: 'warn' })
const asleep = { wake: () => {}, stop: async () => {} }
const store = await openSqlite({ file: join(DATA_DIR, 'rolecall.sqlite'), collections, version: storeVersion })
const secrets = createSecrets(TOKEN_SECRET, (await store.get(installations, 'this'))?.idKey ?? '')
const publicUrl = 'http://rolecall.test'
const ports = {
  store: writeBehind(store),
  secrets,
  clock: systemClock,
  passwords: createPasswords(),
  makePicture: createPictures(),
  queues: new Map(),
  actor: byItself,
  ...derived,
  publicUrl,
}
const signedTokens = createSignedTokens({ clock: systemClock, publicUrl, secrets: [TOKEN_SECRET] })
const payments = sandboxPayments({ ...ports, signedTokens })
const services = {
  ...ports,
  signedTokens,
  payments,
  delivery: asleep,
  jobs: asleep,
  supportEmail: '',
  rateLimits: false,
  retentionDays: 90,
}
createHttpServer(createApp(services, { log, countCall: countNothing, hops: 0, outbox: 'nobody' })).listen(Number(PORT), '127.0.0.1')
