// The matrix of rights: every call and every room by every kind of caller, against the table in `kit/rights-table.ts`, and what shows that the matrix sees.
import type { MiddlewareHandler } from 'hono'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { orgApi } from '#protocol/people/org.ts'
import { assignApi } from '#protocol/seats/assign.ts'
import { roomRules, routes } from '#server/app/app.ts'
import { mount, newApp } from '#server/edge/http/mount.ts'
import { serve } from '#server/edge/http/serve.ts'
import { createMetrics } from '#server/kernel/operations/metrics.ts'
import { refuse } from '#server/kernel/refuse.ts'
import { countNothing } from '#server/people/http/limits.ts'
import { anyone, type Route } from '#server/people/http/route.ts'
import { callerOf } from '#server/people/identity/caller.ts'
import type { RoomRules } from '#server/people/live/rooms.ts'
import { groups, groupView } from '#server/seats/model/group.ts'
import { managersRoom } from '#server/seats/rights/rows.ts'
import { rewindable } from '../kit/hostile/rewind.ts'
import { shadowed } from '../kit/hostile/shadow.ts'
import { type Ground, keyOf, runCalls, runRooms, unmatched } from '../kit/rights/rights.ts'
import { type Cast, openCast } from '../kit/rights/rights-cast.ts'
import { rooms } from '../kit/rights/rights-rooms.ts'
import { calls } from '../kit/rights/rights-table.ts'
import { openClient } from '../kit/world/client.ts'
import { freshStore, openWorld } from '../kit/world/world.ts'

const long = { timeout: 600_000 }
const log = pino({ level: 'silent' })

async function openGround(rules?: RoomRules): Promise<Ground & { differences: () => Promise<string[]> }> {
  const { store: shaded, shadow } = shadowed(await freshStore())
  const { store, rewind } = rewindable(shaded)
  onTestFinished(() => store.close())
  const world = await openWorld({ store, ...(rules && { rules }) })
  const cast = await openCast(world)
  rewind.forget()
  return { cast, call: world.call, digest: shadow.digest, rewind, differences: shadow.differences }
}

/** The same product with one of its calls replaced, and something in front of all if that is given. */
function withRoute({ cast, ...ground }: Ground, key: string, change: (route: Route) => Partial<Route>, front?: MiddlewareHandler): Ground {
  const options = { log, countCall: countNothing, hops: 0 }
  const api = newApp()
  for (const route of routes) {
    const used = keyOf(route.endpoint) === key ? { ...route, ...change(route) } : route
    mount(api, cast.world.services, used, options)
  }
  const app = newApp()
  serve(app, { ...options, services: cast.world.services, metrics: createMetrics() })
  if (front) app.use(front)
  return { ...ground, cast, call: openClient(app.route('/api', api)).call }
}

test('C2, C5 every call and every room has a row in the table of rights, and no row is of none; control', () => {
  const kinds = Object.keys(roomRules)
  expect(unmatched(routes, calls, kinds, rooms)).toEqual([])
  const { 'GET /org/:id/members': _, ...fewer } = calls
  expect(unmatched(routes, { ...fewer, 'GET /planted': 1 }, [...kinds, 'planted'], rooms)).toEqual([
    'GET /org/:id/members',
    'GET /planted',
    'planted',
  ])
})

test(
  'R28, R30, R36, R39, R71 every call by every kind of caller: what the table says, no change by a refusal, nobody else’s data',
  long,
  async () => {
    const ground = await openGround()
    const { findings, cells, denied, missing, swaps } = await runCalls(ground, routes)
    const what = `${denied} of them denied, ${missing} compared with what isn’t there, ${swaps} with one id swapped`
    console.log(`rights.test.ts: ${cells} cells of calls, ${what}`)
    expect(findings).toEqual([])
    // With the rooms below these are the 2,500.
    expect([cells >= 2_300, denied > 1_500, missing > 700, swaps > 120]).toEqual([true, true, true, true])
    expect(await ground.differences()).toEqual([])
  },
)

/** Something of every tenant's becomes known to those who watch; gives what everybody is told last. */
async function happening({ world, tenants, callers }: Cast) {
  const { org, other, team, free } = tenants
  const [owner, otto] = [callers.owner, { token: (await world.logIn('otto')).token }]
  const again = (tenant: 'org' | 'other') => ({ name: `Canary ${tenant}`, email: `canary-${tenant}@guests.test`, roleName: 'Speaker' })
  await world.ok(assignApi.assign, { id: org.eventId, groupId: org.groupId, ...again('org') }, owner)
  await world.ok(assignApi.assign, { id: other.eventId, groupId: other.groupId, ...again('other') }, otto)
  const late = { name: 'Canary late', email: 'late@guests.test' }
  await world.ok(orgApi.addBulk, { members: [late] }, owner)
  const decline = ({ groupId }: { groupId: string }, tenant: string) =>
    world.answer(groupId, world.proven(`canary-${tenant}@guests.test`, groupId), [], { name: `Canary ${tenant}`, attending: false })
  await decline(free, 'free')
  return (await decline(team, 'team')).body.form as { _id: string; rev: number }
}

