// The page of an invitation as a crawler reads it, without a script: what its tags and its text say, and to whom they say nothing.
import { beforeAll, expect, test } from 'vitest'
import { openDrawing } from '#client/server-entry.tsx'
import { eventApi } from '#protocol/event.ts'
import { groupApi } from '#protocol/group.ts'
import { rsvpApi } from '#protocol/rsvp.ts'
import type { Draw } from '#server/http/pages/drawing.ts'
import { mountPages } from '#server/http/pages/pages.ts'
import { openWorld, type World } from '../kit/world/world.ts'

const built = `<!doctype html>
<html lang="en"><head><title>Rolecall</title><meta name="description" content="x" />
<script src="/assets/theme-1.js"></script><link rel="stylesheet" href="/assets/a.css"></head><body><div id="root"></div></body></html>`
let draw: Draw
beforeAll(async () => {
  draw = await openDrawing({ payments: 'on', supportEmail: 'help@rolecall.test' })
})

async function open() {
  const world = await openWorld()
  mountPages(world.app, world.services, { page: built, style: 'a{}', draw, filesOf: () => ['/assets/page.js'] })
  const ada = await world.person('ada', 'pro')
  return { world, ada }
}

const attribute = (html: string, name: string) =>
  new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)">`).exec(html)?.[1]?.replaceAll('&amp;', '&')
const inlined = (html: string): unknown => JSON.parse(/id="first-view">(.*?)<\/script>/.exec(html)?.[1] ?? '{}')
const shown = (html: string) => (/<div id="root">(.*)<\/div><script/s.exec(html)?.[1] ?? '').replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ')

/** What a crawler makes of a link. */
async function crawl(world: World, path: string, headers: Record<string, string> = {}) {
  const response = await world.app.request(path, { headers })
  const html = await response.text()
  return { status: response.status, headers: response.headers, html, title: /<title>([^<]*)</.exec(html)?.[1] ?? '', text: shown(html) }
}

test('R81 an open invitation: title, time, place, host, roles and seats are in the page, and its tags tell of it', async () => {
  const { world, ada } = await open()
  const { groupId, eventId } = await world.event(
    ada,
    undefined,
    {},
    { description: 'Bring boots.\nAnd <b>hats</b>.', location: 'Town hall' },
  )
  const page = await crawl(world, `/rsvp/${groupId}?eventId=${eventId}&code=anything`)
  expect(page.status).toBe(200)
  expect(page.title).toBe('Summer school')
  for (const words of ['Summer school', 'Bring boots.', 'Speaker', '1 of 1 left', '3 of 3 left', 'CE', 'Your email'])
    expect(page.text).toContain(words)
  expect(attribute(page.html, 'og:title')).toBe('Summer school')
  expect(attribute(page.html, 'description')).toMatch(/2026, .* · Town hall · .*Bring boots\. And &lt;b&gt;hats&lt;\/b&gt;\.$/)
  expect(attribute(page.html, 'og:image')).toBe(`${world.services.publicUrl}/og/${groupId}.png`)
  expect(attribute(page.html, 'twitter:card')).toBe('summary_large_image')
  expect(attribute(page.html, 'robots')).toBe('noindex, nofollow')
  expect(page.headers.get('x-robots-tag')).toContain('noindex')
  expect(page.html).toContain(`<link rel="canonical" href="${world.services.publicUrl}/rsvp/${groupId}?eventId=${eventId}">`)
  expect(page.html).toContain('<link rel="modulepreload" fetchpriority="low" crossorigin href="/assets/page.js">')
  expect(inlined(page.html)).toMatchObject({ form: { _id: groupId, event: { name: 'Summer school' } } })
})

test('R81 R27 no page tells the name or the email of a guest, proven or not, whatever it is asked with', async () => {
  const { world, ada } = await open()
  const { groupId } = await world.event(ada, undefined, { displayRSVPToAll: true })
  const guest = world.proven('secret.guest@guests.test', groupId)
  await world.answer(groupId, guest, ['Speaker'], { name: 'Secretive Sam' })
  const { rsvps } = await world.ok(groupApi.rsvps, { id: groupId }, ada)
  expect(JSON.stringify(rsvps)).toContain('Secretive Sam') // control: the organizer sees it
  for (const headers of [{}, { cookie: guest.cookie ?? '' }, { authorization: `Bearer ${ada.token}` }]) {
    const { html, text } = await crawl(world, `/rsvp/${groupId}`, headers as Record<string, string>)
    expect(html).not.toMatch(/Secretive|secret\.guest|guests\.test/)
    expect(text).toContain('Full')
  }
  const [one, other] = await Promise.all([
    crawl(world, `/rsvp/${groupId}`),
    crawl(world, `/rsvp/${groupId}`, { cookie: guest.cookie ?? '' }),
  ])
  expect(one.html).toBe(other.html)
  expect(one.headers.get('set-cookie')).toBeNull()
})

