// A Socket.IO adapter that writes a broadcast, encoded once, to its sockets in slices between which requests are served.
import type { Namespace } from 'socket.io'
import { Adapter } from 'socket.io-adapter'

/** Some 5 ms of writing: smaller slices cost a tenth of what can be delivered, bigger ones make requests wait. */
const socketsPerSlice = 512

export interface SlicedBroadcasts {
  /** What the server takes as its `adapter`. */
  readonly adapter: typeof Adapter
  /** Resolves once the latest broadcast is written to all of its sockets. */
  readonly written: () => Promise<void>
}

type Each = (socket: unknown) => void
/** `apply` finds a broadcast's sockets; Socket.IO's types call it private. */
interface Applying {
  apply: (options: unknown, each: Each) => void
}

/** Every broadcast goes to this process's sockets only: each process follows what is committed. */
export function slicedBroadcasts(): SlicedBroadcasts {
  let last = Promise.resolve()
  function sliced(namespace: Namespace) {
    const adapter = new Adapter(namespace)
    const broadcast = Adapter.prototype.broadcast.bind(adapter)
    const apply = (adapter as unknown as Applying).apply.bind(adapter)
    let slicing = false
    const slicedApply: Applying['apply'] = (options, each) => {
      if (!slicing) return apply(options, each)
      const sockets: unknown[] = []
      apply(options, (socket) => sockets.push(socket))
      last = writeSlices(sockets, each)
    }
    const slicedBroadcast: typeof broadcast = (packet, options) => {
      slicing = true
      broadcast(packet, options)
      slicing = false
    }
    return Object.assign(adapter, { apply: slicedApply, broadcast: slicedBroadcast })
  }
  return { adapter: sliced as unknown as typeof Adapter, written: () => last }
}

async function writeSlices(sockets: readonly unknown[], each: Each) {
  for (let from = 0; from < sockets.length; from += socketsPerSlice) {
    if (from > 0) await new Promise((served) => setImmediate(served))
    const to = Math.min(from + socketsPerSlice, sockets.length)
    for (let nth = from; nth < to; nth++) each(sockets[nth])
  }
}
