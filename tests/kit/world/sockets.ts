// Real sockets to a real server over a world.
import type { AddressInfo } from 'node:net'
import { io, type Socket } from 'socket.io-client'
import { vi } from 'vitest'
import type { ClientToServer, MessageName, Messages, ServerToClient, WatchReply } from '#protocol/live.ts'
import { createHttpServer } from '#server/edge/http/listener.ts'
import type { HttpApp } from '#server/edge/http/mount.ts'
import { createLive } from '#server/edge/live/sockets.ts'
import { createPresence } from '#server/record/presence/jobs.ts'
import { comes } from './pace.ts'

interface Heard {
  readonly name: string
  readonly view: ReturnType<typeof JSON.parse>
  /** `performance.now()` when it came in. */
  readonly at: number
}

/** A socket that remembers all it was told. */
function watcher(socket: Socket<ServerToClient, ClientToServer>) {
  const heard: Heard[] = []
  socket.on('here', (answer) => answer())
  socket.onAny((name: string, view: unknown) => name !== 'here' && heard.push({ name, view, at: performance.now() }))
  const seen = <N extends MessageName | 'gone'>(name: N) =>
    heard.filter((one) => one.name === name).map(({ view }) => view as N extends MessageName ? Messages[N] : string)
  const watch = (room: string) =>
    new Promise<WatchReply>((reply) => {
      socket.once('disconnect', () => reply({ error: 'The connection ended', code: 'cut' }))
      socket.emit('watch', room, reply)
    })
  return {
    socket,
    heard,
    /** Everything it was told under that name. */
    seen,
    /** What is replied, or that the connection ended before. */
    watch,
    /** Lets come what is under way to it: it asks the server for something that isn't there, some times; a test that holds time lets pauses end meanwhile. */
    async quiet() {
      for (let round = 0; round < 3; round++) {
        if (vi.isFakeTimers()) vi.advanceTimersByTime(100)
        await watch('')
      }
    },
    /** Waits until something that `isIt` was heard. */
    hears: (isIt: (one: Heard) => boolean) => comes(() => heard.find(isIt) ?? Promise.reject(new Error('not heard')), 2),
  }
}

export type Transports = ('websocket' | 'polling')[]

type Given = Omit<Parameters<typeof createLive>[1], 'presence'> & { readonly hops: number }

export function openSockets(app: HttpApp, given: Given, transports: Transports = ['websocket']) {
  let opened: ReturnType<typeof listen> | undefined
  const sockets: Socket[] = []
  async function listen() {
    const server = createHttpServer(app, given.hops)
    const presence = createPresence(given.services)
    const { live, close } = await createLive(server, { ...given, presence, followers: [presence, ...given.followers] })
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
    return { server, live, close }
  }
  /** The address the world listens on; opened by the first who asks. */
  async function address() {
    opened ??= listen()
    return `http://127.0.0.1:${((await opened).server.address() as AddressInfo).port}`
  }
  async function socket(who: { token?: string; organizerToken?: string } = {}, extraHeaders: Record<string, string> = {}) {
    // Of a person only what a page sends: anything else is refused.
    const auth = Object.fromEntries(Object.entries(who).filter(([name]) => name === 'token' || name === 'organizerToken'))
    const options = { auth, extraHeaders, transports, forceNew: true }
    const opened: Socket<ServerToClient, ClientToServer> = io(await address(), options)
    sockets.push(opened)
    return watcher(opened)
  }
  async function close() {
    for (const one of sockets) one.disconnect()
    const { server, close: closeLive } = (await opened) ?? {}
    await closeLive?.()
    server?.close()
  }
  async function live() {
    opened ??= listen()
    return (await opened).live
  }
  return { address, socket, live, close }
}
