// Long: every writing call is tried with every one of its steps going wrong in every way.
// Every writing call with each of its steps going wrong: a conflict, a store that is away before or after it has written, a bug, a crash.
// Whoever sends it again has it done exactly once, and what was acknowledged is there. The same trials must find the write path's guards missing.
import { describe, expect, test } from 'vitest'
import { acknowledgingEarly, oneByOne, plansOf } from '../kit/faults/injected.ts'
import { type WritingCall, writingCalls } from '../kit/faults/injected-calls.ts'
import { openCrowd } from '../kit/faults/injected-crowd.ts'
import { tryEverywhere } from '../kit/faults/injected-retry.ts'
import { storeWith } from '../kit/faults/store-with.ts'

describe('S6, R3: whatever goes wrong on the way, a call that is sent again is done exactly once', () => {
  test.each(Object.entries(writingCalls))('%s', async (_, call) => {
    const { runs, steps, findings } = await tryEverywhere(call)
    expect(findings).toEqual([])
    expect(steps).toEqual(expect.arrayContaining(['get', 'commit', 'committed']))
    expect(runs).toBeGreaterThan(10)
  })
})

test('R3, S6, S15 ten guests for three seats in one batch, each step going wrong: three have one, all who were told so, and each has one email', async () => {
  const play = await openCrowd()
  const { steps, findings } = await play()
  const plans = plansOf(steps)
  for (const plan of plans) findings.push(...(await play(plan)).findings)
  expect(findings).toEqual([])
  expect(plans.length).toBeGreaterThan(50)
})

describe('controls: without the guard', () => {
  test('S6, S15 a store that commits record by record loses or doubles seats of a batch', async () => {
    const play = await openCrowd(oneByOne)
    const { steps } = await play()
    const findings: string[] = []
    for (const plan of plansOf(steps)) if (findings.length === 0 && plan.step === 'committed') findings.push(...(await play(plan)).findings)
    expect(findings.join('\n')).toMatch(/unavailable at committed \d+, /)
  })

  test.each(Object.entries(writingCalls))('S6 a store that acknowledges before it has written loses: %s', async (_, call) => {
    const { findings } = await tryEverywhere(call, acknowledgingEarly)
    expect(findings.join('\n')).toMatch(/acknowledged: /)
  })

  test.each(Object.entries(writingCalls))('M1 a store that commits record by record leaves half of: %s', async (_, call) => {
    let largest = 0
    const { findings } = await tryEverywhere(call, (store) =>
      storeWith(oneByOne(store), {
        commit(writes) {
          largest = Math.max(largest, writes.length)
          return oneByOne(store).commit(writes)
        },
      }),
    )
    const isFound = /(told \S+|in the end): /.test(findings.join('\n'))
    // A single record has no half.
    expect(isFound || largest === 1).toBe(true)
  })

  /** The same call by a client that forgets its key. */
  const keyless = (call: WritingCall): WritingCall => ({
    ...call,
    async open(world) {
      const send = await call.open(world)
      return (to) => send({ ...to, call: (endpoint, input, as) => to.call(endpoint, input, { ...as, headers: {} }) })
    },
  })
  test.each([
    ['R56 an event with its group', '"events":2'],
    ['R56, M1 a group', '"groups":2'],
  ])('%s is made twice without its Idempotency-Key', async (name, twice) => {
    const { findings } = await tryEverywhere(keyless(writingCalls[name] as WritingCall))
    expect(findings.join('\n')).toContain(twice)
  })
})
