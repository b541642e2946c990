// Files and processes for the tests of the embedded engine: one to kill, to compete with, to run out of disk and to wait for a slow one.
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, onTestFinished } from 'vitest'
import { openSqlite } from '#server/kernel/store/sqlite/engine.ts'
import { contractCollections, counters, guests } from './fixtures.ts'

export function newFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'rolecall-store-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return join(folder, 'rolecall.db')
}

/** How sqlite-child.ts writes: on the thread that serves, or on one of its own. */
export type Place = 'here' | 'thread'

/** Runs sqlite-child.ts, `under` another program if told. */
export function startChild(file: string, mode: string, place: Place = 'here', under: readonly string[] = []) {
  const [program, ...args] = [
    ...under,
    process.execPath,
    '--import',
    'tsx',
    join(import.meta.dirname, 'sqlite-child.ts'),
    file,
    mode,
    place,
  ]
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const exited = once(child, 'exit')
  onTestFinished(() => void child.kill('SIGKILL'))
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
  const line = async () => {
    const { done, value } = await lines.next()
    return done ? undefined : value
  }
  return { pid: child.pid ?? 0, line, kill: () => child.kill('SIGKILL'), exited }
}

export const mayLimit = spawnSync('prlimit', ['--version']).status === 0

/** Lets a child write until there is no more room on its disk, and again once there is; gives what it acknowledged until then, and its store. */
export async function fillDisk(place: Place) {
  const file = newFile()
  const { pid, line, exited } = startChild(file, 'fill', place)
  const limit = (bytes: string) => execFileSync('prlimit', ['--pid', String(pid), `--fsize=${bytes}:`])
  expect(await line()).toBe('open')
  limit('2000000')
  const acknowledged: string[] = []
  let said = await line()
  for (; said && /^\d+$/.test(said); said = await line()) acknowledged.push(`n${said}`)
  expect(said).toBe('unavailable, still reads 4000')
  limit('unlimited')
  expect(await line()).toBe('recovered')
  await exited
  const store = await openSqlite({ file, collections: contractCollections })
  onTestFinished(() => store.close())
  return { acknowledged, store }
}

/** Lets a child acknowledge, kills it with -9 amidst, and compares what it acknowledged with what is there. */
export async function crash(mode: string, place?: Place) {
  const file = newFile()
  const { line, kill, exited } = startChild(file, mode, place)
  if ((await line()) !== 'open') throw new Error('the child did not open its store')
  const acknowledged: string[] = []
  while (acknowledged.length < 300) acknowledged.push(`n${await line()}`)
  kill()
  for (let last = await line(); last !== undefined; last = await line()) if (/^\d+$/.test(last)) acknowledged.push(`n${last}`)
  await exited
  const left = readdirSync(join(file, '..'))
  const store = await openSqlite({ file, collections: contractCollections })
  onTestFinished(() => store.close())
  const current = new Set((await store.find(guests, { index: 'byGroup', limit: 1_000_000 })).map(({ _id }) => _id))
  const halves: string[] = []
  for (const id of new Set([...current, ...acknowledged])) {
    if (current.has(id) !== ((await store.get(counters, id)) !== undefined)) halves.push(id)
  }
  return { left, acknowledged: acknowledged.length, lost: acknowledged.filter((id) => !current.has(id)).length, halves, store }
}
