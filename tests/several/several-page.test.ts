// The page of the invitation to all groups, as the server sends it: kept per change, another for who is proven, and none for one group alone.

import { pino } from 'pino'
import { beforeAll, expect, test } from 'vitest'
import { openDrawing } from '#client/server-entry.tsx'
import { groupApi } from '#protocol/seats/group.ts'
import { mountPages } from '#server/edge/http/pages/pages.ts'
import type { Draw } from '#server/edge/http/pages/renderer.ts'
import { make, type Sheet } from '#server/edge/http/pages/sheet.ts'
import { countNothing } from '#server/people/http/limits.ts'
import { asideCookie } from '#server/people/identity/cookies.ts'
import { openSeveral, three } from '../kit/world/several.ts'

const page = '<!doctype html><html lang="en"><head><title>Rolecall</title></head><body><div id="root"></div></body></html>'
const files = { '/rsvp': [], '/rsvp/asking': [], '/rsvp/event': ['/assets/several.js'], '/rsvp/own': [], '/': [], '/pricing': [] }
const stock = { page, style: '', files }
const question = {
  _id: 'why',
  label: 'Why',
  help: '',
  kind: 'line' as const,
  options: [],
  required: true,
  of: 'yes' as const,
  audience: 'organizers' as const,
  isSensitive: false,
}
let draw: Draw
beforeAll(async () => {
  draw = await openDrawing({ payments: 'on', supportEmail: 'help@rolecall.test', retentionDays: 90 })
})
const given = {
  stock,
  print: async (sheet: Sheet) => make(stock, sheet, draw),
  countCall: countNothing,
  hops: 0,
  log: pino({ level: 'silent' }),
}
const open = () => openSeveral(three, { mount: ({ app, services }) => mountPages(app, services, given) })
const shown = (html: string) => (/<div id="root">(.*)<\/div><script/s.exec(html)?.[1] ?? '').replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ')

test('R151, R81, R239a the page is the same for everybody until something changes; who is proven gets one that nothing keeps, unless they are somebody else', async () => {
  const { world, eventId, as, send, one } = await open()
  const get = (headers: Record<string, string> = {}) => world.app.request(`/rsvp/event/${eventId}`, { headers })
  const first = await get()
  expect([first.status, first.headers.get('cache-control'), first.headers.get('x-robots-tag')]).toEqual([
    200,
    'no-cache, no-transform',
    'noindex, nofollow',
  ])
  const html = await first.text()
  for (const words of ['Fair', 'Bar', 'Door', 'Stage', 'Helper', '2 of 2 left', 'Your email', 'I can’t make it'])
    expect(shown(html)).toContain(words)
  expect(html).toContain('<title>Fair</title>')
  expect(html).toContain('/assets/several.js')
  const etag = first.headers.get('etag') ?? ''
  expect((await get({ 'if-none-match': etag })).status).toBe(304)
  await send([one('Bar')])
  world.clock.advance(1000)
  const next = await get({ 'if-none-match': etag })
  expect([next.status, (await next.text()).includes('gast@')]).toEqual([200, false])
  const own = await get({ cookie: as('gast@guests.test', 'Stage').cookie ?? '' })
  expect([own.headers.get('cache-control'), shown(await own.text()).includes('You’re coming: 1 shift, 2 hours')]).toEqual([
    'private, no-store, no-transform',
    true,
  ])
  const cookie = `${as('gast@guests.test', 'Stage').cookie}; ${asideCookie(eventId, world.services.publicUrl)}=1`
  for (const path of [`/rsvp/event/${eventId}`, `/rsvp/event/${eventId}?guest=x`])
    expect((await (await world.app.request(path, { headers: { cookie } })).text()).includes('gast@')).toBe(false)
})

test('R151 an event with one group leads to that; an address that is none, and one that isn’t there, say so', async () => {
  const { world, ada, eventId, idOf } = await open()
  for (const name of ['Bar', 'Door']) await world.ok(groupApi.remove, { id: idOf(name) }, ada)
  const moved = await world.app.request(`/rsvp/event/${eventId}?code=link`)
  expect([moved.status, moved.headers.get('location')]).toEqual([302, `/rsvp/${idOf('Stage')}?code=link&eventId=${eventId}`])
  expect((await world.app.request('/rsvp/event/nonsense')).status).toBe(404)
  expect((await world.app.request(`/rsvp/event/${'a'.repeat(24)}`)).status).toBe(404)
})

test('R151, R161, R170 each group says, without a script, that it asks something, and that one may bring somebody; nothing where it doesn’t', async () => {
  const { world, ada, eventId, idOf } = await open()
  const html = async () => shown(await (await world.app.request(`/rsvp/event/${eventId}`)).text())
  const [asks, brings] = ['asks a few questions here.', 'You can bring someone along.']
  for (const words of [asks, brings]) expect(await html()).not.toContain(words)
  await world.ok(groupApi.update, { id: idOf('Bar'), questions: [question], maxCompanions: 2 }, ada)
  await world.ok(groupApi.update, { id: idOf('Door'), maxCompanions: 1 }, ada)
  world.clock.advance(1000)
  const said = await html()
  expect([asks, brings].map((words) => said.split(words).length - 1)).toEqual([1, 2])
})
