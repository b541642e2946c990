// The address of the preview picture (R252): others keep a picture under it, so it is another one whenever another picture is drawn.
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { eventApi } from '#protocol/seats/event.ts'
import { rsvpApi } from '#protocol/seats/rsvp.ts'
import { mountPages } from '#server/edge/http/pages/pages.ts'
import { make, type Sheet } from '#server/edge/http/pages/sheet.ts'
import { countNothing } from '#server/people/http/limits.ts'
import { markOf, type PictureFacts } from '#server/seats/model/event-picture.ts'
import { openWorld } from '../kit/world/world.ts'

/** Every fact that can be drawn: a new one has to be in here, by its type. */
const whole: Required<PictureFacts> = {
  title: 'Harvest day',
  when: '5 Dec 2026, 7:30 PM CET',
  place: 'Town hall',
  over: 'Organized by Lena Park',
  roles: [{ name: 'Speaker', total: 3, taken: 1 }],
  theme: 'dusk',
  photo: { hash: 'a', hue: 120 },
  accent: '#aa3355',
  logo: { hash: 'b' },
}
type Path = readonly (string | number)[]
/** The way to each value that is drawn. */
const pathsOf = (value: unknown, path: Path = []): Path[] =>
  typeof value === 'object' && value !== null ? Object.entries(value).flatMap(([key, inner]) => pathsOf(inner, [...path, key])) : [path]
const changedAt = (value: unknown, [key, ...rest]: Path): unknown => {
  if (key === undefined) return typeof value === 'number' ? value + 1 : `${String(value)} otherwise`
  const copy: Record<string, unknown> = Array.isArray(value) ? ([...value] as never) : { ...(value as object) }
  copy[key] = changedAt(copy[key], rest)
  return copy
}
/** What each change leaves as it was. */
const unmoved = (mark: (facts: PictureFacts) => string) =>
  pathsOf(whole)
    .filter((path) => mark(changedAt(whole, path) as PictureFacts) === mark(whole))
    .map((path) => path.join('.'))

test('R252 whatever is drawn is in the address, but for the seats; control: a mark without the place is found', async () => {
  const { services } = await openWorld()
  const mark = (facts: PictureFacts) => markOf(services, facts)
  expect(pathsOf(whole).length).toBeGreaterThan(10)
  expect(unmoved(mark)).toEqual(['roles.0.total', 'roles.0.taken'])
  expect(unmoved(({ place: _, ...facts }) => mark({ ...facts, place: '' }))).toContain('place')
  const { photo: _, ...without } = whole
  expect(mark(without)).not.toBe(mark(whole))
})

const files = { '/': [], '/pricing': [], '/rsvp': [], '/rsvp/asking': [], '/rsvp/event': [], '/rsvp/own': [] }
const stock = { page: '<html><head><title>Rolecall</title></head><body><div id="root"></div></body></html>', style: '', files }
const undrawn = {
  stock,
  print: async (sheet: Sheet) => make(stock, sheet),
  countCall: countNothing,
  hops: 0,
  log: pino({ level: 'silent' }),
}

test('R252 R81 the picture in a page and in emails has another address once its event is drawn otherwise; every old address gives the present one', async () => {
  const world = await openWorld()
  mountPages(world.app, world.services, undrawn)
  const ada = await world.person('ada')
  // An event's own first theme goes by its id, which is by chance.
  const { groupId, eventId } = await world.event(ada, undefined, {}, { theme: 'dusk' })
  const guest = world.proven('sam@guests.test', groupId)
  const inPage = async (path = `/rsvp/${groupId}`) => {
    const html = await (await world.app.request(path)).text()
    const [og, twitter] = ['og:image', 'twitter:image'].map((name) => new RegExp(`"${name}" content="([^"]+)"`).exec(html)?.[1] ?? '')
    expect(twitter).toBe(og)
    return og ?? ''
  }
  const inEmail = async () => {
    await world.answer(groupId, guest, ['Guest'])
    const [email] = await world.mails(guest.email)
    return /<img src="([^"]+)"/.exec(email?.html ?? '')?.[1] ?? ''
  }
  const first = await inPage()
  expect(first).toContain(`${world.services.publicUrl}/og/${groupId}.png?`)
  expect(await inEmail()).toBe(first)
  expect(await inPage()).toBe(first) // Though a seat was taken.
  const all = [first]
  for (const change of [{ name: 'Winter school' }, { location: 'Town hall' }, { theme: 'ember' as const }, { hostName: 'Lena Park' }]) {
    await world.ok(eventApi.update, { id: eventId, ...change }, ada)
    world.clock.advance(1_000)
    all.push(await inPage())
    expect(await inEmail()).toBe(all.at(-1))
  }
  await world.ok(eventApi.remove, { id: eventId }, ada)
  world.clock.advance(1_000)
  all.push(await inPage())
  expect(new Set(all).size).toBe(6)
  const etags = await Promise.all(
    [...all, `${world.services.publicUrl}/og/${groupId}.png`].map(async (address) => {
      const answer = await world.app.request(address.slice(world.services.publicUrl.length))
      expect(answer.status).toBe(200)
      return answer.headers.get('etag')
    }),
  )
  expect(new Set(etags).size).toBe(1)
  expect((await world.ok(rsvpApi.form, { groupId })).status).toBe('cancelled')
})
