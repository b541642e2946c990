// What processes tell one another: everything arrives at all others, in any order, and what gets lost on the way is noticed.
import { EventEmitter } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { type Cluster, openCluster } from '#server/live/cluster.ts'

/** A wire between processes that hands each text on as `carry` says. */
function openBus(carry: (deliver: () => void, text: string) => void = (deliver) => deliver()) {
  const ends: EventEmitter[] = []
  function join(name: string) {
    const end = new EventEmitter()
    ends.push(end)
    const heard = { told: [] as string[], rechecked: [] as string[], missed: 0, missedIn: [] as string[] }
    const wire = {
      serverSideEmit: (event: string, text: string) => {
        for (const other of ends) if (other !== end) carry(() => other.emit(event, text), text)
      },
      on: (event: string, hear: (text: string) => void) => end.on(event, hear),
    }
    const cluster = openCluster(wire, name, {
      tell: (room, told) => heard.told.push(...told.map(([message, view]) => `${room} ${message} ${JSON.stringify(view)}`)),
      recheck: (room) => heard.rechecked.push(room),
      missed: (room) => (room === undefined ? heard.missed++ : heard.missedIn.push(room)),
    })
    onTestFinished(cluster.close)
    return { ...cluster, heard, hear: (text: string) => end.emit('cluster', text) }
  }
  return { join }
}
const tellMany = async (from: Cluster, count: number) => {
  for (let n = 0; n < count; n++) {
    from.tell('form:g:e', [['form', { n }]])
    if (n % 10 === 0) await wait(1)
  }
}

test('L8 what one process tells or takes back reaches every other, and itself not', async () => {
  const { join } = openBus()
  const [a, b, c] = [join('a'), join('b'), join('c')]
  a.tell('group:g', [
    ['group', { rev: 1 }],
    ['rsvp', { _id: 'r' }],
  ])
  b.recheck('@user:u')
  expect(b.heard.told).toEqual(['group:g group {"rev":1}', 'group:g rsvp {"_id":"r"}'])
  expect(c.heard.told).toEqual(b.heard.told)
  expect([a.heard.told, a.heard.rechecked, b.heard.rechecked, c.heard.rechecked]).toEqual([[], ['@user:u'], [], ['@user:u']])
})

test('L8 what is late or out of order is not missed', async () => {
  const { join } = openBus((deliver) => void setTimeout(deliver, Math.random() * 200))
  const [a, b] = [join('a'), join('b')]
  await tellMany(a, 200)
  await vi.waitFor(() => expect(b.heard.told).toHaveLength(200), { timeout: 3_000 })
  await wait(1_500)
  expect(b.heard.missed).toBe(0)
})

test('L8 one lost message is noticed within a second and a half, though nothing follows it', async () => {
  let count = 0
  const { join } = openBus((deliver, text) => (text.includes('"n":7') && count++ === 0 ? undefined : deliver()))
  const [a, b] = [join('a'), join('b')]
  await tellMany(a, 8)
  const lostAt = performance.now()
  expect(b.heard.told).toHaveLength(7)
  await vi.waitFor(() => expect(b.heard.missed).toBe(1), { timeout: 3_000, interval: 10 })
  expect(performance.now() - lostAt).toBeLessThan(1_500)
  await tellMany(a, 3)
  await wait(1_500)
  expect(b.heard.missed).toBe(1)
})

test('L8 a process that comes later and starts in the middle takes it once as missed, and then follows', async () => {
  const { join } = openBus()
  const a = join('a')
  await tellMany(a, 50)
  const b = join('b')
  await tellMany(a, 5)
  await wait(1_200)
  await tellMany(a, 5)
  await wait(1_200)
  expect([b.heard.told.length, b.heard.missed]).toEqual([10, 1])
})

test('L8 control: without its ticks a lost message stays unnoticed', async () => {
  const { join } = openBus((deliver, text) => (text.includes('"n":7') || text.includes('"sent"') ? undefined : deliver()))
  const [a, b] = [join('a'), join('b')]
  await tellMany(a, 12)
  await wait(1_500)
  expect([b.heard.told.length, b.heard.missed]).toEqual([11, 0])
})

test('L8 S5 what no process of this version says is passed over, and what follows it is heard', async () => {
  const { join } = openBus()
  const [a, b] = [join('a'), join('b')]
  const odd = [
    '',
    '{',
    'null',
    '[]',
    '{"from":"c"}',
    '{"from":"c","seq":1}',
    '{"from":7,"sent":1}',
    '{"from":"c","seq":1,"room":"r","told":[["group",null]]}',
  ]
  for (const text of odd) expect(() => b.hear(text)).not.toThrow()
  a.tell('group:g', [['group', { rev: 1 }]])
  expect(b.heard).toEqual({ told: ['group:g group {"rev":1}'], rechecked: [], missed: 0, missedIn: [] })
})

test('L8 a view too long for a message is not sent: those who watch it, and nobody else, are told to look', async () => {
  const { join } = openBus()
  const [a, b] = [join('a'), join('b')]
  a.tell('org:o', [['org', { members: 'x'.repeat(1_000_000) }]])
  a.tell('org:o', [['org', { members: 'x'.repeat(900_000) }]])
  await wait(1_500)
  expect([b.heard.missedIn, b.heard.told.length, b.heard.missed]).toEqual([['org:o'], 1, 0])
})
