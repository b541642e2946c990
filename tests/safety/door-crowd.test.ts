// Long: a real server, killed while phones scan.
// Phones at several doors, half of them without a network, and the server killed and started amid it: every acknowledged scan is kept once, every double is
// named with both doors, the sums are right (R184, R191, R194). The whole of it, 20 phones and 10,000 people, is `npm run bench -- --only door`.
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { attendances } from '#server/seats/model/door.ts'
import { chance } from '../kit/model/chance.ts'
import { pairPhones, readList, workAll, wrongIn } from '../kit/process/door-crowd.ts'
import { newFolder, startServer } from '../kit/process/process.ts'
import { fill, openStore, putNew } from '../kit/process/seed.ts'

const { seed, next: random } = chance()
console.log(`door-crowd.test.ts: SEED=${seed}`)

async function crowd() {
  const folder = newFolder()
  const [seeded = { groupId: '', eventId: '' }] = await fill(folder, { groups: 1, seats: 1_000, rsvps: 300, startsInMs: 600_000 })
  const first = await startServer(folder)
  const PORT = new URL(first.url).port
  const phones = await pairPhones(first.url, seeded, 6)
  const people = (await readList(first.url, seeded, phones[0] ?? { cookie: '' })).people.map(({ _id }) => _id)
  const isOffline = (nth: number) => nth % 2 === 1
  const working = workAll({ url: first.url, seeded, phones, people, scansPerSecond: 20, seconds: 3, isOffline, random })
  await wait(1_000)
  first.signal('SIGKILL')
  await first.exit
  const second = await startServer(folder, { PORT })
  await working
  const list = await readList(second.url, seeded, phones[0] ?? { cookie: '' })
  second.signal('SIGTERM')
  await second.exit
  return { folder, seeded, phones, list }
}

test('R184, R191, R194 a kill amid the scans of six phones, three of them offline, loses none, counts none twice and hides no double', async () => {
  const { folder, seeded, phones, list } = await crowd()
  const { wrong, scans, doubles } = await wrongIn(folder, seeded, phones, list)
  expect(wrong).toEqual([])
  expect(scans).toBeGreaterThan(100)
  expect(doubles).toBeGreaterThan(5)
  expect(phones.flatMap(({ waiting }) => waiting)).toEqual([])

  // Control: a line that is gone, and one that nobody made, are found.
  const store = await openStore(folder)
  const one = (await store.find(attendances, { index: 'group', where: { groupId: seeded.groupId }, limit: 1_000 })).find(
    ({ log }) => log.length > 1,
  )
  if (!one) throw new Error('Nobody was scanned twice')
  const log = [
    ...one.log.slice(1),
    { ...one.log[0], scan: 'f'.repeat(24), kind: 'in' as const, at: '2026-01-01T00:00:00.000Z', door: 'x', by: 'x' },
  ]
  await store.commit([{ ...putNew(attendances, { ...one, rev: one.rev + 1, log }), expectedRev: one.rev }])
  await store.close()
  const found = (await wrongIn(folder, seeded, phones, list)).wrong.join('\n')
  expect(found).toMatch(/has 0 lines/)
  expect(found).toMatch(/that nobody made/)
})
