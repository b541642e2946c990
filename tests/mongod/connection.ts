// One connection: messages in, answers out, one after the other, and the faults that a test ordered in between.
import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { BSON } from 'mongodb'
import { answer, nameOf, stamp } from './commands.ts'
import { awaitTopology } from './commands-server.ts'
import type { Server } from './server.ts'
import { type Doc, isDoc, writeDoc } from './values.ts'
import { cut, type Message, readMessage, writeAnswer } from './wire.ts'

const isHello = (name: string) => name === 'hello' || name === 'ismaster' || name === 'isMaster'

async function send(server: Server, socket: Socket, to: Message, doc: Doc, more = false): Promise<void> {
  if (server.delay > 0) await sleep(server.delay)
  await server.gate
  if (!to.silent && !socket.destroyed) socket.write(writeAnswer(to, doc, more))
}

/** What the hook of a test says of a command. */
async function ordered(server: Server, body: Doc) {
  return server.hook === undefined ? undefined : server.hook(nameOf(body), BSON.deserialize(writeDoc(body)))
}

/** Answers a command, but for the faults ordered. Undefined: the connection is lost, or stays silent. */
async function answerOr(server: Server, connection: number, socket: Socket, body: Doc): Promise<Doc | undefined> {
  const order = await ordered(server, body)
  if (order !== undefined && 'reply' in order) return stamp(server, order.reply)
  if (order?.lost === 'request') {
    socket.destroy()
    return undefined
  }
  const done = await answer(server, connection, body)
  if (order?.lost === 'answer') socket.destroy()
  return order?.lost === undefined ? done : undefined
}

/** Answers hello again and again, whenever the topology changes or the client's wait is over. */
async function stream(server: Server, connection: number, socket: Socket, message: Message): Promise<void> {
  let { body } = message
  while (!socket.destroyed) {
    await awaitTopology({ server, body } as Parameters<typeof awaitTopology>[0])
    const doc = await answerOr(server, connection, socket, body)
    if (doc === undefined) return
    await send(server, socket, message, doc, message.exhaust)
    if (!message.exhaust) return
    body = { ...body, topologyVersion: doc.topologyVersion }
  }
}

async function handle(server: Server, connection: number, socket: Socket, message: Message): Promise<void> {
  await server.gate
  if (isHello(nameOf(message.body)) && isDoc(message.body.topologyVersion)) return stream(server, connection, socket, message)
  const doc = await answerOr(server, connection, socket, message.body)
  if (doc !== undefined) await send(server, socket, message, doc)
}

/** Serves a connection until either side ends it. */
export function serve(server: Server, connection: number, socket: Socket): void {
  let rest: Buffer = Buffer.alloc(0)
  const waiting: Message[] = []
  let busy = false
  const work = async () => {
    busy = true
    for (let message = waiting.shift(); message !== undefined && !socket.destroyed; message = waiting.shift())
      await handle(server, connection, socket, message)
    busy = false
  }
  socket.setNoDelay(true)
  socket.on('error', () => socket.destroy())
  socket.on('data', (bytes: Buffer) => {
    try {
      const { messages, rest: left } = cut(rest.length === 0 ? bytes : Buffer.concat([rest, bytes]))
      rest = left
      waiting.push(...messages.map(readMessage))
    } catch {
      // A real server ends a connection that doesn't speak its protocol.
      socket.destroy()
      return
    }
    if (!busy) work().catch((error: unknown) => socket.destroy(error instanceof Error ? error : undefined))
  })
}
