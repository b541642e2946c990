// Several groups in one event, over four server processes and MongoDB: a crowd for few seats in shifts that overlap, and what an answer to one or three
// groups of many costs beside one to the only group of an event.
import { openBundles } from '#tests/kit/process/bundles.ts'
import { askAll, type Fair, makeFair, standing, wrongIn } from '#tests/kit/process/several.ts'
import { openMongoServer } from '#tests/mongo/server.ts'
import { openSite, type Site } from './mongo.ts'
import type { Row } from './row.ts'

const people = 2_000
const processes = 4
const shifts = 20
const [shareOfOne, shareOfThree] = [0.6, 0.3]
/** Turns of each, one after the other, so that a slow moment of the machine falls on all. */
const rounds = 3

const crowd = (tag: string, nthsOf: (n: number) => number[], amount = people) =>
  Array.from({ length: amount }, (_, n) => ({ email: `${tag}${n}@guests.test`, nths: nthsOf(n) }))
/** Three different ones that may overlap, the same each time. */
const threeOf = (n: number) => [...new Set([n % shifts, (n * 7 + 1) % shifts, (n * 13 + 2) % shifts])]
/** Three that don't. */
const apart = (n: number) => [0, 6, 12].map((more) => (n + more) % shifts)

async function scarce(site: Site): Promise<Row> {
  const urls = site.servers.map(({ url }) => url)
  const fair = await makeFair(urls[0] ?? '', { count: shifts, hours: 2, seats: 5 })
  // One half wants one shift, the other up to three.
  const { answers } = await askAll(
    urls,
    fair,
    crowd('few', (n) => (n % 2 === 0 ? [n % shifts] : threeOf(n))),
  )
  const store = await site.openStore()
  const stands = await standing(store, fair)
  await store.close()
  const wrong = wrongIn(fair, stands, answers)
  for (const one of wrong.slice(0, 10)) console.log(one)
  const count = (code: string) => answers.filter(({ body }) => body.code === code).length
  const broken = answers.filter(({ status }) => status === 0 || status >= 500).length
  return {
    what: `${people} people for 100 seats in ${shifts} shifts that overlap, over ${processes} processes: overbooked, double-booked, or a refusal that isn’t true; broken`,
    measured: `${wrong.length}; ${broken} (${answers.filter(({ status }) => status === 200).length} yes, ${count('role-full')} full, ${count('overlap')} overlap, ${stands.counts.reduce((sum, one) => sum + one, 0)} seats)`,
    limit: '0; 0',
    ok: wrong.length === 0 && broken === 0,
  }
}

async function pace(site: Site): Promise<Row[]> {
  const urls = site.servers.map(({ url }) => url)
  const [many, one] = [
    await makeFair(urls[0] ?? '', { count: shifts, hours: 2, seats: 499 }),
    await makeFair(urls[0] ?? '', { count: 1, hours: 2, seats: 498 }),
  ]
  const turn = async (fair: Fair, tag: string, nthsOf: (n: number) => number[]) => {
    const { perSecond, answers } = await askAll(urls, fair, crowd(tag, nthsOf, 120))
    return { perSecond, isGood: answers.every(({ status }) => status === 200) }
  }
  await turn(many, 'warm', apart)
  await turn(one, 'warm', () => [0])
  const sums = { only: 0, each: 0, three: 0 }
  let isGood = true
  for (let round = 0; round < rounds; round++) {
    const only = await turn(one, `only${round}-`, () => [0])
    const each = await turn(many, `each${round}-`, (n) => [n % shifts])
    const three = await turn(many, `three${round}-`, apart)
    sums.only += only.perSecond
    sums.each += each.perSecond
    sums.three += three.perSecond
    isGood &&= only.isGood && each.isGood && three.isGood
  }
  const row = (what: string, sum: number, limit: number): Row => ({
    what: `Several groups: answers a second to ${what} of ${shifts} over ${processes} processes, against those to the only group of an event`,
    measured: `${(sum / sums.only).toFixed(2)} × (${Math.round(sum / rounds)}/s against ${Math.round(sums.only / rounds)}/s)`,
    limit: `≥ ${limit} ×`,
    ok: isGood && sum / sums.only >= limit,
  })
  return [row('one group', sums.each, shareOfOne), row('three groups, in submits,', sums.three, shareOfThree)]
}

export default async function several(): Promise<Row[]> {
  const bundles = openBundles()
  const { uri, close } = await openMongoServer(bundles.folder)
  const site = await openSite(uri, processes)
  const rows = [await scarce(site), ...(await pace(site))]
  await site.stop()
  await close()
  bundles.close()
  return rows
}
