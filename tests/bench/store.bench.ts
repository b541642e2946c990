// A store of a million answers in use: a backup beside answers, and what an answer writes to the disk against an empty store.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type Seeded, storeFile, tokenSecret } from '#tests/kit/process/seed.ts'
import { answerTo } from './answer.ts'
import { load } from './load.ts'
import { type Million, millions, openMillion } from './million.ts'
import type { Row } from './row.ts'
import { runServer, startServer } from './server.ts'
import { answerSteadily } from './steady.ts'

const perSecond = Number(process.env.STORE_PER_SECOND ?? 200)
const [mostLogMb, longestMs, backupS] = [128, 100, 10]
const givenBackS = 60
const busyGroups = 598
const [connections, answers] = [50, 5_000]
const mostTimes = 1.5
const mostKb = 60

const logOf = (folder: string) => `${storeFile(folder)}-wal`
const logMb = (folder: string) => (existsSync(logOf(folder)) ? statSync(logOf(folder)).size / 1e6 : 0)

/** Makes a backup as the server does by itself; how long it takes, in seconds. */
async function backUp(folder: string): Promise<number> {
  const began = performance.now()
  const env = { ...process.env, DATA_DIR: folder, TOKEN_SECRET: tokenSecret }
  const child = spawn(process.execPath, ['dist/server/backup.js', 'backup', join(folder, 'bench.backup.gz')], {
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const [code] = (await once(child, 'close')) as [number | null]
  if (code !== 0) throw new Error(`The backup ended with ${code}`)
  return (performance.now() - began) / 1_000
}

async function besideAnswers({ groups, copy }: Million): Promise<Row[]> {
  const { folder, remove } = copy()
  const server = await runServer(folder)
  await answerSteadily(server.url, groups, perSecond).stop(1_000)
  const before = await answerSteadily(server.url, groups, perSecond).stop(10_000)
  let most = 0
  const watch = setInterval(() => (most = Math.max(most, logMb(folder))), 20)
  const steady = answerSteadily(server.url, groups, perSecond)
  const seconds = await backUp(folder)
  const { times, broken } = await steady.stop()
  await answerSteadily(server.url, groups, 10).stop(givenBackS * 1_000)
  clearInterval(watch)
  const after = logMb(folder)
  await server.stop()
  remove()
  const longest = Math.max(...times)
  const what = `Backup of ${millions} RSVPs beside ${perSecond} answers a second`
  return [
    { what: `${what}: time`, measured: `${seconds.toFixed(1)} s`, limit: `≤ ${backupS} s`, ok: seconds <= backupS },
    {
      what: `${what}: longest answer, and without`,
      measured: `${longest.toFixed(0)} ms, ${Math.max(...before.times).toFixed(0)} ms; ${broken} broken`,
      limit: `≤ ${longestMs} ms`,
      ok: longest <= longestMs && broken === 0,
    },
    {
      what: `${what}: the store’s log at most, and ${givenBackS} s later`,
      measured: `${most.toFixed(0)} MB, ${after.toFixed(0)} MB`,
      limit: `≤ ${mostLogMb} MB, given back`,
      ok: most <= mostLogMb && after <= 32,
    },
  ]
}

/** What one answer writes, in kB, with what its emails write until they are gone. */
async function writtenBy(server: { readonly url: string; readonly pid: number }, groups: readonly Seeded[]): Promise<number> {
  const written = () => Number(/^write_bytes: (\d+)$/m.exec(readFileSync(`/proc/${server.pid}/io`, 'utf8'))?.[1])
  const some = groups.slice(0, busyGroups)
  const before = written()
  await load(server.url, connections, answers, (n) => answerTo(some[Math.floor(Math.random() * some.length)], `written${n}@guests.test`))
  await wait(5_000)
  return (written() - before) / answers / 1_000
}

async function bytes({ groups, copy }: Million): Promise<Row[]> {
  const { folder, remove } = copy()
  const [large, small] = [await runServer(folder), await startServer({ groups: busyGroups, seats: 100_000 })]
  const [most, least] = [await writtenBy(large, groups), await writtenBy(small, small.groups)]
  await large.stop()
  await small.stop()
  remove()
  return [
    {
      what: `Written to the disk for an answer at ${connections} connections, ${busyGroups} groups at random, on ${millions} RSVPs, against an empty store`,
      measured: `${(most / least).toFixed(2)} × (${most.toFixed(0)} kB against ${least.toFixed(0)} kB)`,
      limit: `≤ ${mostTimes} ×, ≤ ${mostKb} kB`,
      ok: most <= mostTimes * least && most <= mostKb,
    },
  ]
}

export default async function store(): Promise<Row[]> {
  const million = await openMillion()
  const rows = [...(await besideAnswers(million)), ...(await bytes(million))]
  million.close()
  return rows
}
