// Starts the built server as a process of its own, over a store that was seeded before, and reads what it logs when it stops.
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '#tests/kit/process/free-port.ts'
import { fill, ownerToken, type Seed, type Seeded, tokenSecret } from '#tests/kit/process/seed.ts'

export interface Bench {
  readonly url: string
  readonly token: string
  readonly pid: number
  readonly groups: readonly Seeded[]
  /** Stops it gracefully; how many commits (fsyncs) it made. */
  readonly stop: () => Promise<number>
}

export interface Running {
  readonly url: string
  readonly pid: number
  /** How many emails it has printed, as the built-in outbox does with each that it sends. */
  readonly sent: () => number
  /** Stops it gracefully; how many commits it made. */
  readonly stop: () => Promise<number>
  /** Ends it as a power cut does. */
  readonly kill: () => void
}

/**
 * Starts the server that is built in `home`, or BENCH_SERVER, over `folder`, with `env` besides and `under` another program if told; answers once it is
 * ready.
 */
export async function runServer(
  folder: string,
  env: Readonly<Record<string, string>> = {},
  under: readonly string[] = [],
  home = '.',
): Promise<Running> {
  const port = Number(env.PORT ?? (await freePort()))
  const nodeArgs = process.env.BENCH_NODE_ARGS?.split(' ') ?? []
  const [program, ...args] = [...under, process.execPath, ...nodeArgs, process.env.BENCH_SERVER ?? 'dist/server/main.js']
  const child = spawn(program, args, {
    cwd: home,
    env: {
      ...process.env,
      NODE_ENV: 'development',
      PORT: String(port),
      DATA_DIR: folder,
      TOKEN_SECRET: tokenSecret,
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'info',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const { commits, sent } = logged(child)
  const url = `http://127.0.0.1:${port}`
  while (!(await fetch(`${url}/api/health`).catch(() => undefined))?.ok) await new Promise((wait) => setTimeout(wait, 50))
  return {
    url,
    pid: child.pid ?? 0,
    sent,
    stop: () => {
      child.kill('SIGTERM')
      return commits
    },
    kill: () => void child.kill('SIGKILL'),
  }
}

export async function startServer(seed: Seed, under?: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Bench> {
  const folder = mkdtempSync(join(tmpdir(), 'rolecall-bench-'))
  const made = await fill(folder, seed)
  const { url, pid, stop } = await runServer(folder, env, under)
  return {
    url,
    token: ownerToken,
    pid,
    groups: made,
    async stop() {
      const count = await stop()
      rmSync(folder, { recursive: true, force: true })
      return count
    },
  }
}

const emailBegins = '\n  To: '
/** Reads the log on the fly, as a log collector would; the last line says how many commits there were. */
function logged(child: ChildProcess) {
  let tail = ''
  let emails = 0
  child.stdout?.on('data', (chunk: Buffer) => {
    const text = chunk.toString()
    emails += (tail.slice(1 - emailBegins.length) + text).split(emailBegins).length - 1
    tail = (tail + text).slice(-2000)
  })
  const commits = new Promise<number>((done) => child.once('close', () => done(Number(/"commits":(\d+)/.exec(tail)?.[1] ?? Number.NaN))))
  return { commits, sent: () => emails }
}
