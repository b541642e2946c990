// Patches a fault of MongoDB's driver (7.8, 7.9): it waits for ever for 'drain' on a socket that is destroyed but hasn't emitted 'close' yet.
// If that happens in a handshake, neither the pool nor the monitor recovers. A later driver without that method is left as it is (decision 0068).
import { createRequire } from 'node:module'
import type { Socket } from 'node:net'
import { MongoError, MongoNetworkError } from 'mongodb'

type Write = (this: { readonly socket: Socket }, ...args: unknown[]) => Promise<void>
interface Driver {
  readonly Connection?: { readonly prototype: { writeCommand?: Write } }
}

const mended = new WeakSet<Write>()
/** The driver's own write, once it is mended: for the control of the test that shows the fault. */
export let unmendedWrite: Write | undefined

/** Makes every write end when its socket ends. Safe to call again. */
export function mendDriver(): void {
  const { Connection } = createRequire(import.meta.url)('mongodb/lib/cmap/connection.js') as Driver
  const write = Connection?.prototype.writeCommand
  if (!Connection || !write || mended.has(write)) return
  const endingWrite: Write = function (...args) {
    return endWith(this.socket, () => write.apply(this, args))
  }
  mended.add(endingWrite)
  unmendedWrite = write
  Connection.prototype.writeCommand = endingWrite
}

/** Errors of the socket become the driver's own, which it knows how to repeat. */
async function endWith(socket: Socket, write: () => Promise<void>): Promise<void> {
  let end = () => {}
  const closed = new Promise<never>((_, fail) => {
    end = () => fail(new MongoNetworkError('connection closed while it was written to'))
  })
  if (socket.closed) end()
  else socket.once('close', end)
  try {
    await Promise.race([closed, write()])
  } catch (error) {
    const isOfSocket = error instanceof Error && !(error instanceof MongoError) && 'code' in error
    throw isOfSocket ? new MongoNetworkError(error.message, { cause: error }) : error
  } finally {
    socket.off('close', end)
  }
}
