// Real sockets to a real server over a world.
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { io, type Socket } from 'socket.io-client'
import { vi } from 'vitest'
import type { ClientToServer, MessageName, Messages, ServerToClient, WatchReply } from '#protocol/live.ts'
import { createHttpServer } from '#server/http/listener.ts'
import type { HttpApp } from '#server/http/mount.ts'
import type { RoomRules, SocketLimits } from '#server/live/rooms.ts'
import type { openLive } from '#server/live/sockets.ts'
import type { Services } from '#server/services.ts'

interface Heard {
  readonly name: string
  readonly view: ReturnType<typeof JSON.parse>
  /** `performance.now()` when it came in. */
  readonly at: number
}

/** A socket that remembers all it was told. */
function watcher(socket: Socket<ServerToClient, ClientToServer>) {
  const heard: Heard[] = []
  socket.onAny((name: string, view: unknown) => heard.push({ name, view, at: performance.now() }))
  const seen = <N extends MessageName | 'gone'>(name: N) =>
    heard.filter((one) => one.name === name).map(({ view }) => view as N extends MessageName ? Messages[N] : string)
  return {
    socket,
    heard,
    /** Everything it was told under that name. */
    seen,
    watch: (room: string) => new Promise<WatchReply>((reply) => socket.emit('watch', room, reply)),
    /** Waits until something that `isIt` was heard. */
    hears: (isIt: (one: Heard) => boolean) =>
      vi.waitFor(() => heard.find(isIt) ?? Promise.reject(new Error('not heard')), { timeout: 15_000, interval: 2 }),
  }
}

type Attached = readonly [attach: ReturnType<typeof openLive>['attach'], rules: RoomRules, limits: SocketLimits]
export function openSockets(app: HttpApp, services: Services, [attach, rules, limits]: Attached) {
  let http: Promise<Server> | undefined
  const sockets: Socket[] = []
  async function listen(): Promise<Server> {
    const server = createHttpServer(app)
    attach(server, services, rules, limits)
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
    return server
  }
  /** The address the world listens on; opened by the first who asks. */
  async function address() {
    http ??= listen()
    return `http://127.0.0.1:${((await http).address() as AddressInfo).port}`
  }
  async function socket(auth: { token?: string; organizerToken?: string } = {}, extraHeaders: Record<string, string> = {}) {
    const options = { auth, extraHeaders, transports: ['websocket'], forceNew: true }
    const opened: Socket<ServerToClient, ClientToServer> = io(await address(), options)
    sockets.push(opened)
    return watcher(opened)
  }
  async function close() {
    for (const one of sockets) one.disconnect()
    ;(await http)?.close()
  }
  return { address, socket, close }
}