test('L6, R28, R64, R71 every room by every kind of caller: what the table says, and nobody is told of others', long, async () => {
  const { cast } = await openGround()
  const { findings, cells, denied } = await runRooms(cast, () => happening(cast))
  console.log(`rights.test.ts: ${cells} cells of rooms, ${denied} of them denied`)
  expect(findings).toEqual([])
  expect([cells >= 200, denied > 150]).toEqual([true, true])
})

const runAs = ({ callers }: Cast, name: string, route: Route): Partial<Route> => ({
  guard: anyone,
  run: async (services, input) =>
    route.run(services, input, await callerOf(services, { bearer: callers[name]?.token, proof: () => undefined, address: '' })),
})

test('R28, R36 control: a call that passes everyone turns the matrix red', long, async () => {
  const ground = await openGround()
  for (const key of ['PATCH /member/:id/role', 'GET /group/:id/rsvps', 'DELETE /event/:id/group/:groupId/grants/:grantId']) {
    const broken = withRoute(ground, key, (route) => runAs(ground.cast, 'owner', route))
    const { findings } = await runCalls(broken, routes, (one) => one.startsWith(key))
    expect(findings.join('\n')).toMatch(new RegExp(`${key.slice(0, 12)}.* on org by stranger is answered 200`))
    expect(findings.length).toBeGreaterThan(10)
    const whole = withRoute(ground, key, () => ({}))
    expect((await runCalls(whole, routes, (one) => one.startsWith(key))).findings).toEqual([])
  }
})

test(
  'R28, R27 control: a refusal that writes, an answer that tells what exists, and one that says a name too many are each found',
  long,
  async () => {
    const ground = await openGround()
    const { cast } = ground
    const run = async (key: string, change: (route: Route) => Partial<Route>) =>
      (await runCalls(withRoute(ground, key, change), routes, (one) => one === key)).findings.join('\n')
    const writes = (route: Route): Partial<Route> => ({
      run: async (services, input, caller) => {
        await services.store.commit([{ collection: groups, put: { _id: 'planted', rev: 1 }, expectedRev: 0 }])
        return route.run(services, input, caller)
      },
    })
    expect(await run('PUT /group/:id', writes)).toContain('PUT /group/:id on org by stranger is refused and changes the store')
    const tells = (route: Route): Partial<Route> => ({
      run: async (services, input, caller) =>
        (await services.store.get(groups, (input as { id: string }).id)) && caller.user?.email === 'sam@people.test'
          ? refuse('not-yours')
          : route.run(services, input, caller),
    })
    expect(await run('PUT /group/:id', tells)).toMatch(/on org by stranger .*not group-unknown\n.*by stranger sees a difference to nothing/)
    const names = (route: Route): Partial<Route> => ({
      run: async (services, input, caller) => {
        const said = (await route.run(services, input, caller)) as { group: object }
        return { ...said, group: { ...said.group, description: 'Canary org' } }
      },
    })
    expect(await run('GET /group/:id', names)).toContain('GET /group/:id on org by stranger shows Canary org')
    const lets = await run('GET /group/:id/rsvps', (route) => runAs(cast, 'foreignMember', route))
    for (const found of ['shows Canary other', 'is let in', 'sees a difference'])
      expect(lets).toContain(`on org by admin with another's id in place 0 ${found}`)
  },
)

test('R206a control: an address that the rule gives nobody but those who manage is found', long, async () => {
  const ground = await openGround()
  const key = 'GET /group/:id'
  const tells = (route: Route): Partial<Route> => ({
    run: async (services, input, caller) => {
      const said = (await route.run(services, input, caller)) as { group: object }
      return 'email' in said.group ? { ...said, group: { ...said.group, email: 'olga@people.test' } } : said
    },
  })
  const { findings } = await runCalls(withRoute(ground, key, tells), routes, (one) => one === key)
  expect(findings).toContain('GET /group/:id on org by grantee reads the address olga@people.test')
})

test('R28 control: headers that tell what exists, and an answer that holds the hash of a token, are found', long, async () => {
  const ground = await openGround()
  const { groupId } = ground.cast.tenants.org
  const cached: MiddlewareHandler = async (c, next) => {
    await next()
    if (c.req.path.includes(groupId)) c.header('x-cache', 'hit')
  }
  const key = 'PUT /group/:id'
  const run = async (change: (route: Route) => Partial<Route>, front?: MiddlewareHandler) =>
    (await runCalls(withRoute(ground, key, change, front), routes, (one) => one === key)).findings.join('\n')
  expect(await run(() => ({}), cached)).toMatch(/on org by stranger sees a difference to nothing: .*x-cache/)
  const hash = ground.cast.world.services.secrets.hashToken(ground.cast.callers.foreignMember?.token ?? '')
  const hint = (): Partial<Route> => ({ run: () => refuse('group-unknown', { hint: hash }) })
  expect(await run(hint)).toContain(`on org by stranger shows ${hash}`)
})

test('L6 control: a room that opens for everyone turns the matrix red', long, async () => {
  const open: RoomRules['group'] = async ({ store, publicUrl }, id) => ({
    view: groupView((await store.get(groups, id)) ?? refuse('group-unknown'), publicUrl),
    also: [managersRoom(id)],
  })
  const { cast } = await openGround({ ...roomRules, group: open })
  const { findings } = await runRooms(cast, () => happening(cast))
  expect(findings).toContain('stranger is told Canary org')
  expect(findings.join('\n')).toMatch(/group of org by member gets .*, not group-unknown/)
})
