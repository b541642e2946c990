// A MongoDB server in memory for tests: the official driver can't tell it from a replica set of one, as far as README.md says.
import { createServer, type Server as NetServer, type Socket } from 'node:net'
import { createServer as createTlsServer, TLSSocket, type TlsOptions } from 'node:tls'
import { ObjectId } from 'mongodb'
import { trimLog } from './change-log.ts'
import { timeAt } from './clock.ts'
import { serve } from './connection.ts'
import { rollBack } from './rollback.ts'
import { emptyEngine, type Hook, type Server, signal } from './server.ts'
import { endTransaction, history } from './sessions.ts'
import { collectGarbage } from './transaction.ts'
import { expireDocuments } from './ttl.ts'

export interface MongodOptions {
  readonly port?: number
  /** 'rs0' unless told; undefined: a standalone server, without transactions. */
  readonly replicaSet?: string | undefined
  /** With a key and a certificate: whoever speaks to it does so over TLS. */
  readonly tls?: TlsOptions
  /** What it calls itself; it listens on 127.0.0.1 all the same. */
  readonly host?: string
  /** false: a write conflict is not noticed. For controls only. */
  readonly conflicts?: boolean
}

export interface Counts {
  readonly connections: number
  readonly commands: Readonly<Record<string, number>>
  readonly cursors: number
  readonly openTransactions: number
  readonly committed: number
  readonly aborted: number
  readonly conflicts: number
  readonly retried: number
}

export interface Mongod {
  readonly uri: string
  readonly port: number
  close(): Promise<void>
  /** 'hang': takes what comes and answers nothing. 'refuse': no port, no connections. 'crash': as if killed, what was committed stays on its disk. */
  pause(mode: 'hang' | 'refuse' | 'crash'): Promise<void>
  resume(): Promise<void>
  /** Every answer comes so many milliseconds later. */
  delay(ms: number): void
  dropConnections(): void
  /** Is no primary for so many seconds; open transactions are over. `loses`: what a majority hasn't got is rolled back. */
  stepDown(seconds: number, loses?: boolean): void
  /** The majority is behind by so many milliseconds; Infinity: it stands still. */
  lag(ms: number): void
  /** So many of the set's two other voting members, which nobody sees, are away; without both there is no majority. */
  away(members: number): void
  /** Asks the hook about each command; undefined takes the hook away. */
  onCommand(hook: Hook | undefined): void
  counts(): Counts
}

interface Running {
  readonly server: Server
  readonly sockets: Set<Socket>
  readonly timers: Set<NodeJS.Timeout>
}

function turn({ server }: Running, primary: boolean): void {
  server.primary = primary
  server.topology++
  if (primary) server.term++
  else for (const session of server.sessions.values()) endTransaction(server, session)
  const { fire } = server.changed
  server.changed = signal()
  fire()
}

function openServer(replicaSet: string | undefined, conflicts: boolean): Running {
  const sockets = new Set<Socket>()
  const timers = new Set<NodeJS.Timeout>()
  const server: Server = {
    engine: emptyEngine(conflicts),
    sessions: new Map(),
    operations: new Map(),
    away: 0,
    cursors: new Map(),
    replicaSet,
    processId: new ObjectId(),
    commands: new Map(),
    address: '',
    primary: true,
    term: 1,
    topology: 1,
    changed: signal(),
    hook: undefined,
    delay: 0,
    gate: Promise.resolve(),
    dropConnections: () => {
      for (const socket of sockets) socket.destroy()
    },
    stepDown: (seconds, loses = false) => {
      if (!server.primary) return
      turn(running, false)
      if (loses) rollBack(server)
      const timer = setTimeout(() => {
        timers.delete(timer)
        turn(running, true)
      }, seconds * 1_000)
      timers.add(timer)
    },
  }
  const running = { server, sockets, timers }
  return running
}

