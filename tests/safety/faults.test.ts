// Long: eight kills of the real server amid a burst, a full disk, and a start after each.
// The real server killed, starved of disk and stopped in the middle of a burst of answers; the oracle judges. Each check has a control that fails.
import { execFileSync, spawnSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { chance } from '../kit/model/chance.ts'
import { judge } from '../kit/model/oracle.ts'
import { type Outcome, openBurst, submit } from '../kit/process/burst.ts'
import { bundled, newFolder, startServer } from '../kit/process/process.ts'
import { fillForBurst, openStore, ownerToken, type Seeded, scarceSeats, storeFile } from '../kit/process/seed.ts'
import { onTime, untilSeen, within } from '../kit/world/pace.ts'

const isSoak = process.env.SOAK !== undefined
const kills = Number(process.env.KILLS ?? (isSoak ? 250 : 8))
/** As many kills meet one store: looking at all of it after each would else take longer and longer. */
const killsPerStore = 25
const { seed, between } = chance()

interface Kill {
  readonly tag: string
  readonly entry: string
  /** Whose requests were cut off before. */
  readonly again?: readonly Outcome[]
  /** How long the burst lasts at least. */
  readonly ms?: number
}
/** Starts a server, lets a burst begin, kills it with -9 amidst, and gives what the guests were told. */
async function killAmidst(folder: string, target: Seeded, { tag, entry, again = [], ms = 0 }: Kill) {
  const server = await startServer(folder, {}, entry)
  // Whoever got no answer asks again, as a browser would.
  const retried = await Promise.all(
    again.map(({ email, name, attending, roles }) => submit(undefined, server.url, target, { email, name, attending, roles })),
  )
  const burst = openBurst(server.url, target, tag)
  await Promise.all([burst.acknowledged(between(20, 300)), new Promise((over) => setTimeout(over, ms))])
  await new Promise((over) => setTimeout(over, between(0, 8)))
  server.signal('SIGKILL')
  await burst.stop()
  expect(await server.exit).toBe('SIGKILL')
  return [...retried, ...burst.outcomes]
}

/** Kills servers over one store, one after the other. */
async function killOften(entry: string, times: number) {
  const folder = newFolder()
  const target = await fillForBurst(folder)
  const all: Outcome[] = []
  let cutOff: Outcome[] = []
  for (let kill = 0; kill < times; kill++) {
    const outcomes = await killAmidst(folder, target, { tag: `kill${kill}`, entry, again: cutOff })
    all.push(...outcomes)
    cutOff = outcomes.filter(({ status }) => status === 0)
    const { found } = await judge(await openStore(folder), target, all)
    expect([kill, found], `SEED=${seed}`).toEqual([kill, []])
  }
  expect(new Set(all.map(({ status }) => status))).toEqual(new Set([200, 409, 0]))
  const server = await startServer(folder, {}, entry)
  const form = await (await fetch(`${server.url}/api/rsvp/form/${target.groupId}`)).json()
  expect(form.roleCoverage[1]).toMatchObject({ name: 'Scarce', total: scarceSeats, count: scarceSeats })
  server.signal('SIGKILL')
  await server.exit
  return all.length
}

test(
  'S6 kill -9 at random moments under load: what was acknowledged is explained by one order, and nothing is there twice',
  async () => {
    const entry = await bundled('server/app/main.ts')
    let sent = 0
    for (let done = 0; done < kills; done += killsPerStore) sent += await killOften(entry, Math.min(killsPerStore, kills - done))
    console.log(`${kills} kills amid ${sent} answers, SEED=${seed}`)
  },
  Math.max(600_000, kills * 15_000),
)

test('S6 control: a server that answers before its commit is seen to lose answers', untilSeen, async () => {
  const folder = newFolder()
  const target = await fillForBurst(folder)
  const outcomes = await killAmidst(folder, target, {
    tag: 'early',
    ms: 700,
    entry: await bundled('tests/kit/process/write-behind-child.ts'),
  })
  const { kept, found } = await judge(await openStore(folder), target, outcomes)
  expect(kept.rsvps.length).toBeGreaterThan(0)
  expect(found.filter((one) => /acknowledged as \d+, kept as 0$/.test(one)).length).toBeGreaterThan(0)
})

const limitable = spawnSync('prlimit', ['--version']).status === 0
/** A file may grow no further than `bytes`; what a write past it gets is what a full disk gives. */
const limitFiles = (pid: number, bytes: number | 'unlimited') => execFileSync('prlimit', ['--pid', String(pid), `--fsize=${bytes}:`])
const sizeOf = (file: string) => statSync(file, { throwIfNoEntry: false })?.size ?? 0

test.skipIf(!limitable)('S7 a full disk is a 503 with Retry-After; reads go on, and so do answers once there is room', async () => {
  const folder = newFolder()
  const target = await fillForBurst(folder)
  const server = await startServer(folder, { LOG_LEVEL: 'silent' })
  const burst = openBurst(server.url, target, 'full', 6)
  await burst.acknowledged(100)
  limitFiles(server.pid, Math.max(sizeOf(storeFile(folder)), sizeOf(`${storeFile(folder)}-wal`)) + 100_000)
  await expect.poll(() => burst.outcomes.filter(({ status }) => status === 503).length).toBeGreaterThan(20)
  const manages = { headers: { authorization: `Bearer ${ownerToken}` } }
  for (const path of [
    `/api/rsvp/form/${target.groupId}`,
    `/api/group/${target.groupId}`,
    `/api/event/${target.eventId}`,
    '/api/auth/me',
    '/api/health',
  ])
    expect([path, (await fetch(server.url + path, manages)).status]).toEqual([path, 200])
  limitFiles(server.pid, 'unlimited')
  const before = burst.outcomes.length
  await expect.poll(() => burst.outcomes.slice(before).filter(({ status }) => status === 200).length).toBeGreaterThan(20)
  await burst.stop()
  for (const { status, headers, text } of burst.outcomes.filter((one) => ![200, 409].includes(one.status))) {
    expect([status, headers['retry-after']]).toEqual([503, expect.stringMatching(/^\d+$/)])
    expect(JSON.parse(text)).toMatchObject({ code: 'store-unavailable', error: expect.stringContaining('try again') })
  }
  server.signal('SIGTERM')
  expect(await server.exit).toBe(0)
  expect((await judge(await openStore(folder), target, burst.outcomes)).found).toEqual([])
})

test('S8 pace: SIGTERM under load: what is under way is answered, the rest is turned away, and all that was acknowledged is there', {
  ...onTime,
}, async () => {
  const folder = newFolder()
  const target = await fillForBurst(folder)
  const server = await startServer(folder, { LOG_LEVEL: 'info' })
  const burst = openBurst(server.url, target, 'term', 24)
  // A request that never ends, and a connection that says nothing, hold nobody up.
  for (const words of ['', 'POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{'])
    connect(Number(new URL(server.url).port), '127.0.0.1')
      .on('error', () => {})
      .write(words)
  await burst.acknowledged(300)
  const started = performance.now()
  server.signal('SIGTERM')
  expect(await server.exit).toBe(0)
  within(performance.now() - started, 5_000)
  await burst.stop()
  expect([200, 409, 0]).toEqual(expect.arrayContaining([...new Set(burst.outcomes.map(({ status }) => status))]))
  const answered = burst.outcomes.filter(({ status }) => status !== 0)
  for (const { text } of answered) expect(Object.keys(JSON.parse(text)).length).toBeGreaterThan(0)
  expect(server.output()).toContain('"msg":"stopped"')
  expect((await judge(await openStore(folder), target, burst.outcomes)).found).toEqual([])
})
