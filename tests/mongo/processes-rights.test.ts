// Long: hundreds of rights are ended one after the other, and each is heard on the sockets of two processes.
// R205: how soon a right of the team that has ended is out, whichever process it was ended over, and whether somebody ended it or its date did (R202).
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { groupRoom } from '#protocol/live.ts'
import { teamApi } from '#protocol/people/team.ts'
import type { TeamRole } from '#protocol/people/team-roles.ts'
import { openProcesses } from '../kit/process/processes.ts'
import { minute } from '../kit/world/clock.ts'
import { comes, onTime, within } from '../kit/world/pace.ts'

const roles: readonly TeamRole[] = ['manager', 'assigner', 'messenger', 'viewer']
const rounds = process.env.SOAK === undefined ? 25 : 250
const limitMs = 1_000

/** An event with somebody of each role, who looks at its board over both processes; `lastsMs`: how long their roles last, if not by the event. */
async function setUp(lastsMs?: number) {
  const { worlds, wire, clock } = await openProcesses(['near', 'far'])
  const [near, far] = worlds
  const ada = await near.person('ada', 'team')
  const { eventId: id, groupId } = await near.event(ada, [{ name: 'Guest', max: 9 }])
  const inMs = (ms: number) => new Date(clock.now() + ms).toISOString()
  async function invite(email: string, role: TeamRole) {
    const { member } = await near.ok(teamApi.add, { id, email, role, ...(lastsMs && { until: inMs(lastsMs) }) }, ada)
    await near.ok(teamApi.accept, { token: await near.tokenMailed(email) })
    return member._id
  }
  const team: { role: TeamRole; teamId: string; email: string; sockets: Awaited<ReturnType<typeof near.socket>>[] }[] = []
  for (const role of roles) {
    const { email, token } = await near.person(`one_${role}`)
    const sockets = await Promise.all([near, far].map((world) => world.socket({ token })))
    team.push({ role, teamId: await invite(email, role), email, sockets })
  }
  const look = async ({ sockets }: (typeof team)[number]) => {
    for (const one of sockets) expect(await one.watch(groupRoom(groupId))).toHaveProperty('view')
  }
  const end = ({ teamId }: (typeof team)[number]) => near.ok(teamApi.remove, { id, teamId }, ada)
  const putBack = ({ teamId }: (typeof team)[number]) => near.ok(teamApi.restore, { id, teamId }, ada)
  const endIn = ({ teamId }: (typeof team)[number], ms: number) => near.ok(teamApi.change, { id, teamId, until: inMs(ms) }, ada)
  return { team, wire, clock, look, end, putBack, endIn, invite }
}
type Shared = Awaited<ReturnType<typeof setUp>>
type Helper = Shared['team'][number]

/** Time goes on meanwhile: a second look that was planned too late by a moment is at the next one. */
const isOut = (socket: Helper['sockets'][number] | undefined, clock: Shared['clock']) =>
  comes(() => {
    clock.advance(1)
    expect(socket?.seen('gone')).toHaveLength(1)
  })

const share = (sorted: readonly number[], part: number) => Math.round(sorted[Math.ceil(sorted.length * part) - 1] ?? Infinity)

/** Ends each role many times, by `end`, which says when it began, and gives it again by `back`: it is out on both processes within a second. */
async function measure(
  what: string,
  { team, look }: Shared,
  end: (one: Helper) => Promise<number>,
  back: (one: Helper) => Promise<unknown>,
) {
  const delays: [near: number[], far: number[]] = [[], []]
  for (let round = 0; round < rounds; round++)
    for (const one of team) {
      await look(one)
      const before = one.sockets.map(({ heard }) => heard.length)
      const began = await end(one)
      for (const [nth, socket] of one.sockets.entries()) {
        const gone = await socket.hears((said) => said.name === 'gone' && socket.heard.indexOf(said) >= (before[nth] ?? 0))
        delays[nth]?.push(gone.at - began)
      }
      await back(one)
    }
  const sorted = delays.map((all) => all.toSorted((a, b) => a - b))
  for (const [nth, all] of sorted.entries()) {
    console.log(`${all.length} rights ${what}, on sockets of process ${nth + 1}: p50 ${share(all, 0.5)}, p99 ${share(all, 0.99)} ms`)
    expect(all).toHaveLength(rounds * roles.length)
    within(share(all, 0.99), limitMs)
  }
}

test('R205, L6 pace: over two processes a right that has ended is out within a second (p99), whichever role it was', onTime, async () => {
  const shared = await setUp()
  const end = async (one: Helper) => {
    const began = performance.now()
    await shared.end(one)
    return began
  }
  await measure('ended', shared, end, shared.putBack)
})

test('R202, R205, L6 pace: so is one that its date ends, and not a moment before', onTime, async () => {
  const shared = await setUp(minute)
  const { clock } = shared
  const end = async ({ sockets }: Helper) => {
    const seen = () => sockets.map((socket) => socket.seen('gone').length)
    const before = seen()
    clock.advance(minute - 1)
    for (const socket of sockets) await socket.quiet()
    expect(seen()).toEqual(before)
    const began = performance.now()
    clock.advance(1)
    return began
  }
  // All were invited at the same time: whoever comes next is asked again first.
  const again = () => Promise.all(shared.team.map(({ email, role }) => shared.invite(email, role)))
  await measure('ended by their date', shared, end, again)
})

test('R202, R205 a date that is set over one process while it is watched over the other ends it there', async () => {
  const { team, wire, clock, look, endIn } = await setUp()
  for (const one of team) {
    await look(one)
    const arrived = wire.arrived.length
    await endIn(one, minute)
    await comes(() => expect(wire.arrived.slice(arrived).map(({ to }) => to)).toContain('far'))
    clock.advance(minute)
    for (const socket of one.sockets) await isOut(socket, clock)
  }
})

test('R205 control: a process that hears of no change goes on showing it', async () => {
  const { team, wire, look, end } = await setUp()
  const [one] = team
  if (!one) throw new Error('nobody helps')
  await look(one)
  wire.keeps = (_, to) => to !== 'far'
  await end(one)
  const [near, far] = one.sockets
  await near?.hears(({ name }) => name === 'gone')
  await wait(limitMs)
  expect(far?.seen('gone')).toEqual([])
})

test('R202, R205 control: a process that hears of no date, and one that looks at no right again when its date comes, go on showing it', async () => {
  const unheard = await setUp()
  const [one] = unheard.team
  if (!one) throw new Error('nobody helps')
  await unheard.look(one)
  unheard.wire.keeps = (_, to) => to !== 'far'
  await unheard.endIn(one, minute)
  await comes(() => expect(unheard.wire.arrived.at(-1)?.to).toBe('far'))
  await one.sockets[0]?.quiet()
  unheard.clock.advance(minute)
  await isOut(one.sockets[0], unheard.clock)
  await one.sockets[1]?.quiet()
  expect(one.sockets[1]?.seen('gone')).toEqual([])

  const unasked = await setUp(minute)
  Object.assign(unasked.clock, { after: () => () => {} })
  for (const other of unasked.team) await unasked.look(other)
  unasked.clock.advance(minute)
  for (const { sockets } of unasked.team)
    for (const socket of sockets) {
      await socket.quiet()
      expect(socket.seen('gone')).toEqual([])
    }
})
