// Several real servers over one database of release 0.1.0 (R111): one migrates it, all serve; an older one that serves keeps a newer one out.
import { setTimeout as wait } from 'node:timers/promises'
import { expect, inject, onTestFinished, test } from 'vitest'
import { collections } from '#server/app/store/collections.ts'
import { stateOf, storeStates } from '#server/kernel/store/migrate.ts'
import { storeVersion } from '#server/kernel/store/migrations/all.ts'
import { openMongo } from '#server/kernel/store/mongo/engine.ts'
import { endServing, sayServing, servings } from '#server/kernel/store/serving-processes.ts'
import { type Event, events } from '#server/seats/model/event.ts'
import { bundled, newFolder, run, startServer } from '../kit/process/process.ts'
import { tokenSecret } from '../kit/process/seed.ts'
import { restoreDump } from '../store/old-store.ts'

const opened = async (version?: number) => {
  const uri = await restoreDump('0.1.0', inject('mongodb') ?? '')
  const open = async () => {
    const store = await openMongo({ uri, collections, ...(version ? { version } : { asItIs: true as const, version: storeVersion }) })
    onTestFinished(() => store.close())
    return store
  }
  return { uri, open }
}
const starting = (uri: string) => startServer(newFolder(), { MONGODB_URI: uri, LOG_LEVEL: 'info' })

test('R111d two servers that start together: one migrates, each record once, and both serve', async () => {
  const { uri, open } = await opened()
  const store = await open()
  const before = await store.find(events, { index: '_id' })
  const servers = await Promise.all([starting(uri), starting(uri)])
  expect((await stateOf(store)).version).toBe(storeVersion)
  const after = await store.find(events, { index: '_id' })
  const revs = (all: readonly Event[]) => all.filter(({ published }) => published).map(({ rev }) => rev) // those that wait are taken over besides
  expect(revs(after)).toEqual(revs(before).map((rev) => rev + 1))
  expect(servers.filter((one) => one.output().includes('"msg":"migrated"'))).toHaveLength(1)
  expect(await store.find(servings, { index: '_id' })).toHaveLength(2)
  for (const one of servers) one.signal('SIGTERM')
  expect(await Promise.all(servers.map((one) => one.exit))).toEqual([0, 0])
  expect(await store.find(servings, { index: '_id' })).toEqual([])
})

test('R111d while a server of the older version serves, the newer one refuses to start and changes nothing; once that is gone it starts', async () => {
  const { uri, open } = await opened(1)
  const old = await open()
  const before = await old.find(events, { index: '_id' })
  await sayServing(old, 'old', 1, Date.now())
  const env = { NODE_ENV: 'development', PORT: '0', DATA_DIR: newFolder(), TOKEN_SECRET: tokenSecret, MONGODB_URI: uri }
  const refused = run(env, await bundled('server/app/main.ts'))
  expect(await refused.exit).toBe(1)
  expect(refused.output()).toContain(
    "Rolecall can't start: A server of an older version of Rolecall still uses the database: stop all of them, then start this one.",
  )
  expect(await old.find(events, { index: '_id' })).toEqual(before)
  await open() // the older one can still be started again
  await endServing(old, 'old')
  const server = await starting(uri)
  expect((await fetch(`${server.url}/api/ready`)).status).toBe(200)
  await expect(open()).rejects.toThrow(/newer version of Rolecall/)
})

test('R111d a server ends itself where a newer version has taken over its database', async () => {
  const { uri, open } = await opened()
  const server = await starting(uri)
  const store = await open()
  const state = await stateOf(store)
  await store.commit([
    { collection: storeStates, put: { ...state, rev: state.rev + 1, version: storeVersion + 1 } as never, expectedRev: state.rev },
  ])
  const ended = await Promise.race([server.exit, wait(20_000, 'it goes on')])
  expect([ended, server.output().includes('a newer version of Rolecall has taken over the database: ending')]).toEqual([1, true])
})
