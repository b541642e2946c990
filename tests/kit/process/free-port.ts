// A port that nobody listens on just now, and that nobody is given who asks for any: the system gives those from 32,768 on. Each process begins elsewhere.
import { createServer } from 'node:net'
import process from 'node:process'

const [least, count] = [16_000, 16_000]
let asked = 0

const isFree = (port: number) =>
  new Promise<boolean>((answer) => {
    const probe = createServer()
    probe.once('error', () => answer(false))
    probe.listen(port, () => probe.close(() => answer(true)))
  })

export async function freePort(): Promise<number> {
  const port = least + ((process.pid * 37 + asked++) % count)
  return (await isFree(port)) ? port : freePort()
}
