// Long: senders are killed at every commit of a list of invitations.
// No one is invited twice and nobody is forgotten, however often server processes die before or right after a commit while a list is sent and delivered.
import { setTimeout as wait } from 'node:timers/promises'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { invitationApi } from '#protocol/seats/invitation.ts'
import { emails } from '#server/kernel/emails/outbox.ts'
import type { Secrets } from '#server/kernel/ports/secrets.ts'
import { type Store, StoreUnavailable } from '#server/kernel/store/store.ts'
import { createDelivery } from '#server/mail/delivery/delivery.ts'
import { storeWith } from '../kit/faults/store-with.ts'
import { minute, testClock } from '../kit/world/clock.ts'
import { longer } from '../kit/world/pace.ts'
import { freshStore, openWorld } from '../kit/world/world.ts'

type Moment = 'before' | 'after'
/** A process that dies at its n-th commit: nothing it does afterwards has an effect. */
const dying = (nth: number, moment: Moment) => (store: Store) => {
  let left = nth
  const live = async () => {
    if (left <= 0) throw new StoreUnavailable('the process is gone')
  }
  return storeWith(store, {
    get: (collection, id) => live().then(() => store.get(collection, id)),
    find: (collection, query) => live().then(() => store.find(collection, query)),
    async commit(writes) {
      await live()
      left -= 1
      if (left === 0 && moment === 'before') throw new StoreUnavailable('killed before the commit')
      await store.commit(writes)
      if (left === 0) throw new StoreUnavailable('killed after the commit')
    },
  })
}

const all = Array.from({ length: 60 }, (_, n) => `g${n}@guests.test`)
const pieces = [all.slice(0, 20), all.slice(20, 40), all.slice(40)]

/** Sends and delivers a list through such deaths; gives what of it reached whom, as the ids that mail servers tell copies by. */
async function play(moment: Moment, secrets: (real: Secrets) => Secrets = (real) => real) {
  const engine = await freshStore()
  onTestFinished(() => engine.close())
  const clock = testClock()
  const sound = await openWorld({ store: engine, clock, secrets })
  const ada = await sound.person('ada', 'pro')
  const { groupId: id } = await sound.event(ada)
  let lives = 0
  const nextLife = () => openWorld({ store: engine, clock, secrets, process: `life ${++lives}`, wrap: dying((lives % 3) + 1, moment) })
  let world = await nextLife()
  for (const piece of pieces)
    for (let status = 0; status !== 200; ) {
      status = (await world.call(invitationApi.send, { id, people: piece.map((email) => ({ email })) }, ada)).status
      // Whoever has no answer sends the piece again, to whichever process is there; and processes die between pieces too.
      if (status !== 200 || lives % 2 === 0) world = await nextLife()
      if (lives > 60) throw new Error('nothing comes of it')
    }
  const received = new Map<string, Set<string>>()
  const send = async ({ to, id: message }: { to: string; id: string }) =>
    void received.set(to, (received.get(to) ?? new Set()).add(message))
  const isWaiting = async () => (await engine.find(emails, { index: 'due', where: { state: 'normal' }, limit: 1 })).length > 0
  for (let life = 0; life < 80 && (await isWaiting()); life++) {
    const loop = createDelivery({
      ...(await nextLife()).services,
      mailer: { name: 'smtp', keeps: false, send },
      log: pino({ level: 'silent' }),
    })
    for (let step = 0; step < 8; step++) {
      clock.advance(50)
      await wait(3)
    }
    await loop.stop()
    clock.advance(2 * minute) // what the dead one had leased is free again
  }
  const ofGuests = [...received].filter(([to]) => to.endsWith('@guests.test'))
  return {
    forgotten: all.filter((email) => !received.has(email)),
    twice: ofGuests.filter(([, ids]) => ids.size > 1).map(([to]) => to),
    lives,
  }
}

/** Without what makes it one record: an id of what it is about. */
const keysOff = (real: Secrets): Secrets => ({
  ...real,
  idOf: (kind, ...parts) => (kind === 'rsvp' || kind === 'notice' ? real.randomId() : real.idOf(kind, ...parts)),
})

test.each(['before', 'after'] as const)(
  'R97, S6 with processes that die right %s a commit each is invited once',
  longer,
  async (moment) => {
    const { forgotten, twice, lives } = await play(moment)
    expect([forgotten, twice]).toEqual([[], []])
    expect(lives).toBeGreaterThan(5)
  },
)

test('R97, S6 control: without the key of what an email is about, people are invited twice', async () => {
  expect((await play('after', keysOff)).twice.length).toBeGreaterThan(10)
})
