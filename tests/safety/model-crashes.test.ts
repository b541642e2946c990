// Long: hundreds of made-up histories, each with a server that ends amid its commands.
// Server processes that end in the middle of commands, right before a commit or right after it, and are started again: whoever was answered was
// answered the truth, who was not finds their command done whole or not at all, and what comes afterwards goes on from there.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Store } from '#server/kernel/store/store.ts'
import { chance } from '../kit/model/chance.ts'
import { apply, opened } from '../kit/model/model.ts'
import { blank, rushes, starts } from '../kit/model/model-commands.ts'
import { openStage, type Stage } from '../kit/model/model-http.ts'
import { type Answered, after, endOf, orderOf } from '../kit/model/model-order.ts'
import type { Model, Request } from '../kit/model/model-state.ts'
import { openTurns, untilQuiet } from '../kit/model/model-turns.ts'
import { overbooked } from '../kit/model/model-view.ts'
import { freshStore, openWorld, type World } from '../kit/world/world.ts'

const { seed } = chance()
console.log(`model-crashes.test.ts: SEED=${seed}`)
const soak = process.env.SOAK === undefined ? 1 : 18
/** A busy machine tries fewer histories instead of taking longer, and shortens what it finds less. */
const size = { seed, numRuns: 500 * soak, interruptAfterTimeLimit: 90_000 * soak }
const timeout = 300_000 * soak
const now = Date.parse('2026-12-01T09:00:00Z')
const few = (maxLength: number) => fc.array(rushes, { minLength: 1, maxLength, size: 'max' })

const orders = fc.scheduler({ act: (release) => release().then(untilQuiet) })
const crashes = (moments: readonly ('before' | 'after' | 'answered')[]) =>
  fc.record({
    start: starts(now),
    before: few(5),
    /** To either of two processes; the first ends at one of its commits. */
    flight: fc.array(fc.record({ command: rushes, at: fc.nat(1) }), { minLength: 2, maxLength: 5, size: 'max' }),
    crash: fc.record({ commit: fc.nat(1), moment: fc.constantFrom(...moments) }),
    order: orders,
    afterwards: few(4),
  })
type Crashing = ReturnType<typeof crashes> extends fc.Arbitrary<infer C> ? C : never

/** How often each outcome came, in how many histories. */
const seen = new Map<string, number>()
let histories = 0

/** Does commands one after the other, each as the model says. */
async function inTurn(stage: Stage, world: World, start: Model, commands: readonly Request[]) {
  let model = start
  for (const command of commands) {
    await stage.open()
    const made = apply(model, command)
    expect([command, await stage.send(world, command)]).toEqual([command, typeof made === 'string' ? made : 'ok'])
    if (typeof made !== 'string') model = made
  }
  expect(await stage.end()).toEqual(endOf(model))
  return model
}

interface Servers {
  readonly store: Store
  readonly turns: ReturnType<typeof openTurns>
  /** Sees the store as it is, whatever becomes of the others. */
  readonly observer: World
}
const started = ({ store, turns }: Servers, name: string) => openWorld({ store, wrap: turns.wrap(name) })

async function crash(servers: Servers, { start, before, flight, crash: planned, order, afterwards }: Crashing) {
  const { turns, observer } = servers
  histories++
  const [first, second] = await Promise.all([started(servers, 'first'), started(servers, 'second')])
  const stage = await openStage(observer, start)
  const model = await inTurn(stage, observer, start, before)
  await stage.open()
  turns.crash({ process: 'first', ...planned })
  const outcomes = await turns.under(order, () =>
    Promise.all(flight.map(({ command, at }) => stage.send(at === 0 ? first : second, command))),
  )
  turns.crash(undefined)
  const results = flight.map(({ command }, nth): Answered => {
    const outcome = outcomes[nth] === 'internal' ? 'lost' : (outcomes[nth] ?? '')
    seen.set(outcome, (seen.get(outcome) ?? 0) + 1)
    return { command: opened(model, command), outcome }
  })
  const end = await stage.end()
  expect(overbooked(end)).toEqual([])
  const found = orderOf(model, results, end)
  if (!found) throw new Error(`No order explains ${JSON.stringify({ model, results, end })}`)
  const resumed = found.reduce((current, nth) => {
    const made = after(current, results[nth] as Answered)
    return typeof made === 'string' ? current : made
  }, model)
  stage.forgetActs()
  await inTurn(stage, await started(servers, 'first'), { ...resumed, acts: [] }, afterwards)
}

async function openServers(): Promise<Servers> {
  const store = await freshStore()
  return { store, turns: openTurns(), observer: await openWorld({ store }) }
}
const whole = (servers: Servers, moments: readonly Crashing['crash']['moment'][]) =>
  fc.asyncProperty(crashes(moments), (one) => crash(servers, one))

const answer = (who: number, roles: string[], attending = true) =>
  ({ kind: 'answer', who, name: 'Bo', attending, roles, confirmed: false, waits: null }) as const
/** The first process ends with its first commit, which is the answer of one of two who want the same role. */
const twoForB = (moment: Crashing['crash']['moment'], order: fc.Scheduler): Crashing => ({
  start: blank(now),
  before: [],
  flight: [
    { command: answer(4, ['B']), at: 0 },
    { command: answer(0, ['B']), at: 1 },
  ],
  crash: { commit: 0, moment },
  order,
  afterwards: [{ kind: 'lower', role: 'B', max: 1 }, answer(0, [], false)],
})

describe('a process that ends', () => {
  test('R3, S6, S15 before or after a commit: what was acknowledged stands, the rest is done whole or not at all, no seat is given twice or lost', {
    timeout,
  }, async () => {
    await fc.assert(whole(await openServers(), ['before', 'after']), size)
    console.log(`${histories} histories: ${JSON.stringify(Object.fromEntries(seen))}`)
    expect(seen.get('lost')).toBeGreaterThan(histories / 10)
    expect(seen.get('ok')).toBeGreaterThan(histories / 2)
  })

  test('S6, R93 after a commit, once found by chance: who sat down last is who goes, also where nobody was told which of two came first', async () => {
    const servers = await openServers()
    for (const order of fc.sample(orders, { seed: 1, numRuns: 40 })) await crash(servers, twoForB('after', order))
  })

  test('S6 control: one that answers before it commits is found out', async () => {
    const [order] = fc.sample(orders, { seed: 1, numRuns: 1 }) as [fc.Scheduler]
    await expect(crash(await openServers(), twoForB('answered', order))).rejects.toThrow('No order explains')
  })
})
