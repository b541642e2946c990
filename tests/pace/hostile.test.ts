// How long hostile requests take, beside plain ones in between: whatever is sent, no answer takes long.
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { z } from 'zod/mini'
import { post } from '#protocol/kernel/endpoint.ts'
import { routes } from '#server/app/app.ts'
import { createHttpServer } from '#server/edge/http/listener.ts'
import { mount, newApp } from '#server/edge/http/mount.ts'
import { serve } from '#server/edge/http/serve.ts'
import { createMetrics } from '#server/kernel/operations/metrics.ts'
import { countNothing } from '#server/people/http/limits.ts'
import { anyone, on } from '#server/people/http/route.ts'
import { percentile, type Report, slowness } from '../kit/hostile/hostile-runner.ts'
import { besiegeAll, watchedWorld } from '../kit/hostile/siege.ts'
import { chance } from '../kit/model/chance.ts'
import { listening } from '../kit/process/listening.ts'
import { inTime, longer, onTime } from '../kit/world/pace.ts'

const { seed, next: random } = chance()
console.log(`hostile.test.ts: SEED=${seed}`)
/** A twentieth of the calls, by the seed. */
const besieged = routes.filter(() => random() < 0.05)

/** What is slow, of single calls and of all. One call has too few probes for its own slowest of a hundred to mean much; of ten it does. */
function slowIn(reports: readonly Report[]) {
  const [times, plainTimes] = [reports.flatMap((report) => report.times), reports.flatMap((report) => report.plainTimes)]
  const [slowest, plain] = [percentile(times), percentile(plainTimes)].map((ms) => ms.toFixed(1))
  console.log(`hostile requests: 99 of 100 answered within ${slowest} ms (plain ones within ${plain} ms)`)
  return [...reports.flatMap((report, n) => slowness(report, 90).map((one) => `call ${n}: ${one}`)), ...slowness({ times, plainTimes })]
}

test('S1 pace: no hostile request takes longer than a plain one may', { ...longer, ...onTime }, async () => {
  const watched = await watchedWorld()
  inTime(slowIn(await besiegeAll(watched, besieged, { url: await watched.world.address(), random, perField: 12 })))
})

/** Holds up everybody, as a regular expression that goes back and forth does. */
function busyFor(ms: number) {
  const until = performance.now() + ms
  while (performance.now() < until) {
    // nothing else runs
  }
  return {}
}

test('S1 pace: control: a call that is slow with long texts is found', async () => {
  const options = { log: pino({ level: 'silent' }), countCall: countNothing, hops: 0 }
  const route = on(post('/planted', z.strictObject({ name: z.string() }), z.looseObject({})), anyone, async (_, { name }) =>
    busyFor(name.length > 100 ? 400 : 0),
  )
  const watched = await watchedWorld()
  const [app, api] = [newApp(), newApp()]
  serve(app, { ...options, services: watched.world.services, metrics: createMetrics() })
  mount(api, watched.world.services, route, options)
  app.route('/api', api)
  const url = await listening(createHttpServer(app))
  expect(slowIn(await besiegeAll(watched, [route], { url, random, perField: 200 }))).not.toEqual([])
})
