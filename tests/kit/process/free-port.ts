// A port that nobody listens on just now, and that nobody else is given: each process of tests has a hundred of its own, below those that systems hand out.
import { createServer } from 'node:net'

const first = 10_000 + (process.pid % 200) * 100
let next = 0

export async function freePort(): Promise<number> {
  for (;;) {
    const port = first + (next++ % 100)
    const probe = createServer()
    const isFree = await new Promise<boolean>((done) => {
      probe.once('error', () => done(false)).listen(port, '127.0.0.1', () => done(true))
    })
    if (!isFree) continue
    await new Promise((closed) => probe.close(closed))
    return port
  }
}
