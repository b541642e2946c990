// The real server killed amid waits, offers and hand-overs; an oracle reads what is left. Each of its rules has a control that it finds broken.
import { expect, test } from 'vitest'
import { openStage } from '../handover/stage.ts'
import { chance } from '../kit/model/chance.ts'
import { readWaiting, type WaitlistState, waitingFaults } from '../kit/model/oracle-waiting.ts'
import { bundled, newFolder, startServer } from '../kit/process/process.ts'
import { fill, openStore, proof } from '../kit/process/seed.ts'
import { fromOwnPage } from '../kit/world/own-page.ts'

const kills = Number(process.env.KILLS ?? (process.env.SOAK === undefined ? 6 : 100))
const { seed, between } = chance()
const seats = 5

/** Sends a call as a guest; 0 where no answer came. */
async function sent(url: string, path: string, groupId: string, email: string, body: object): Promise<number> {
  const headers = { 'content-type': 'application/json', ...fromOwnPage(proof(groupId, email)) }
  const init = { method: 'POST', headers, body: JSON.stringify({ groupId, ...body }) }
  return fetch(`${url}/api${path}`, init).then(
    ({ status }) => status,
    () => 0,
  )
}

/** Guests who take or wait for one of few seats, give it back, and offer it to one another, until the server is gone. */
async function crowd(url: string, groupId: string, tag: string) {
  let nth = 0
  const counts = { replied: 0 }
  const one = async () => {
    for (;;) {
      const n = nth++
      const email = `${tag}-${n}@guests.test`
      const said = { email, name: 'Guest', attending: true, roles: [], waitFor: ['Guest'] }
      const first = await sent(url, '/rsvp/submit', groupId, email, said)
      if (n % 2 === 0) await sent(url, '/rsvp/hand-over', groupId, email, { name: 'Next', email: `${tag}-${n + 1}@guests.test` })
      const last = n % 3 === 0 ? await sent(url, '/rsvp/submit', groupId, email, { ...said, attending: false, waitFor: [] }) : first
      if (last === 0) return
      counts.replied += 1
    }
  }
  const all = Promise.all(Array.from({ length: 8 }, one))
  return { counts, all }
}

test(`S6, R90, R94 kill -9 amid waits, offers and hand-overs: no seat is free while somebody waits, none is had twice, and all is counted (SEED=${seed})`, {
  timeout: 300_000,
}, async () => {
  const [folder, entry] = [newFolder(), await bundled('server/app/main.ts')]
  const [{ groupId } = { groupId: '' }] = await fill(folder, { groups: 1, seats })
  for (let kill = 0; kill < kills; kill++) {
    const server = await startServer(folder, {}, entry)
    const { counts, all } = await crowd(server.url, groupId, `kill${kill}`)
    while (counts.replied < between(20, 80)) await new Promise((later) => setTimeout(later, 5))
    server.signal('SIGKILL')
    await Promise.all([all, server.exit])
    const store = await openStore(folder)
    const left = await readWaiting(store, groupId)
    await store.close()
    expect([kill, waitingFaults(left, Date.now())]).toEqual([kill, []])
    expect(left.pages.length).toBeGreaterThan(0)
  }
})

test('S6, R90, R94 control: the oracle finds each way in which waiting, offers and hand-overs can be wrong', async () => {
  const stage = await openStage()
  await stage.answer(0, ['Speaker'])
  await stage.begin(0, 9)
  for (const n of [1, 2, 3]) await stage.wait(n, ['Speaker'])
  stage.hoursBefore(10)
  for (const n of [20, 21]) await stage.answer(n, ['Guest'])
  await stage.wait(5, ['Guest'])
  await stage.answer(20, [], { attending: false })
  const now = stage.world.clock.now()
  const sound = await readWaiting(stage.world.store, stage.groupId)
  expect(waitingFaults(sound, now)).toEqual([])
  const roles = (change: (role: WaitlistState['group']['roles'][number]) => object) => ({
    ...sound,
    group: { ...sound.group, roles: sound.group.roles.map((role) => ({ ...role, ...change(role) })) },
  })
  const people = (change: (one: WaitlistState['rsvps'][number]) => object) => ({
    ...sound,
    rsvps: sound.rsvps.map((one) => ({ ...one, ...change(one) })),
  })
  const wrongs: readonly (readonly [RegExp, WaitlistState])[] = [
    [/a seat is free that somebody waits for/, roles(({ max }) => ({ max: max + 1 }))],
    [/hold it and \d are offered it, of 0/, roles(() => ({ max: 0 }))],
    [/are offered it, \d seats are held/, roles(() => ({ held: 3 }))],
    [/stand on its pages/, { ...sound, pages: [] }],
    [/wait for it, \d are listed/, people(() => ({ waits: undefined }))],
    [/are offered it, 1 seats are held/, people(() => ({ offers: undefined }))],
    [/hold it, \d are counted/, people(() => ({ roleIds: [] }))],
    [/hands over a seat that it doesn't have/, people(({ handOver }) => (handOver ? { roleIds: [] } : {}))],
    [/can't be found/, people(() => ({ handOverUntil: undefined }))],
    [/waits twice/, { ...sound, pages: sound.pages.map((page) => ({ ...page, rsvpIds: [...page.rsvpIds, ...page.rsvpIds] })) }],
  ]
  for (const [says, wrong] of wrongs) expect(waitingFaults(wrong, now).join('\n')).toMatch(says)
})
