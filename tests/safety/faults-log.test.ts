// The reader of the log goes away, before the server is told to stop or while it stops, or stays and reads nothing: it serves on, and ends.
import { execFileSync, spawn } from 'node:child_process'
import { closeSync, openSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { freePort } from '../kit/process/free-port.ts'
import { bundled, newFolder } from '../kit/process/process.ts'
import { tokenSecret } from '../kit/process/seed.ts'

/** Starts the real server, takes its readers away before or after the signal to stop, and gives how it ended. */
async function endsWithoutReader(when: 'before' | 'after' | 'never') {
  const port = String(await freePort())
  const { PATH = '', HOME = '' } = process.env
  const env = { PATH, HOME, PORT: port, DATA_DIR: newFolder(), TOKEN_SECRET: tokenSecret, NODE_ENV: 'development', LOG_LEVEL: 'trace' }
  const child = spawn(process.execPath, [await bundled('server/app/main.ts')], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  const ended = new Promise((end) => child.once('exit', (code, signal) => end(code ?? signal)))
  for (const stream of [child.stdout, child.stderr]) stream.resume()
  const isUp = async () => (await fetch(`http://127.0.0.1:${port}/api/health`).catch(() => undefined))?.ok === true
  await expect.poll(isUp).toBe(true)
  const leave = () => [child.stdout, child.stderr].forEach((stream) => void stream.destroy())
  if (when === 'before') {
    leave()
    for (let times = 0; times < 5; times++) if (!(await isUp())) return 'it serves no more'
  }
  child.kill('SIGTERM')
  if (when === 'after') leave()
  return ended
}

test.each(['never', 'before', 'after'] as const)(
  'S8 a server whose log nobody reads any more (gone: %s) serves on and ends',
  async (when) => {
    expect(await endsWithoutReader(when)).toBe(0)
  },
)

/** A pipe whose reader is alive and reads nothing: a child that sleeps. Gives what its writer opens. */
function idleReader() {
  const pipe = join(newFolder(), 'log')
  execFileSync('mkfifo', [pipe])
  const reader = spawn('sh', ['-c', `exec sleep 120 < '${pipe}'`], { stdio: 'ignore' })
  onTestFinished(() => void reader.kill('SIGKILL'))
  return pipe
}

test('S8 a server whose log’s reader is alive and reads nothing serves on and ends', async () => {
  const port = String(await freePort())
  const { PATH = '', HOME = '' } = process.env
  const env = { PATH, HOME, PORT: port, DATA_DIR: newFolder(), TOKEN_SECRET: tokenSecret, NODE_ENV: 'development', LOG_LEVEL: 'trace' }
  const log = openSync(idleReader(), 'w')
  const child = spawn(process.execPath, [await bundled('server/app/main.ts')], { env, stdio: ['ignore', log, log] })
  closeSync(log)
  onTestFinished(() => void child.kill('SIGKILL'))
  const ended = new Promise((end) => child.once('exit', (code, signal) => end(code ?? signal)))
  const isUp = async () => (await fetch(`http://127.0.0.1:${port}/api/health`).catch(() => undefined))?.ok === true
  await expect.poll(isUp).toBe(true)
  // A pipe holds 64 kB, and each of these calls writes a line of more than 100 bytes.
  for (let times = 0; times < 20; times++) {
    const answers = await Promise.all(Array.from({ length: 50 }, () => fetch(`http://127.0.0.1:${port}/api/tier-limits`)))
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 50 }, () => 200))
    await Promise.all(answers.map((answer) => answer.text()))
  }
  child.kill('SIGTERM')
  expect(await ended).toBe(0)
})

const writer = `
import { createLogLines } from '${new URL('../../server/app/operations/log-lines.ts', import.meta.url).href}'
void process.stdout // as the server does: from here on a write that finds no room fails instead of waiting
const lines = createLogLines(1)
const write = (n) => lines.write(JSON.stringify({ n, long: 'x'.repeat(5_000) }) + '\\n')
for (let n = 0; n < 40; n++) write(n)
process.stderr.write('written')
setInterval(() => write('late'), 50)
process.stdin.resume().once('end', () => process.exit(0))
`

test('S8 what a reader finds that comes back are whole lines, and how many there was no room for', async () => {
  const pipe = join(newFolder(), 'log')
  execFileSync('mkfifo', [pipe])
  const script = join(newFolder(), 'writer.ts')
  writeFileSync(script, writer)
  // The reader holds the pipe open, and reads once it is told to.
  const reader = spawn('sh', ['-c', `exec 3< '${pipe}'; read word; exec cat <&3`], { stdio: ['pipe', 'pipe', 'inherit'] })
  const log = openSync(pipe, 'w')
  const child = spawn(process.execPath, ['--import', 'tsx', script], { stdio: ['pipe', log, 'pipe'] })
  closeSync(log)
  child.stderr?.once('data', () => reader.stdin.end('read\n'))
  for (const one of [reader, child]) onTestFinished(() => void one.kill('SIGKILL'))
  let said = ''
  for await (const part of reader.stdout) {
    said += String(part)
    if (said.includes('"late"')) child.stdin?.end()
  }
  const lines = said.trim().split('\n')
  expect(lines.filter((line) => !/^\{"(?:n|level)"[^{}]*\}$/.test(line))).toEqual([])
  const read = lines.map((line): { n?: unknown; msg?: string } => JSON.parse(line))
  const [, leftOut] = /^(\d+) lines were left out/.exec(read.find(({ msg }) => msg)?.msg ?? '') ?? []
  const early = read.filter(({ n }) => typeof n === 'number').length
  expect([early < 40, early + Number(leftOut) >= 40, read.at(-1)?.n]).toEqual([true, true, 'late'])
})
