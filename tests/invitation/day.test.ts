// The number of a day's invitations over several server processes and groups: exact, whoever asks at once.
import { expect, onTestFinished, test } from 'vitest'
import { strangerEmailsPerDay } from '#protocol/kernel/limits.ts'
import { type InvitedRow, invitationApi } from '#protocol/seats/invitation.ts'
import type { Store } from '#server/kernel/store/store.ts'
import { emailCounts } from '#server/people/model/org.ts'
import { storeWith } from '../kit/faults/store-with.ts'
import { testClock } from '../kit/world/clock.ts'
import { freshStore, openWorld } from '../kit/world/world.ts'

/** Takes every write of the count, whatever stands there, once two are about to be made: the guard off. */
function countsBlindly() {
  let arrived = 0
  let last: Promise<unknown> = Promise.resolve()
  let both = () => {}
  const meeting = new Promise<void>((met) => (both = met))
  const bothDecided = () => {
    if (++arrived === 2) both()
    return meeting
  }
  return (store: Store): Store =>
    storeWith(store, {
      async commit(writes) {
        if (writes.some(({ collection }) => collection.name === 'emailCounts')) await bothDecided()
        const overwrite = async () => {
          const overwriting = writes.map(async (write) => {
            if (write.collection.name !== 'emailCounts' || !('put' in write)) return write
            const rev = ((await store.get(emailCounts, write.put._id))?.rev ?? 0) + 1
            return { ...write, put: { ...write.put, rev }, expectedRev: rev - 1 }
          })
          await store.commit(await Promise.all(overwriting))
        }
        const mine = last.then(overwrite)
        last = mine.catch(() => undefined)
        await mine
      },
    })
}

/** Four lists of thirty at once, to two groups of one owner, over two processes. */
async function invitedAtOnce(wrap?: (store: Store) => Store): Promise<number> {
  const engine = await freshStore()
  onTestFinished(() => engine.close())
  const clock = testClock()
  const [one, other] = await Promise.all(
    ['one', 'other'].map((process) => openWorld({ store: engine, clock, process, ...(wrap && { wrap }) })),
  )
  if (!one || !other) throw new Error('no worlds')
  const ada = await one.person('ada')
  const [first, second] = [await one.event(ada), await one.event(ada)]
  const people = (name: string) => Array.from({ length: 30 }, (_, n) => ({ email: `${name}${n}@guests.test` }))
  const asked = await Promise.all([
    one.call(invitationApi.send, { id: first.groupId, people: people('a') }, ada),
    other.call(invitationApi.send, { id: second.groupId, people: people('b') }, ada),
    one.call(invitationApi.send, { id: second.groupId, people: people('c') }, ada),
    other.call(invitationApi.send, { id: first.groupId, people: people('d') }, ada),
  ])
  const rows = asked.flatMap(({ status, body }) => (status === 200 ? (body.rows as InvitedRow[]) : []))
  return rows.filter(({ status }) => status === 'Invited').length
}

test('R97i, R119a as many as the plan has are invited, and not one more', async () => {
  expect(await invitedAtOnce()).toBe(strangerEmailsPerDay.free)
})

test('R97 control: where the count is written over whatever stands there, more are', async () => {
  expect(await invitedAtOnce(countsBlindly())).toBeGreaterThan(strangerEmailsPerDay.free)
})
