// The reader of the log goes away, before the server is told to stop or while it stops: it serves on, and ends.
import { spawn } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { freePort } from '../kit/process/free-port.ts'
import { newFolder } from '../kit/process/process.ts'
import { tokenSecret } from '../kit/process/seed.ts'

/** Starts the real server, takes its readers away before or after the signal to stop, and gives how it ended. */
async function endsWithoutReader(when: 'before' | 'after' | 'never') {
  const port = String(await freePort())
  const { PATH = '', HOME = '' } = process.env
  const env = { PATH, HOME, PORT: port, DATA_DIR: newFolder(), TOKEN_SECRET: tokenSecret, NODE_ENV: 'development', LOG_LEVEL: 'trace' }
  const child = spawn(process.execPath, ['--import', 'tsx', 'server/main.ts'], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  const ended = new Promise((end) => child.once('exit', (code, signal) => end(code ?? signal)))
  for (const stream of [child.stdout, child.stderr]) stream.resume()
  const isUp = async () => (await fetch(`http://127.0.0.1:${port}/api/health`).catch(() => undefined))?.ok === true
  await expect.poll(isUp, { timeout: 30_000 }).toBe(true)
  const leave = () => [child.stdout, child.stderr].forEach((stream) => void stream.destroy())
  if (when === 'before') {
    leave()
    for (let times = 0; times < 5; times++) if (!(await isUp())) return 'it serves no more'
  }
  child.kill('SIGTERM')
  if (when === 'after') leave()
  return Promise.race([ended, wait(10_000, 'it hangs')])
}

test.each(['never', 'before', 'after'] as const)(
  'S8 a server whose log nobody reads any more (gone: %s) serves on and ends',
  { timeout: 60_000 },
  async (when) => {
    expect(await endsWithoutReader(when)).toBe(0)
  },
)
