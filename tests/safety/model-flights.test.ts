// Long: thousands of histories over the real write path, in every order of their promises.
// Several commands in flight over the real write path, with the store's promises released in an order that fast-check chooses: what everyone
// was told, and what is left, must be what some order one after the other gives. The same property must find the write path's guards missing.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Store } from '#server/kernel/store/store.ts'
import { chance } from '../kit/model/chance.ts'
import { apply, opened } from '../kit/model/model.ts'
import { rushes, starts, undoings } from '../kit/model/model-commands.ts'
import { openStage, type Stage } from '../kit/model/model-http.ts'
import { type Answered, endOf, orderOf } from '../kit/model/model-order.ts'
import type { Model, Request } from '../kit/model/model-state.ts'
import { openTurns, untilQuiet } from '../kit/model/model-turns.ts'
import { overbooked } from '../kit/model/model-view.ts'
import { withoutRevisions } from '../kit/rights/unguarded.ts'
import { longer, untilSeen } from '../kit/world/pace.ts'
import { freshStore, openWorld, type World } from '../kit/world/world.ts'

const { seed } = chance()
console.log(`model-flights.test.ts: SEED=${seed}`)
const numRuns = 300 * (process.env.SOAK === undefined ? 1 : 10)

/** How often each outcome came. */
const seen = new Map<string, number>()

/** `processes` servers over one store, as each of them sees it through `guard`. */
async function openServers(processes: number, guard: (store: Store) => Store = (store) => store) {
  const store = await freshStore()
  const turns = openTurns()
  const open = (nth: number) => openWorld({ store, wrap: (engine) => turns.wrap(`p${nth}`)(guard(engine)) })
  const worlds = await Promise.all(Array.from({ length: processes }, (_, nth) => open(nth)))
  return { worlds, turns }
}
type Servers = Awaited<ReturnType<typeof openServers>>

const now = Date.parse('2026-12-01T09:00:00Z')
const order = fc.scheduler({ act: (release) => release().then(untilQuiet) })
const flights = fc.record({
  start: starts(now),
  before: fc.array(rushes, { maxLength: 6, size: 'max' }),
  flight: fc.array(fc.record({ command: rushes, at: fc.nat(1) }), { minLength: 2, maxLength: 7, size: 'max' }),
  order,
})
type Flight = typeof flights extends fc.Arbitrary<infer F> ? F : never
/** R106: taking back against everything else, where organizers assign; neighbors are sent to different processes. */
const undoFlights: fc.Arbitrary<Flight> = fc
  .record({ start: starts(now), undoing: undoings, order })
  .map(({ start, undoing: { before, flight }, order: turns }) => ({
    start: { ...start, mode: 'assign' },
    before,
    flight: flight.map((command, nth) => ({ command, at: nth % 2 })),
    order: turns,
  }))

/** Does commands one after the other, each as the model says. */
async function prepare(stage: Stage, world: World, start: Model, before: readonly Request[]) {
  let model = start
  for (const command of before) {
    await stage.open()
    const made = apply(model, command)
    expect([command, await stage.send(world, command)]).toEqual([command, typeof made === 'string' ? made : 'ok'])
    if (typeof made !== 'string') model = made
  }
  expect(await stage.end()).toEqual(endOf(model))
  await stage.open()
  return model
}

async function fly(servers: Servers, { start, before, flight, order }: Flight) {
  const { worlds, turns } = servers
  const [world] = worlds as [World]
  const stage = await openStage(world, start)
  const model = await prepare(stage, world, start, before)
  const outcomes = await turns.under(order, () =>
    Promise.all(flight.map(({ command, at }) => stage.send(worlds[at % worlds.length] ?? world, command))),
  )
  const results = flight.map(({ command }, nth): Answered => {
    return { command: opened(model, command), outcome: outcomes[nth] ?? '' }
  })
  const end = await stage.end()
  for (const one of outcomes) seen.set(one, (seen.get(one) ?? 0) + 1)
  expect(overbooked(end)).toEqual([])
  if (!orderOf(model, results, end)) throw new Error(`No order explains ${JSON.stringify({ model, results, end })}`)
}
const explained = (servers: Servers, some: fc.Arbitrary<Flight> = flights) => fc.asyncProperty(some, (flight) => fly(servers, flight))

describe.each([1, 2])('over %i server processes', (processes) => {
  test(
    'R3, S6, S15 commands in flight, the promises of the store released in any order, are told what some order of them gives',
    longer,
    async () => {
      const servers = await openServers(processes)
      await fc.assert(explained(servers), { seed, numRuns })
      expect(servers.turns.conflicts()).toBeGreaterThan(processes === 1 ? 0 : numRuns / 5)
      console.log(`${servers.turns.conflicts()} conflicts in ${numRuns} flights; told ${JSON.stringify(Object.fromEntries(seen))}`)
    },
  )
})

test(
  'R106, R3, R90, R105 taking back in flight with everything else comes to what some order gives, and the lines replay to it',
  longer,
  async () => {
    seen.clear()
    await fc.assert(explained(await openServers(2), undoFlights), { seed, numRuns })
    console.log(`taken back: told ${JSON.stringify(Object.fromEntries(seen))}`)
    for (const code of ['undo-done', 'undo-lost', 'undo-seat-gone', 'undo-held']) expect([code, seen.get(code) ?? 0]).not.toEqual([code, 0])
  },
)

test('R106, R3 control: where revisions are ignored taking back comes to what no order explains', { ...untilSeen, ...longer }, async () => {
  const servers = await openServers(2, withoutRevisions)
  const { failed, numRuns: runs } = await fc.check(explained(servers, undoFlights), { seed: chance().seed, numRuns, endOnFailure: true })
  console.log(`found after ${runs} flights of undos; SEED=${seed}`)
  expect(failed).toBe(true)
})

test('R3 control: where revisions are ignored the same property finds what no order explains', { ...untilSeen, ...longer }, async () => {
  const servers = await openServers(2, withoutRevisions)
  const {
    failed,
    numRuns: runs,
    counterexamplePath,
  } = await fc.check(explained(servers), { seed: chance().seed, numRuns, endOnFailure: true })
  console.log(`found after ${runs} flights; SEED=${seed} path ${counterexamplePath}`)
  expect(failed).toBe(true)
})