test('R81 R26 R27 members-only and private ones say what their form says, and nothing besides', async () => {
  const { world, ada } = await open()
  for (const group of [{ limitToMembers: true }, { displayRSVPToAll: false }]) {
    const { groupId } = await world.event(ada, undefined, group)
    await world.answer(groupId, world.proven('ben@guests.test', groupId), ['Guest'])
    const page = await crawl(world, `/rsvp/${groupId}`)
    const { userEmail: _email, userName: _name, rsvp: _rsvp, ...form } = await world.ok(rsvpApi.form, { groupId })
    expect(inlined(page.html)).toEqual({ form })
    expect(page.html.includes('detailedCounts')).toBe(form.displayRSVPToAll)
  }
})

test('R81 R57 a canceled one says so, with its name and no roles', async () => {
  const { world, ada } = await open()
  const { groupId, eventId } = await world.event(ada, undefined, {}, {})
  await crawl(world, `/rsvp/${groupId}`)
  await world.ok(eventApi.remove, { id: eventId }, ada)
  const page = await crawl(world, `/rsvp/${groupId}`)
  expect(page.title).toBe('Canceled: Summer school')
  expect(page.text).toContain('This event was canceled')
  expect(page.html).not.toContain('Speaker')
})

test('R81 R32 an unpublished one names nothing, and appears at once when it is published', async () => {
  const { world } = await open()
  const { groupId } = await world.ok(eventApi.createWithGroup, {
    event: world.eventInput({ organizerEmail: 'nora@people.test', name: 'Surprise party' }),
    groups: [{ roles: [{ name: 'Speaker', max: 1 }] }],
  })
  const page = await crawl(world, `/rsvp/${groupId}`)
  expect(page.html).not.toMatch(/Surprise|Speaker|nora/)
  expect(page.title).toBe('Invitation · Rolecall')
  expect(page.text).toContain('This event is not published yet')
  expect(attribute(page.html, 'og:image')).toBe(`${world.services.publicUrl}/og/rolecall.png`)
})

test('R81 R23 an unknown one, and one of another event, are a 404 that says what the form says', async () => {
  const { world, ada } = await open()
  const { groupId } = await world.event(ada)
  for (const [path, words] of [
    [`/rsvp/${'a'.repeat(24)}`, 'Group Not Found'],
    [`/rsvp/${groupId}?eventId=${'b'.repeat(24)}`, 'Event Not Found'],
    ['/rsvp/nonsense', 'Invalid Group Id'],
  ]) {
    const page = await crawl(world, path ?? '')
    expect([page.status, page.title]).toEqual([404, 'Invitation · Rolecall'])
    expect(page.text).toContain(words)
    expect(page.html).not.toContain('Summer school')
  }
})

test('R81 a title that is markup stays text, in tags, page and data', async () => {
  const { world, ada } = await open()
  const name = '</script><script>alert(1)</script>"><img src=x onerror=alert(1)>'
  const { groupId } = await world.event(ada, undefined, {}, { name, description: '</title><!--<script>$&' })
  const { html } = await crawl(world, `/rsvp/${groupId}`)
  expect(html).not.toMatch(/<script>|<img|<!--<script/)
  expect(inlined(html)).toMatchObject({ form: { event: { name } } })
})

test('R81 a page is drawn anew when its form has changed, and told by its ETag while it has not', async () => {
  const { world, ada } = await open()
  const { groupId, eventId } = await world.event(ada)
  const first = await crawl(world, `/rsvp/${groupId}`)
  const etag = first.headers.get('etag') ?? ''
  expect((await crawl(world, `/rsvp/${groupId}`, { 'if-none-match': etag })).status).toBe(304)
  world.clock.advance(1_000)
  await world.ok(eventApi.update, { id: eventId, name: 'Winter school' }, ada)
  const second = await crawl(world, `/rsvp/${groupId}`, { 'if-none-match': etag })
  expect([second.status, second.title]).toEqual([200, 'Winter school'])
  const packed = await world.app.request(`/rsvp/${groupId}`, { headers: { 'accept-encoding': 'gzip, br' } })
  expect(packed.headers.get('content-encoding')).toBe('br')
  expect((await packed.arrayBuffer()).byteLength).toBeLessThan(first.html.length / 2)
})

test('R81 landing page and prices are in their pages, for everybody alike, and may be found', async () => {
  const { world } = await open()
  for (const [path, words] of [
    ['/', 'Never overbooked'],
    ['/pricing', 'Enterprise'],
  ] as const) {
    const page = await crawl(world, path)
    expect(page.html).toContain(words)
    expect(page.title).toContain('Rolecall')
    expect(attribute(page.html, 'og:title')).toBe(page.title)
    expect(attribute(page.html, 'robots')).toBeUndefined()
  }
})
