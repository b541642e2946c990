// The built server as a process of its own over a folder of its own: it can be killed and started again where it was.
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../kit/process/free-port.ts'

export interface Server {
  readonly url: string
  /** Where its data lies; closed to others while it runs. */
  readonly folder: string
  /** What it has warned of, latest last. */
  readonly warnings: readonly string[]
  /** Ends it as a power cut does. */
  readonly kill: () => Promise<void>
  /** Starts it again on the same port and the same data. */
  readonly restart: () => Promise<void>
  /** Ends it and removes its data. */
  readonly close: () => Promise<void>
}

/** Builds dist/ unless it was built from these very sources; in a process of its own, since a build may end its process. */
export async function build() {
  const code = `const { build } = await import('./scripts/build.mjs'); await build()`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', code], { stdio: 'inherit' })
  const [exit] = await new Promise<unknown[]>((ended) => child.once('close', (...how) => ended(how)))
  if (exit !== 0) throw new Error(`The build failed (${String(exit)})`)
}

const answers = async (url: string) => (await fetch(`${url}/api/health`).catch(() => undefined))?.ok ?? false

/** Starts what was built, here or in the folder `built`, with `env` besides; answers once it is ready. `prepare` may fill the folder of its data before. */
export async function startServer(
  env: Readonly<Record<string, string>> = {},
  prepare?: (folder: string) => Promise<unknown>,
  built = '.',
): Promise<Server> {
  const port = await freePort()
  // Not localhost: there Socket.IO doesn't listen for the loss of the network.
  const url = `http://127.0.0.1:${port}`
  const folder = mkdtempSync(join(tmpdir(), 'rolecall-e2e-'))
  await prepare?.(folder)
  const warnings: string[] = []
  let child: ChildProcess

  const start = async () => {
    child = spawn(process.execPath, ['dist/server/main.js'], {
      cwd: built,
      env: {
        ...process.env,
        NODE_ENV: 'development',
        PORT: String(port),
        PUBLIC_URL: url,
        DATA_DIR: folder,
        RATE_LIMITS: 'off',
        LOG_LEVEL: 'warn',
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const note = (chunk: Buffer) =>
      warnings.push(
        ...String(chunk)
          .split('\n')
          .filter((line) => line.startsWith('{"level"')),
      )
    child.stdout?.on('data', note)
    child.stderr?.on('data', (chunk: Buffer) => warnings.push(String(chunk).trim()))
    while (!(await answers(url))) {
      if (child.exitCode !== null) throw new Error(`The server did not start: ${warnings.join('\n')}`)
      await new Promise((wait) => setTimeout(wait, 50))
    }
  }
  const end = (signal: NodeJS.Signals) =>
    new Promise<void>((ended) => {
      if (child.exitCode !== null || child.signalCode !== null) return ended()
      child.once('close', () => ended())
      child.kill(signal)
    })

  await start()
  return {
    url,
    folder,
    warnings,
    kill: () => end('SIGKILL'),
    restart: start,
    async close() {
      await end('SIGTERM')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
