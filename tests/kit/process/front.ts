// A port in front of several servers, as a load balancer has it: each connection goes to the first of them that lives, and breaks with it.
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export interface Front {
  readonly url: string
  readonly close: () => void
}

/** A connection to the server, or undefined if it doesn't take any. */
const reach = (url: string) =>
  new Promise<Socket | undefined>((done) => {
    const { hostname, port } = new URL(url)
    const far = connect(Number(port), hostname)
    far.once('connect', () => done(far))
    far.once('error', () => done(undefined))
  })

async function pass(near: Socket, urls: readonly string[]) {
  near.on('error', () => near.destroy())
  for (const url of urls) {
    const far = await reach(url)
    if (!far) continue
    far.on('error', () => near.destroy())
    far.on('close', () => near.destroy())
    near.on('close', () => far.destroy())
    near.pipe(far).pipe(near)
    return
  }
  near.destroy()
}

/** Opens the port. */
export async function openFront(urls: readonly string[]): Promise<Front> {
  const open = new Set<Socket>()
  const server = createServer((near) => {
    open.add(near.on('close', () => open.delete(near)))
    void pass(near, urls)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const close = () => {
    server.close()
    for (const one of open) one.destroy()
  }
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close }
}
