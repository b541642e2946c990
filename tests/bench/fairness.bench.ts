// Fairness: what each of four server processes gets through on one hot group, on both engines; and what the MongoDB engine answers beside SQLite.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openBundles } from '#tests/kit/process/bundles.ts'
import { away, compete, distancesMs, rivalAt, share } from '#tests/kit/process/fairness.ts'
import { fill, openStore, type Seeded } from '#tests/kit/process/seed.ts'
import { openMongoServer } from '#tests/mongo/server.ts'
import { answerTo } from './answer.ts'
import { load } from './load.ts'
import { openSite } from './mongo.ts'
import { rivalOver } from './rivals.ts'
import type { Row } from './row.ts'
import { startServer } from './server.ts'

const [warmUpMs, competeMs] = [1_000, 5_000]
const [connections, answers] = [200, 2_000]
const half = 0.5

const fairnessRow = (engine: string, { taken, refused }: { taken: readonly number[]; refused: readonly number[] }): Row => ({
  what: `Fairness: answers of the slowest of 4 server processes on one group, against the fastest: ${engine}`,
  measured: `${share(taken).toFixed(2)} × (${taken.join(', ')}; ${refused.length} refused)`,
  limit: `≥ ${half} ×`,
  ok: share(taken) >= half && refused.length === 0,
})

async function onSqlite(): Promise<Row> {
  const folder = mkdtempSync(join(tmpdir(), 'rolecall-bench-'))
  const [target = { groupId: '', eventId: '' }] = await fill(folder, { groups: 1, seats: 100_000 })
  const store = await openStore(folder)
  const rivals = distancesMs.map((ms, nth) => rivalOver(away(store, ms), `p${nth}`, target))
  await compete(rivals, warmUpMs)
  const row = fairnessRow(`SQLite, ${distancesMs.join(', ')} ms away`, await compete(rivals, competeMs))
  await store.close()
  rmSync(folder, { recursive: true, force: true })
  return row
}

async function onMongo(name: string, uri: string): Promise<Row> {
  const site = await openSite(uri, distancesMs.length)
  const rivals = site.servers.map(({ url }) => rivalAt(url, site.target))
  await compete(rivals, warmUpMs)
  const row = fairnessRow(`MongoDB engine (${name})`, await compete(rivals, competeMs))
  await site.stop()
  return row
}

/** Answers a second at 200 connections, the first quarter for warming up. */
async function answersPerSecond(url: string, group: Seeded): Promise<number> {
  const burst = (tag: string, amount: number) => load(url, connections, amount, (n) => answerTo(group, `${tag}${n}@guests.test`))
  await burst('warm', answers / 4)
  const { perSecond, ok } = await burst('guest', answers)
  return (perSecond * ok) / answers
}

async function engines(name: string, uri: string): Promise<Row> {
  const site = await openSite(uri, 1)
  const onMongodb = await answersPerSecond(site.servers[0]?.url ?? '', site.target)
  await site.stop()
  const server = await startServer({ groups: 1, seats: 100_000 })
  const onFile = await answersPerSecond(server.url, server.groups[0] ?? site.target)
  await server.stop()
  const ratio = onMongodb / onFile
  return {
    what: `MongoDB engine (${name}): answers a second of one process at ${connections} connections, against SQLite`,
    measured: `${ratio.toFixed(2)} × (${Math.round(onMongodb)}/s against ${Math.round(onFile)}/s)`,
    limit: '> 0, for information',
    ok: ratio > 0,
  }
}

export default async function fairness(): Promise<Row[]> {
  const bundles = openBundles()
  const { name, uri, close } = await openMongoServer(bundles.folder)
  const rows = [await onSqlite(), await onMongo(name, uri), await engines(name, uri)]
  await close()
  bundles.close()
  return rows
}
