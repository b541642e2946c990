// Long: a real server is started and killed again and again.
// One answer to five groups, and the server killed with -9: at named points of its commit, and amid a burst of them. All five are there, or none.
import { Agent } from 'node:http'
import { expect, test } from 'vitest'
import { chance } from '../kit/model/chance.ts'
import { arm, disarm, moments, type Point } from '../kit/process/points.ts'
import { bundled, newFolder, startServer } from '../kit/process/process.ts'
import { fill, openStore } from '../kit/process/seed.ts'
import { type Answered, ask, type Fair, makeFair, standing, wrongIn } from '../kit/process/several.ts'

const { seed, between } = chance()
console.log(`kills-several.test.ts: SEED=${seed}`)
const five = [0, 2, 4, 6, 8]
const kills = process.env.SOAK === undefined ? 4 : 40

async function standingIn(folder: string, fair: Fair) {
  const store = await openStore(folder)
  const found = await standing(store, fair)
  await store.close()
  return found
}
/** In how many of the five each is who is in some of them, but not in all. */
const halves = (held: ReadonlyMap<string, readonly number[]>) => [...held].filter(([, nths]) => nths.length !== five.length)

/** Kills the server at one point of an answer for each moment, and gives in how many of the five groups each then stands. */
async function killedAt(when: readonly Point['when'][], env: Record<string, string> = {}) {
  const [folder, entry] = [newFolder(), await bundled('tests/kit/process/self-killing-child.ts')]
  await fill(folder, { groups: 1, seats: 10 })
  let server = await startServer(folder, env, entry)
  const fair = await makeFair(server.url, { count: 9, hours: 2, seats: 50 })
  const stands: Record<string, number> = {}
  for (const moment of when) {
    const email = `${moment}@guests.test`
    arm(folder, { when: moment, collection: 'rsvps' })
    expect(await ask(new Agent(), server.url, fair, email, five)).toMatchObject({ status: 0, body: {} })
    expect(await server.exit).toBe('SIGKILL')
    disarm(folder)
    stands[moment] = (await standingIn(folder, fair)).held.get(email)?.length ?? 0
    server = await startServer(folder, env, entry)
    expect((await ask(new Agent(), server.url, fair, `${moment}-again@guests.test`, five)).status).toBe(200)
  }
  const again = await Promise.all(when.map((moment) => ask(new Agent(), server.url, fair, `${moment}@guests.test`, five)))
  server.signal('SIGKILL')
  await server.exit
  return { stands, again: again.map(({ status }) => status), end: await standingIn(folder, fair), fair }
}

test('R143, M1 killed before, amid and after the commit of an answer to five groups: none, none and all of them; sent again it is done', async () => {
  const { stands, again, end, fair } = await killedAt(moments)
  expect(stands).toEqual({ before: 0, amid: 0, after: five.length })
  expect(again).toEqual([200, 200, 200])
  expect([halves(end.held), wrongIn(fair, end, [])]).toEqual([[], []])
})

test('R143 control: a store that puts one write after the other in leaves some without the rest', async () => {
  const { stands, fair, end } = await killedAt(['amid'], { HALVES: 'yes' })
  // What was put in is the group's count, without anybody who holds the seat.
  expect([stands.amid, wrongIn(fair, end, []).length > 0]).toEqual([0, true])
})

test('R143, M1 kill -9 amid a burst of answers to five groups: each is in all five or in none, and who was told yes in all', {
  timeout: 180_000,
}, async () => {
  const folder = newFolder()
  await fill(folder, { groups: 1, seats: 10 })
  let server = await startServer(folder)
  const PORT = new URL(server.url).port
  const fair = await makeFair(server.url, { count: 9, hours: 2, seats: 500 })
  const answers: Answered[] = []
  for (let kill = 0; kill < kills; kill++) {
    let isOver = false
    const { url } = server
    const burst = Array.from({ length: 12 }, async (_, connection) => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 })
      for (let nth = 0; !isOver; nth++) {
        const answer = await ask(agent, url, fair, `k${kill}-${connection}-${nth}@guests.test`, five)
        answers.push(answer)
        if (answer.status === 0) break
      }
      agent.destroy()
    })
    const enough = answers.length + between(40, 120)
    while (answers.length < enough) await new Promise((soon) => setTimeout(soon, 1))
    server.signal('SIGKILL')
    await server.exit
    isOver = true
    await Promise.all(burst)
    server = await startServer(folder, { PORT })
  }
  server.signal('SIGTERM')
  await server.exit
  const end = await standingIn(folder, fair)
  expect(halves(end.held)).toEqual([])
  expect(wrongIn(fair, end, answers)).toEqual([])
  const yes = answers.filter(({ status }) => status === 200).length
  expect([yes > kills * 20, answers.some(({ status }) => status === 0)]).toEqual([true, true])
  console.log(`${yes} answers to five groups were acknowledged through ${kills} kills; ${end.held.size} are there`)
})