/** Once a second: transactions that last too long, cursors nobody reads, versions nobody may see, documents that expire. */
function keepHouse({ server }: Running): NodeJS.Timeout {
  return setInterval(() => {
    const now = Date.now()
    for (const session of server.sessions.values())
      if (session.txn !== undefined && now - session.txn.startedAt > history) endTransaction(server, session)
    for (const [id, { usedAt }] of server.cursors) if (now - usedAt > 600_000) server.cursors.delete(id)
    const open = [...server.engine.open].map(({ snapshot }) => snapshot)
    collectGarbage(server.engine, Math.min(timeAt(now - history), server.engine.majority.point(), ...open))
    trimLog(server.engine, timeAt(now - 10 * history))
    if (server.primary) expireDocuments(server.engine, now)
  }, 1_000).unref()
}

const listen = (net: NetServer, port: number) =>
  new Promise<number>((resolve, reject) => {
    net.once('error', reject)
    net.listen(port, '127.0.0.1', () => {
      net.off('error', reject)
      const address = net.address()
      resolve(typeof address === 'object' && address !== null ? address.port : port)
    })
  })

const stopListening = (net: NetServer) => new Promise<void>((resolve) => net.close(() => resolve()))

function accept({ server, sockets }: Running, tls: TlsOptions | undefined): NetServer {
  let connections = 0
  const begin = (socket: Socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    serve(server, ++connections, socket)
  }
  return tls === undefined ? createServer(begin) : createTlsServer(tls, begin)
}

function countsOf({ server, sockets }: Running): Counts {
  const { engine, commands, cursors } = server
  return {
    connections: sockets.size,
    commands: Object.fromEntries(commands),
    cursors: cursors.size,
    openTransactions: engine.open.size,
    ...engine.counts,
  }
}

/** Ends what a killed process doesn't keep: what was open, and its connections, without a word. */
function crash(running: Running): void {
  const { server, sockets } = running
  turn(running, false)
  server.cursors.clear()
  server.processId = new ObjectId()
  for (const socket of sockets) {
    if (socket instanceof TLSSocket) socket.destroy()
    else socket.resetAndDestroy()
  }
}

/** What stops and starts the port and the answers. */
function controls(running: Running, net: NetServer, port: number): Pick<Mongod, 'close' | 'pause' | 'resume'> {
  const { server, timers } = running
  const house = keepHouse(running)
  let open = () => {}
  let isDown = false
  const resume = async () => {
    open()
    if (isDown) turn(running, true)
    isDown = false
    if (!net.listening) await listen(net, port)
  }
  return {
    resume,
    pause: async (mode) => {
      if (mode === 'hang') {
        const { promise, fire } = signal()
        server.gate = promise
        open = fire
        return
      }
      const stopped = stopListening(net)
      if (mode === 'crash') {
        isDown = true
        crash(running)
      } else server.dropConnections()
      await stopped
    },
    close: async () => {
      clearInterval(house)
      for (const timer of timers) clearTimeout(timer)
      const stopped = net.listening ? stopListening(net) : Promise.resolve()
      server.dropConnections()
      open()
      server.primary = false // whoever waits for a transaction is told that it won't end
      server.changed.fire()
      await stopped
    },
  }
}

/** Starts a server with nothing in it; port 0 is any that is free. */
export async function startMongod(options: MongodOptions = {}): Promise<Mongod> {
  const replicaSet = 'replicaSet' in options ? options.replicaSet : 'rs0'
  const running = openServer(replicaSet, options.conflicts ?? true)
  const { server } = running
  const net = accept(running, options.tls)
  const port = await listen(net, options.port ?? 0)
  server.address = `${options.host ?? '127.0.0.1'}:${port}`
  return {
    uri: `mongodb://${server.address}/${replicaSet === undefined ? '' : `?replicaSet=${replicaSet}`}`,
    port,
    ...controls(running, net, port),
    delay: (ms) => {
      server.delay = ms
    },
    dropConnections: server.dropConnections,
    stepDown: server.stepDown,
    lag: server.engine.majority.lag,
    away: (members) => {
      server.away = members
      server.engine.majority.lag(members >= 2 ? Number.POSITIVE_INFINITY : 0)
    },
    onCommand: (hook) => {
      server.hook = hook
    },
    counts: () => countsOf(running),
  }
}
