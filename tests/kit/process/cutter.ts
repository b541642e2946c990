// A wire between clients and a server that can be cut: it passes bytes on, and destroys every connection when told.
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

export interface Cutter {
  readonly url: string
  /** Destroys all connections at once and gives how many there were; the next ones are passed on again. */
  readonly cut: () => number
}

/** Opens a wire to `url`; it is gone when the test ends. */
export async function openCutter(url: string): Promise<Cutter> {
  const { port, hostname } = new URL(url)
  const open = new Set<Socket>()
  const server = createServer((near) => {
    const far = connect(Number(port), hostname)
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(one)
      one.on('error', () => other.destroy())
      one.on('close', () => open.delete(one) && other.destroy())
      one.pipe(other)
    }
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const cut = () => {
    const connections = open.size / 2
    // A reset, as from a router that has forgotten them: neither side is told goodbye.
    for (const socket of open) socket.resetAndDestroy()
    return connections
  }
  onTestFinished(() => {
    cut()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, cut }
}
