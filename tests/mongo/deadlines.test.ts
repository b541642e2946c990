// Long: what is waited for in it ends after the driver's own timeouts of many seconds.
// A driver that waits for ever, as it does for the 'drain' of a socket that was destroyed before it was closed: callers are told in time, and a process
// whose driver finishes nothing any more is ended. What the server does to a commit: commits.test.ts.
import { createRequire } from 'node:module'
import { Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { pino } from 'pino'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { createWatchdog } from '#server/app/store/heartbeat.ts'
import { emails } from '#server/kernel/emails/outbox.ts'
import { createDeadlines } from '#server/kernel/store/mongo/deadlines.ts'
import { unmendedWrite } from '#server/kernel/store/mongo/driver.ts'
import type { MongoStore } from '#server/kernel/store/mongo/engine.ts'
import { StoreUnavailable } from '#server/kernel/store/store.ts'
import { onTime, within } from '../kit/world/pace.ts'
import { letter, openLetters } from './letters.ts'

interface Driver {
  readonly Connection: { readonly prototype: { writeCommand: unknown } }
}
const { Connection } = createRequire(import.meta.url)('mongodb/lib/cmap/connection.js') as Driver

const silent = pino({ level: 'silent' })
const never = () => new Promise<never>(() => {})
type Setting = Awaited<ReturnType<typeof openLetters>>

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
    const deadlines = createDeadlines()
    expect(await deadlines.within(1_000, Promise.resolve('in time'))).toBe('in time')
    await expect(deadlines.within(1_000, Promise.reject(new Error('its own')))).rejects.toThrow('its own')
    let end = () => {}
    const late = deadlines.within(30, new Promise<void>((ended) => (end = ended)))
    const long = deadlines.within(60_000, never())
    await expect(late).rejects.toBeInstanceOf(StoreUnavailable)
    deadlines.cutShort(20)
    await expect(long).rejects.toBeInstanceOf(StoreUnavailable)
    expect(deadlines.unanswered).toBe(2)
    end()
    await wait(1)
    expect(deadlines.unanswered).toBe(1)
  })

  test('S17 (stand-in) a socket that is reset while it is written to is a store that is away, and no broken request of the caller', async () => {
    const { mongod, store } = await openLetters()
    const reset = Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET', syscall: 'read', errno: -104 })
    clog(mongod.port, (socket) => setImmediate(() => socket.destroy(reset)))
    for (const work of [
      () => store.get(emails, 'a'),
      () => store.commit([letter('a', 1)]),
      () => store.commit([letter('b', 1), letter('c', 1)]),
    ])
      await expect(work()).rejects.toBeInstanceOf(StoreUnavailable)
  })

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
    const setting = await openLetters()
    await destroyed(setting)
    expect(await isBack(setting.store, 5_000)).toBe(true)
  })

  test('S17 control (stand-in): the driver as it is waits for ever for such a socket to drain; its process is ended, to be started again', async () => {
    const setting = await openLetters()
    const mended = Connection.prototype.writeCommand
    onTestFinished(() => {
      Connection.prototype.writeCommand = mended
    })
    Connection.prototype.writeCommand = unmendedWrite
    await destroyed(setting)
    const ended: number[] = []
    onTestFinished(createWatchdog(setting.store, silent, () => ended.push(performance.now())).stop)
    expect(await isBack(setting.store, 6_000)).toBe(false)
    await expect.poll(() => ended.length).toBeGreaterThan(0)
  })

  test('S17 pace: (stand-in) over sockets that never drain calls fail in time, and the next ones are served', onTime, async () => {
    const { mongod, store } = await openLetters()
    await store.commit([letter('a', 1)])
    const unclog = clog(mongod.port)
    const began = performance.now()
    const asked = [store.get(emails, 'a'), store.commit([letter('b', 1)]), store.commit([letter('c', 1), letter('d', 1)])]
    for (const one of await Promise.allSettled(asked)) expect(one).toMatchObject({ reason: expect.any(StoreUnavailable) })
    within(performance.now() - began, 8_500)
    unclog()
    expect(await isBack(store, 15_000)).toBe(true)
  })

  test('S17 (stand-in) a process whose database hangs or is away for longer is not ended; one that is out of connections is', async () => {
    const { mongod, store } = await openLetters()
    const ended: number[] = []
    onTestFinished(createWatchdog(store, silent, () => ended.push(performance.now())).stop)
    for (const mode of ['hang', 'refuse'] as const) {
      await mongod.pause(mode)
      await wait(14_000)
      await mongod.resume()
      await wait(7_000)
    }
    expect(ended).toEqual([])
    const out = { ping: async () => {}, probe: async () => {}, unanswered: 50 }
    onTestFinished(createWatchdog(out, silent, () => ended.push(0)).stop)
    await expect.poll(() => ended.length).toBeGreaterThan(0)
  })
})
