// The real server as a process of its own, to be killed, starved and stopped: made of the current sources, with its environment and its folder.
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject, onTestFinished } from 'vitest'
import { bundleIn } from './bundles.ts'
import { freePort } from './free-port.ts'
import { tokenSecret } from './seed.ts'

export interface Running {
  readonly url: string
  readonly pid: number
  /** All it has written so far, to both outputs. */
  readonly output: () => string
  readonly signal: (name: NodeJS.Signals) => void
  /** Its exit code, or the signal that ended it. */
  readonly exit: Promise<number | NodeJS.Signals | null>
}

/** A folder of its own, gone when the test ends. */
export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'rolecall-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

const inherited = ['PATH', 'HOME', 'TZ', 'TMPDIR', 'SystemRoot']
const plain = Object.fromEntries(inherited.map((name) => [name, process.env[name]]))

/** The bundle of an entry file; one run of the tests makes it once. */
export const bundled = (entry: string): Promise<string> => bundleIn(inject('bundles'), entry)

/** Runs a bundle of one of our entry files, with this environment and no other, `under` another program if told. It is gone when the test ends. */
export function run(env: Record<string, string>, entry: string, under: readonly string[] = []) {
  const [program = process.execPath, ...before] = under
  const args = [...before, ...(under.length > 0 ? [process.execPath] : []), entry]
  const child: ChildProcess = spawn(program, args, {
    env: { ...plain, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (part: Buffer) => (output += part.toString()))
  const exit = new Promise<number | NodeJS.Signals | null>((ended) => child.once('close', (code, signal) => ended(code ?? signal)))
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await exit
  })
  return { pid: child.pid ?? 0, output: () => output, signal: (name: NodeJS.Signals) => void child.kill(name), exit }
}

/** Starts a server over `folder`, on a free port unless `env` names one, and waits until it serves. */
export async function startServer(
  folder: string,
  env: Record<string, string> = {},
  entry?: string,
  under?: readonly string[],
): Promise<Running> {
  const { PORT = String(await freePort()) } = env
  const process = run(
    {
      NODE_ENV: 'development',
      PORT,
      DATA_DIR: folder,
      TOKEN_SECRET: tokenSecret,
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'warn',
      ...env,
    },
    entry ?? (await bundled('server/app/main.ts')),
    under,
  )
  const url = `http://127.0.0.1:${PORT}`
  let ended: number | NodeJS.Signals | null | undefined
  void process.exit.then((code) => (ended = code))
  while (!(await fetch(`${url}/api/health`).catch(() => undefined))?.ok) {
    if (ended !== undefined) throw new Error(`the server ended with ${String(ended)}: ${process.output()}`)
    await new Promise((later) => setTimeout(later, 20))
  }
  return { url, ...process }
}
