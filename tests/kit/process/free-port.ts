// A port that nobody listens on just now, and that nobody else is given: each process of tests on this machine claims a hundred of its own, below those that systems hand out.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const hundreds = 200
const claims = join(tmpdir(), 'rolecall-ports')

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** Whether the claim is this process's now; one of a process that is gone is taken over. */
function claimed(file: string): boolean {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' })
    process.once('exit', () => rmSync(file, { force: true }))
    return true
  } catch {
    if (!isAlive(Number(readFileSync(file, 'utf8')))) rmSync(file, { force: true })
    return false
  }
}

/** Between a probe and the start of a server a port is anybody's: two processes of one hundred would meet there. */
function claimHundred(): number {
  mkdirSync(claims, { recursive: true })
  for (let tried = 0; tried < 2 * hundreds; tried++) {
    const nth = (process.pid + tried) % hundreds
    if (claimed(join(claims, String(nth)))) return 10_000 + nth * 100
  }
  throw new Error('No ports are left for tests')
}

const first = claimHundred()
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
