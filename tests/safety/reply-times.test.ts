// A reply, and each cookie that comes with it, tells the times that were kept: a decision that reads the clock twice tells another than it has written.
import { describe, expect, test } from 'vitest'
import { iso } from '#server/kernel/ports/clock.ts'
import type { Store } from '#server/kernel/store/store.ts'
import { type Guard, openLedger, openProcess } from '../kit/faults/injected.ts'
import { type WritingCall, writingCalls } from '../kit/faults/injected-calls.ts'
import { storeWith } from '../kit/faults/store-with.ts'
import { codeOf } from '../kit/world/client.ts'
import { runningClock } from '../kit/world/clock.ts'

const timesIn = (text: string) => text.match(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g) ?? []
/** What is signed is readable. */
const unsigned = (cookie: string) => Buffer.from(/=([\w-]+)\./.exec(cookie)?.[1] ?? '', 'base64url').toString()

/** The times since the call began that the reply tells and no record has. */
async function toldAlone(call: WritingCall, guard?: Guard) {
  const [ledger, clock] = [await openLedger(), runningClock()]
  const send = await call.open((await openProcess({ store: ledger.store, clock })).world)
  const start = clock.now()
  const { world } = await openProcess({ store: ledger.store, clock }, undefined, guard)
  const reply = await send(world)
  const end = clock.now()
  const told = [JSON.stringify(reply.body), ...reply.headers.getSetCookie().map(unsigned)].flatMap(timesIn)
  const kept = new Set(timesIn(ledger.text()))
  const isNew = (time: string) => Date.parse(time) >= start && Date.parse(time) <= end
  return { code: codeOf(reply), alone: told.filter((time) => isNew(time) && !kept.has(time)) }
}

describe('S6 a reply tells the times that were kept', () => {
  test.each(Object.entries(writingCalls))('%s', async (_, call) => {
    expect(await toldAlone(call)).toEqual({ code: 'ok', alone: [] })
  })
})

/** Guard off: what is kept was decided by another look at the clock than what is told. */
const decidedApart = (store: Store): Store =>
  storeWith(store, {
    commit: (writes) =>
      store.commit(
        writes.map((write) =>
          'put' in write && 'acceptedAt' in write.put ? { ...write, put: { ...write.put, acceptedAt: iso(0) } } : write,
        ),
      ),
  })

test('S6 control: a reply that tells another time than the one kept is found', async () => {
  const call = writingCalls['R201 an invitation to a team accepted']
  expect(call && (await toldAlone(call, decidedApart)).alone).toHaveLength(2)
})
