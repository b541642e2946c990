// A driver that waits for ever, as it does for the 'drain' of a socket that was destroyed before it was closed: callers are told in time, and a process
// whose driver finishes nothing any more is ended. And what a lost race, an orphan's lock and a hidden index come to.
import { createRequire } from 'node:module'
import { Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { pino } from 'pino'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { emails } from '#server/emails/outbox.ts'
import { openWatchdog } from '#server/operations/heartbeat.ts'
import { collections } from '#server/store/collections.ts'
import { storeVersion } from '#server/store/migrations/all.ts'
import { unmendedWrite } from '#server/store/mongo/driver.ts'
import { type MongoStore, openMongo } from '#server/store/mongo/engine.ts'
import { openPatience } from '#server/store/mongo/patience.ts'
import { RevisionConflict, type Stored, StoreUnavailable, type Write } from '#server/store/store.ts'
import { ownStandIn } from '../kit/process/mongo-house.ts'
import { newDatabase } from '../kit/world/fresh-store.ts'

interface Driver {
  readonly Connection: { readonly prototype: { writeCommand: unknown } }
}
const { Connection } = createRequire(import.meta.url)('mongodb/lib/cmap/connection.js') as Driver

const silent = pino({ level: 'silent' })
const never = () => new Promise<never>(() => {})
const letter = (_id: string, rev: number): Write => ({
  collection: emails,
  put: { _id, rev, to: 'x@y.zz', createdAt: 'now', state: 'sent', dueAt: 'now', expiresAt: 'later' } as Stored,
  expectedRev: rev - 1,
})

async function setUp() {
  const mongod = await ownStandIn()
  const uri = newDatabase(mongod.uri)
  const store = await openMongo({ uri, collections, version: storeVersion })
  onTestFinished(() => store.close())
  return { mongod, uri, store }
}

type Setting = Awaited<ReturnType<typeof setUp>>

/** Has every write to the server say that it is full, and never drain. */
function clog(port: number, then: (socket: Socket) => void = () => {}) {
  const { write } = Socket.prototype
  const clogged = vi.spyOn(Socket.prototype, 'write').mockImplementation(function (this: Socket, ...args: unknown[]) {
    if (this.remotePort !== port) return Reflect.apply(write, this, args)
    then(this)
    return false
  })
  onTestFinished(() => clogged.mockRestore())
  return () => clogged.mockRestore()
}

describe('a driver that never answers', () => {
  test('S17 a wait has an end, also one that the loss of all connections shortens; what ends after all is counted no more', async () => {
    const patience = openPatience()
    expect(await patience.within(1_000, Promise.resolve('in time'))).toBe('in time')
    await expect(patience.within(1_000, Promise.reject(new Error('its own')))).rejects.toThrow('its own')
    let end = () => {}
    const late = patience.within(30, new Promise<void>((ended) => (end = ended)))
    const long = patience.within(60_000, never())
    await expect(late).rejects.toBeInstanceOf(StoreUnavailable)
    patience.cutShort(20)
    await expect(long).rejects.toBeInstanceOf(StoreUnavailable)
    expect(patience.unanswered).toBe(2)
    end()
    await wait(1)
    expect(patience.unanswered).toBe(1)
  })

  test('S17 (stand-in) a socket that is reset while it is written to is a store that is away, and no broken request of the caller', async () => {
    const { mongod, store } = await setUp()
    const reset = Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET', syscall: 'read', errno: -104 })
    clog(mongod.port, (socket) => setImmediate(() => socket.destroy(reset)))
    for (const work of [
      () => store.get(emails, 'a'),
      () => store.commit([letter('a', 1)]),
      () => store.commit([letter('b', 1), letter('c', 1)]),
    ])
      await expect(work()).rejects.toBeInstanceOf(StoreUnavailable)
  }, 40_000)

  const destroyAtOnce = (socket: Socket) => void socket.destroy()
  const isBack = async (store: MongoStore, withinMs: number) => {
    for (const until = performance.now() + withinMs; performance.now() < until; await wait(100))
      if ((await store.get(emails, 'a').catch(() => undefined)) !== undefined) return true
    return false
  }
  /** A second in which every socket to the database is destroyed as it is written to, and says so a moment later. */
  async function destroyed({ mongod, store }: Setting) {
    await store.commit([letter('a', 1)])
    const unclog = clog(mongod.port, destroyAtOnce)
    mongod.dropConnections()
    await Promise.allSettled(Array.from({ length: 20 }, () => store.get(emails, 'a')))
    await wait(1_000)
    unclog()
  }

  test('S17 (stand-in) where sockets are destroyed before they are closed the driver comes back by itself', async () => {
    const setting = await setUp()
    await destroyed(setting)
    expect(await isBack(setting.store, 5_000)).toBe(true)
  }, 40_000)

  test('S17 control (stand-in): the driver as it is waits for ever for such a socket to drain; its process is ended, to be started again', async () => {
    const setting = await setUp()
    const mended = Connection.prototype.writeCommand
    onTestFinished(() => {
      Connection.prototype.writeCommand = mended
    })
    Connection.prototype.writeCommand = unmendedWrite
    await destroyed(setting)
    const ended: number[] = []
    onTestFinished(openWatchdog(setting.store, silent, () => ended.push(performance.now())).stop)
    expect(await isBack(setting.store, 6_000)).toBe(false)
    await expect.poll(() => ended.length, { timeout: 20_000 }).toBeGreaterThan(0)
  }, 60_000)

  test('S17 (stand-in) over sockets that never drain calls fail in time, and the next ones are served', async () => {
    const { mongod, store } = await setUp()
    await store.commit([letter('a', 1)])
    const unclog = clog(mongod.port)
    const began = performance.now()
    const asked = [store.get(emails, 'a'), store.commit([letter('b', 1)]), store.commit([letter('c', 1), letter('d', 1)])]
    for (const one of await Promise.allSettled(asked)) expect(one).toMatchObject({ reason: expect.any(StoreUnavailable) })
    expect(performance.now() - began).toBeLessThan(8_500)
    unclog()
    expect(await isBack(store, 15_000)).toBe(true)
  }, 40_000)

  test('S17 (stand-in) a process whose database hangs or is away for longer is not ended; one that is out of connections is', async () => {
    const { mongod, store } = await setUp()
    const ended: number[] = []
    onTestFinished(openWatchdog(store, silent, () => ended.push(performance.now())).stop)
    for (const mode of ['hang', 'refuse'] as const) {
      await mongod.pause(mode)
      await wait(14_000)
      await mongod.resume()
      await wait(7_000)
    }
    expect(ended).toEqual([])
    const out = { ping: async () => {}, probe: async () => {}, unanswered: 50 }
    onTestFinished(openWatchdog(out, silent, () => ended.push(0)).stop)
    await expect.poll(() => ended.length, { timeout: 4_000 }).toBeGreaterThan(0)
  }, 80_000)
})

describe('what the server does to a commit', () => {
  const interrupted = { reply: { ok: 0, code: 11_601, codeName: 'Interrupted', errmsg: 'operation was interrupted' } } as const

  test('ST7 (stand-in) a transaction whose session somebody ended is a conflict, a single write is unavailable, a commit is asked for again', async () => {
    const { mongod, store } = await setUp()
    mongod.onCommand((name) => (name === 'insert' ? interrupted : undefined))
    await expect(store.commit([letter('a', 1), letter('b', 1)])).rejects.toBeInstanceOf(RevisionConflict)
    await expect(store.commit([letter('a', 1)])).rejects.toBeInstanceOf(StoreUnavailable)
    let times = 0
    mongod.onCommand((name) => (name === 'commitTransaction' && times++ === 0 ? interrupted : undefined))
    await store.commit([letter('a', 1), letter('b', 1)])
    expect([times, (await store.get(emails, 'b'))?.rev]).toEqual([2, 1])
  })

  test('S17 (stand-in) each code of a state that passes is unavailable', async () => {
    const { mongod, store } = await setUp()
    for (const code of [290, 355, 365, 388, 402, 407, 433, 449]) {
      mongod.onCommand((name) => (name === 'insert' ? { reply: { ok: 0, code, errmsg: 'not now' } } : undefined))
      await expect(store.commit([letter('a', 1)]), String(code)).rejects.toBeInstanceOf(StoreUnavailable)
    }
  })

  test('S16 (stand-in) who lost a race is held for 5 to 25 ms, each for a time of its own', async () => {
    const { store } = await setUp()
    await store.commit([letter('a', 1)])
    const waits: number[] = []
    for (let n = 0; n < 12; n++) {
      const began = performance.now()
      await expect(store.commit([letter('a', 1)])).rejects.toBeInstanceOf(RevisionConflict)
      waits.push(performance.now() - began)
    }
    expect(Math.min(...waits)).toBeGreaterThan(4.5)
    expect(new Set(waits.map(Math.round)).size).toBeGreaterThan(3)
  })

  test('S17 (stand-in) a single write behind the open transaction of a process that died is freed', async () => {
    const { mongod, store, uri } = await setUp()
    await store.commit([letter('a', 1)])
    const dead = await openMongo({ uri, collections, version: storeVersion })
    onTestFinished(() => dead.close())
    mongod.onCommand((name) => (name === 'commitTransaction' || name === 'abortTransaction' ? { lost: 'request' } : undefined))
    const left = dead.commit([letter('a', 2), letter('b', 1)]).catch(() => {})
    await expect.poll(() => mongod.counts().openTransactions).toBeGreaterThan(0)
    await wait(50)
    const began = performance.now()
    await store.commit([letter('a', 2)])
    expect(performance.now() - began).toBeLessThan(2_500)
    expect(mongod.counts().commands.killSessions).toBeGreaterThan(0)
    mongod.onCommand(undefined)
    await left
  }, 40_000)

  test('S9 (stand-in) every index is made at once that a majority has it', async () => {
    const mongod = await ownStandIn()
    const quorums = new Set<unknown>()
    mongod.onCommand((name, command) => void (name === 'createIndexes' && quorums.add(command.commitQuorum)))
    await (await openMongo({ uri: newDatabase(mongod.uri), collections, version: storeVersion })).close()
    expect([...quorums]).toEqual(['majority'])
  })

  test('S9 (stand-in) a hidden index is not the index asked for: the start is refused, and says how to show it', async () => {
    const { uri, store } = await setUp()
    await store.scratch.command({ collMod: 'emails', index: { name: 'due', hidden: true } })
    await expect(openMongo({ uri, collections, version: storeVersion })).rejects.toThrow(
      /emails\/due in \S+ is hidden.*db\.emails\.unhideIndex\('due'\)/,
    )
    await store.scratch.command({ collMod: 'emails', index: { name: 'due', hidden: false } })
    await (await openMongo({ uri, collections, version: storeVersion })).close()
  })

  test('S16 (stand-in) while the majority lags a loser that reads what it has doesn’t spin, and wins once it has caught up', async () => {
    const { mongod, store, uri } = await setUp()
    const other = await openMongo({ uri, collections, version: storeVersion })
    onTestFinished(() => other.close())
    await store.commit([letter('a', 1)])
    mongod.lag(400)
    const winner = store.commit([letter('a', 2)])
    await wait(20)
    let tries = 0
    for (;;) {
      tries++
      const rev = (await other.get(emails, 'a'))?.rev ?? 0
      const lost = await other.commit([letter('a', rev + 1)]).then(
        () => undefined,
        (error: unknown) => error,
      )
      if (lost === undefined) break
      expect(lost).toBeInstanceOf(RevisionConflict)
    }
    await winner
    expect([tries > 1, tries < 90]).toEqual([true, true])
    expect((await store.get(emails, 'a'))?.rev).toBe(3)
  })
})
