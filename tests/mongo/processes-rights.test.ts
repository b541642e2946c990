// Long: a hundred rights are ended one after the other, and each is heard on the sockets of two processes.
// R205: how soon a right of the team that has ended is out, whichever process it was ended over.
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { groupRoom } from '#protocol/live.ts'
import { teamApi } from '#protocol/people/team.ts'
import type { TeamRole } from '#protocol/people/team-roles.ts'
import { openProcesses } from '../kit/process/processes.ts'
import { onTime, within } from '../kit/world/pace.ts'

const roles: readonly TeamRole[] = ['manager', 'assigner', 'messenger', 'viewer']
const rounds = process.env.SOAK === undefined ? 25 : 250
const limitMs = 1_000

/** An event with somebody of each role, who looks at its board over both processes. */
async function setUp() {
  const { worlds, wire } = await openProcesses(['near', 'far'])
  const [near, far] = worlds
  const ada = await near.person('ada', 'team')
  const { eventId: id, groupId } = await near.event(ada, [{ name: 'Guest', max: 9 }])
  const team: { role: TeamRole; teamId: string; sockets: Awaited<ReturnType<typeof near.socket>>[] }[] = []
  for (const role of roles) {
    const person = await near.person(`one_${role}`)
    const { member } = await near.ok(teamApi.add, { id, email: person.email, role }, ada)
    await near.ok(teamApi.accept, { token: await near.tokenMailed(person.email) })
    const sockets = await Promise.all([near, far].map((world) => world.socket({ token: person.token })))
    team.push({ role, teamId: member._id, sockets })
  }
  const look = async ({ sockets }: (typeof team)[number]) => {
    for (const one of sockets) expect(await one.watch(groupRoom(groupId))).toHaveProperty('view')
  }
  const end = (teamId: string) => near.ok(teamApi.remove, { id, teamId }, ada)
  const putBack = (teamId: string) => near.ok(teamApi.restore, { id, teamId }, ada)
  return { team, wire, look, end, putBack }
}

const share = (sorted: readonly number[], part: number) => Math.round(sorted[Math.ceil(sorted.length * part) - 1] ?? Infinity)

test('R205, L6 pace: over two processes a right that has ended is out within a second (p99), whichever role it was', onTime, async () => {
  const { team, look, end, putBack } = await setUp()
  const delays: [near: number[], far: number[]] = [[], []]
  for (const one of team) await look(one)
  for (let round = 0; round < rounds; round++)
    for (const one of team) {
      const before = one.sockets.map(({ heard }) => heard.length)
      const began = performance.now()
      await end(one.teamId)
      for (const [nth, socket] of one.sockets.entries()) {
        const gone = await socket.hears((said) => said.name === 'gone' && socket.heard.indexOf(said) >= (before[nth] ?? 0))
        delays[nth]?.push(gone.at - began)
      }
      await putBack(one.teamId)
      await look(one)
    }
  const sorted = delays.map((all) => all.toSorted((a, b) => a - b))
  for (const [nth, all] of sorted.entries()) {
    console.log(`${all.length} rights ended, on sockets of process ${nth + 1}: p50 ${share(all, 0.5)}, p99 ${share(all, 0.99)} ms`)
    expect(all).toHaveLength(rounds * roles.length)
    within(share(all, 0.99), limitMs)
  }
})

test('R205 control: a process that hears of no change goes on showing it', async () => {
  const { team, wire, look, end } = await setUp()
  const [one] = team
  if (!one) throw new Error('nobody helps')
  await look(one)
  wire.keeps = (_, to) => to !== 'far'
  await end(one.teamId)
  const [near, far] = one.sockets
  await near?.hears(({ name }) => name === 'gone')
  await wait(limitMs)
  expect(far?.seen('gone')).toEqual([])
})
