// The real server killed, starved of disk and stopped in the middle of a burst of answers. Each check has a control that fails.
import { execFileSync, spawnSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { statSync } from 'node:fs'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { inspect, type Outcome, openBurst, submit } from './kit/burst.ts'
import { newFolder, startServer } from './kit/process.ts'
import { fill, openStore, ownerToken, type Seeded, storeFile } from './kit/seed.ts'

const scarce = 40
const kills = Number(process.env.KILLS ?? 8)

async function seed(folder: string): Promise<Seeded> {
  const [seeded = { groupId: '', eventId: '' }] = await fill(folder, { groups: 1, seats: 100_000, roles: { Scarce: scarce } })
  return seeded
}

/** Looks at the store while no server has it. */
async function look(folder: string, seeded: Seeded, outcomes: readonly Outcome[]) {
  const store = await openStore(folder)
  const found = await inspect(store, seeded, outcomes)
  await store.close()
  return found
}

interface Kill {
  readonly tag: string
  /** Whose requests were cut off before. */
  readonly again?: readonly Outcome[]
  /** How long the burst lasts at least. */
  readonly ms?: number
  readonly entry?: string
}
/** Starts a server, lets a burst begin, kills it with -9 amidst, and gives what the guests were told. */
async function killAmidst(folder: string, seeded: Seeded, { tag, again = [], ms = 0, entry }: Kill) {
  const server = await startServer(folder, {}, entry)
  // Whoever got no answer asks again, as a browser would.
  const retried = await Promise.all(again.map(({ email, role }) => submit(undefined, server.url, seeded, email, role)))
  const burst = openBurst(server.url, seeded, tag)
  await Promise.all([burst.acknowledged(randomInt(20, 300)), new Promise((over) => setTimeout(over, ms))])
  server.signal('SIGKILL')
  await burst.stop()
  expect(await server.exit).toBe('SIGKILL')
  return [...retried, ...burst.outcomes]
}

test(
  'S6 kill -9 amidst a burst loses nothing acknowledged, gives no seat twice, and leaves counts that are those of the records',
  async () => {
    const folder = newFolder()
    const seeded = await seed(folder)
    const told: Outcome[] = []
    let cutOff: Outcome[] = []
    for (let kill = 0; kill < kills; kill++) {
      const outcomes = await killAmidst(folder, seeded, { tag: `kill${kill}`, again: cutOff })
      told.push(...outcomes)
      cutOff = outcomes.filter(({ status }) => status === 0)
      const { lost, faults } = await look(folder, seeded, told)
      expect([kill, lost, faults]).toEqual([kill, [], []])
    }
    expect(new Set(told.map(({ status }) => status))).toEqual(new Set([200, 409, 0]))
    const server = await startServer(folder)
    const form = await (await fetch(`${server.url}/api/rsvp/form/${seeded.groupId}`)).json()
    expect(form.roleCoverage[1]).toMatchObject({ name: 'Scarce', total: scarce, count: scarce })
  },
  Math.max(120_000, kills * 15_000),
)

test('S6 control: a server that answers before its commit is seen to lose answers', async () => {
  const folder = newFolder()
  const seeded = await seed(folder)
  const outcomes = await killAmidst(folder, seeded, { tag: 'early', ms: 700, entry: 'tests/kit/early-child.ts' })
  const { lost, records } = await look(folder, seeded, outcomes)
  expect(records).toBeGreaterThan(0)
  expect(lost.length).toBeGreaterThan(0)
}, 60_000)

const limitable = spawnSync('prlimit', ['--version']).status === 0
/** A file may grow no further than `bytes`; what a write past it gets is what a full disk gives. */
const limitFiles = (pid: number, bytes: number | 'unlimited') => execFileSync('prlimit', ['--pid', String(pid), `--fsize=${bytes}:`])
const sizeOf = (file: string) => statSync(file, { throwIfNoEntry: false })?.size ?? 0

test.skipIf(!limitable)(
  'S7 a full disk is a 503 with Retry-After; reads go on, and so do answers once there is room',
  async () => {
    const folder = newFolder()
    const seeded = await seed(folder)
    const server = await startServer(folder, { LOG_LEVEL: 'silent' })
    const burst = openBurst(server.url, seeded, 'full', 6)
    await burst.acknowledged(100)
    limitFiles(server.pid, Math.max(sizeOf(storeFile(folder)), sizeOf(`${storeFile(folder)}-wal`)) + 100_000)
    await expect.poll(() => burst.outcomes.filter(({ status }) => status === 503).length, { timeout: 20_000 }).toBeGreaterThan(20)
    const manages = { headers: { authorization: `Bearer ${ownerToken}` } }
    for (const path of [
      `/api/rsvp/form/${seeded.groupId}`,
      `/api/group/${seeded.groupId}`,
      `/api/event/${seeded.eventId}`,
      '/api/auth/me',
      '/api/health',
    ])
      expect([path, (await fetch(server.url + path, manages)).status]).toEqual([path, 200])
    limitFiles(server.pid, 'unlimited')
    const before = burst.outcomes.length
    await expect
      .poll(() => burst.outcomes.slice(before).filter(({ status }) => status === 200).length, { timeout: 20_000 })
      .toBeGreaterThan(20)
    await burst.stop()
    for (const { status, headers, text } of burst.outcomes.filter((one) => ![200, 409].includes(one.status))) {
      expect([status, headers['retry-after']]).toEqual([503, expect.stringMatching(/^\d+$/)])
      expect(JSON.parse(text)).toMatchObject({ code: 'store-unavailable', error: expect.stringContaining('try again') })
    }
    server.signal('SIGTERM')
    expect(await server.exit).toBe(0)
    expect(await look(folder, seeded, burst.outcomes)).toMatchObject({ lost: [], faults: [] })
  },
  60_000,
)

test('S8 SIGTERM under load: what is under way is answered, the rest is turned away, and all that was acknowledged is there', async () => {
  const folder = newFolder()
  const seeded = await seed(folder)
  const server = await startServer(folder, { LOG_LEVEL: 'info' })
  const burst = openBurst(server.url, seeded, 'term', 24)
  // A request that never ends, and a connection that says nothing, hold nobody up.
  for (const words of ['', 'POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{'])
    connect(Number(new URL(server.url).port), '127.0.0.1')
      .on('error', () => {})
      .write(words)
  await burst.acknowledged(300)
  const started = performance.now()
  server.signal('SIGTERM')
  expect(await server.exit).toBe(0)
  expect(performance.now() - started).toBeLessThan(5_000)
  await burst.stop()
  expect([200, 409, 0]).toEqual(expect.arrayContaining([...new Set(burst.outcomes.map(({ status }) => status))]))
  const answered = burst.outcomes.filter(({ status }) => status !== 0)
  for (const { text } of answered) expect(Object.keys(JSON.parse(text)).length).toBeGreaterThan(0)
  expect(server.output()).toContain('"msg":"stopped"')
  expect(await look(folder, seeded, burst.outcomes)).toMatchObject({ lost: [], faults: [] })
}, 60_000)
