// The picture that a link is shared with: what it shows, in which scripts, and that it costs little.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { Resvg } from '@resvg/resvg-js'
import { expect, test } from 'vitest'
import { eventApi } from '#protocol/seats/event.ts'
import { rsvpApi } from '#protocol/seats/rsvp.ts'
import { draw } from '#server/edge/preview/draw.ts'
import { type DrawnFrom, pictureSize } from '#server/edge/preview/picture.ts'
import { factsOf } from '#server/seats/model/event-picture.ts'
import { comes } from '../kit/world/pace.ts'
import { withoutTokens } from '../kit/world/tokens.ts'
import { openWorld } from '../kit/world/world.ts'

const facts = (over: Partial<DrawnFrom> = {}): DrawnFrom => ({
  title: 'Harvest day',
  when: '5 Dec 2026, 7:30 PM CET',
  place: 'Town hall, Main Street 1',
  over: 'You are invited',
  roles: [
    { name: 'Speaker', total: 3, taken: 3 },
    { name: 'Host', total: 12, taken: 5 },
    { name: 'Guest', total: 300, taken: 120 },
  ],
  theme: 'dusk',
  ...over,
})
const many = Array.from({ length: 12 }, (_, n) => ({
  name: `Role number ${n + 1} with a long name`,
  total: n + 1,
  taken: Math.floor(n / 2),
}))
const kept: Readonly<Record<string, DrawnFrom>> = {
  event: facts(),
  long: facts({ title: 'The yearly meeting of everybody '.repeat(7).slice(0, 200), roles: many, theme: 'ocean' }),
  arabic: facts({
    title: 'حفل عشاء الجمعية السنوي مع الضيوف',
    place: 'القاهرة',
    roles: [{ name: 'متحدث', total: 3, taken: 1 }],
    theme: 'forest',
  }),
  japanese: facts({
    title: '東京ハッカーズ・パーティー、年末の大忘年会へようこそ',
    roles: [{ name: '司会', total: 3, taken: 1 }],
    theme: 'ember',
  }),
  hindi: facts({ title: 'हिन्दी सम्मेलन: क्षत्रिय, श्री और विद्यार्थी', place: 'नई दिल्ली' }),
  thai: facts({ title: 'งานเลี้ยงประจำปีที่กรุงเทพฯ ด้วยน้ำใจ', place: 'กรุงเทพมหานคร' }),
  hebrew: facts({ title: 'מסיבת שנה חדשה ב-Tel Aviv, 5.12 בשעה 19:30', place: 'תל אביב' }),
}

const pixelsOf = (png: Uint8Array) => {
  const href = `data:image/png;base64,${Buffer.from(png).toString('base64')}`
  return new Resvg(
    `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630"><image href="${href}" width="1200" height="630"/></svg>`,
  ).render().pixels
}
/** The share of the picture that looks otherwise; an edge drawn a little softer doesn't count. */
function difference(one: Uint8Array, other: Uint8Array): number {
  const [a, b] = [pixelsOf(one), pixelsOf(other)]
  let changed = 0
  for (let at = 0; at < a.length; at += 4)
    if (
      Math.abs((a[at] ?? 0) - (b[at] ?? 0)) +
        Math.abs((a[at + 1] ?? 0) - (b[at + 1] ?? 0)) +
        Math.abs((a[at + 2] ?? 0) - (b[at + 2] ?? 0)) >
      120
    )
      changed++
  return changed / (pictureSize.width * pictureSize.height)
}
const mostChanged = 0.002
const pathOf = (name: string) => new URL(`./pictures/${name}.png`, import.meta.url)

test.each(Object.keys(kept))('R81 the picture of a link looks as the kept one: %s', async (name) => {
  const png = await draw(kept[name] ?? facts())
  if (!existsSync(pathOf(name))) writeFileSync(pathOf(name), png)
  expect(difference(png, readFileSync(pathOf(name)))).toBeLessThan(mostChanged)
})

test('R81 control: one seat more, or one word less, is another picture', async () => {
  const before = readFileSync(pathOf('event'))
  const [role, ...rest] = facts().roles
  const fuller = await draw(facts({ roles: [{ name: role?.name ?? '', total: 3, taken: 2 }, ...rest] }))
  expect(difference(fuller, before)).toBeGreaterThan(0)
  expect(difference(await draw(facts({ title: 'Harvest' })), before)).toBeGreaterThan(mostChanged)
})

test('R81b R27 a picture says what the form says: nothing of an unpublished one, no roles of a canceled one, no guest ever', async () => {
  const world = await openWorld()
  const ada = await world.person('ada')
  const { groupId, eventId } = await world.event(ada)
  await world.answer(groupId, world.proven('sam@guests.test', groupId), ['Speaker'], { name: 'Secretive Sam' })
  const form = async () => factsOf(await world.ok(rsvpApi.form, { groupId }))
  expect(await form()).toMatchObject({ title: 'Summer school', roles: [{ name: 'Speaker', total: 1, taken: 1 }, { name: 'Guest' }] })
  expect(withoutTokens(await form())).not.toMatch(/Sam|guests/)
  // R131: it stands in emails too, where somebody may have declined.
  expect((await form()).over).toBe('')
  await world.ok(eventApi.update, { id: eventId, hostName: 'Lena Park' }, ada)
  expect((await form()).over).toBe('Organized by Lena Park')
  await world.ok(eventApi.remove, { id: eventId }, ada)
  expect(await form()).toMatchObject({ over: 'Canceled', roles: [] })
  expect(factsOf({ ...(await world.ok(rsvpApi.form, { groupId })), status: 'unpublished' }).title).not.toContain('Summer')
})

test('R81a GET /og/ answers a PNG with an ETag by the form’s rev, and a 404 for what isn’t there', async () => {
  const world = await openWorld()
  const ada = await world.person('ada')
  const { groupId, eventId } = await world.event(ada)
  const get = (path: string, headers = {}) => world.app.request(path, { headers })
  const first = await get(`/og/${groupId}.png`)
  const etag = first.headers.get('etag') ?? ''
  expect([first.status, first.headers.get('content-type')]).toEqual([200, 'image/png'])
  // An email shows it, and so does a page of others; nothing else of ours.
  const whoShows = ({ headers }: Response) => headers.get('cross-origin-resource-policy')
  expect([whoShows(first), whoShows(await get('/api/health'))]).toEqual(['cross-origin', 'same-origin'])
  expect(
    Buffer.from(await first.arrayBuffer())
      .subarray(1, 4)
      .toString(),
  ).toBe('PNG')
  expect((await get(`/og/${groupId}.png`, { 'if-none-match': etag })).status).toBe(304)
  await world.ok(eventApi.update, { id: eventId, name: 'Winter school' }, ada)
  const changed = () => get(`/og/${groupId}.png`, { 'if-none-match': etag })
  await comes(async () => expect((await changed()).headers.get('etag')).not.toBe(etag)) // where drawing takes long, the one before is given
  expect((await get(`/og/${'a'.repeat(24)}.png`)).status).toBe(404)
  expect((await get('/og/nonsense.png')).status).toBe(400)
  expect((await get('/og/rolecall.png')).status).toBe(200)
})
