// The page of an invitation as a crawler reads it, without a script: what its tags and its text say, and to whom they say nothing.

import { pino } from 'pino'
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { openDrawing } from '#client/server-entry.tsx'
import { eventApi } from '#protocol/seats/event.ts'
import { groupApi } from '#protocol/seats/group.ts'
import { guestApi } from '#protocol/seats/guest.ts'
import { rsvpApi } from '#protocol/seats/rsvp.ts'
import { newApp } from '#server/edge/http/mount.ts'
import { mountPages } from '#server/edge/http/pages/pages.ts'
import type { RenderPage } from '#server/edge/http/pages/render-thread.ts'
import type { Draw } from '#server/edge/http/pages/renderer.ts'
import { make } from '#server/edge/http/pages/sheet.ts'
import { countNothing } from '#server/people/http/limits.ts'
import { asideCookie } from '#server/people/identity/cookies.ts'
import { marks } from '../kit/hostile/marks.ts'
import { everything } from '../kit/world/every-collection.ts'
import { withoutTokens } from '../kit/world/tokens.ts'
import { openWorld, type World } from '../kit/world/world.ts'

const built = `<!doctype html>
<html lang="en"><head><title>Rolecall</title><meta name="description" content="x" />
<script src="/assets/theme-1.js"></script><link rel="stylesheet" href="/assets/a.css"></head><body><div id="root"></div></body></html>`
const files = ['/assets/page.js']
const askingFile = '/assets/questions.js'
const stock = {
  page: built,
  style: 'a{}',
  files: { '/rsvp': files, '/rsvp/asking': [...files, askingFile], '/rsvp/event': [], '/rsvp/own': files, '/': files, '/pricing': files },
}
let draw: Draw
beforeAll(async () => {
  draw = await openDrawing({ payments: 'on', supportEmail: 'help@rolecall.test', retentionDays: 90 })
})

const given = (print: RenderPage = async (sheet) => make(stock, sheet, draw)) => ({
  stock,
  print,
  countCall: countNothing,
  hops: 0,
  log: pino({ level: 'silent' }),
})

async function open(print?: RenderPage) {
  const world = await openWorld()
  mountPages(world.app, world.services, given(print))
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

test('R81 a page that can’t be drawn here is drawn by the client, and by us again once we can', async () => {
  let isAble = false
  const { world, ada } = await open(async (sheet) => {
    if (!isAble) throw new Error('It took too long')
    return make(stock, sheet, draw)
  })
  const { groupId } = await world.event(ada)
  const paths = ['/', '/pricing', `/rsvp/${groupId}`, '/rsvp/ffffffffffffffffffffffff']
  const pages = async () => Promise.all(paths.map((path) => crawl(world, path)))
  const undrawn = await pages()
  expect(undrawn.map(({ status }) => status)).toEqual([200, 200, 200, 404])
  for (const { html } of undrawn) expect(html).toContain('<div id="root"></div>')
  isAble = true
  for (const { html } of await pages()) expect(html).not.toContain('<div id="root"></div>')
})

test('R237a the page of an invitation is the same with whatever stands behind its link', async () => {
  const { world, ada } = await open()
  const { groupId, eventId } = await world.event(ada)
  for (const path of [`/rsvp/${groupId}`, `/rsvp/${groupId}?eventId=${eventId}`, `/rsvp/${groupId}?code=link&eventId=${eventId}`]) {
    const { html } = await crawl(world, path)
    for (const mark of marks) expect((await crawl(world, path + mark)).html).toBe(html)
  }
})

test('R81, R81a an open invitation: title, time, place, host, roles and seats are in the page, and its tags tell of it', async () => {
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
  expect(attribute(page.html, 'og:image')).toMatch(new RegExp(`^${world.services.publicUrl}/og/${groupId}\\.png\\?v=\\w+$`))
  expect(attribute(page.html, 'twitter:card')).toBe('summary_large_image')
  expect(attribute(page.html, 'robots')).toBe('noindex, nofollow')
  expect(page.headers.get('x-robots-tag')).toContain('noindex')
  expect(page.html).toContain(`<link rel="canonical" href="${world.services.publicUrl}/rsvp/${groupId}?eventId=${eventId}">`)
  expect(page.html).toContain('<link rel="modulepreload" fetchpriority="low" crossorigin href="/assets/page.js">')
  expect(inlined(page.html)).toMatchObject({ form: { _id: groupId, event: { name: 'Summer school' } } })
})

test('R161, R81 the questions that are asked at first are in the page, with the file that they need; in a page without any that file isn’t named', async () => {
  const { world, ada } = await open()
  const { groupId } = await world.event(ada)
  expect((await crawl(world, `/rsvp/${groupId}`)).html).not.toContain(askingFile)
  const option = (label: string) => ({ _id: label.toLowerCase(), label })
  const diet = { _id: 'diet', kind: 'choice', label: 'What do you eat?', options: [option('Everything'), option('Vegan')] } as const
  const later = { _id: 'later', kind: 'line', label: 'Allergies?', showIf: { questionId: 'diet', optionIds: ['vegan'] } } as const
  await world.ok(
    groupApi.update,
    {
      id: groupId,
      questions: [
        { ...diet, options: [...diet.options] },
        { ...later, showIf: { ...later.showIf, optionIds: ['vegan'] } },
      ],
    },
    ada,
  )
  world.clock.advance(1000)
  const { text, html } = await crawl(world, `/rsvp/${groupId}`)
  for (const words of ['A few questions', 'What do you eat?', 'Vegan']) expect(text).toContain(words)
  expect(text).not.toContain('Allergies?')
  expect(html).toContain(askingFile)
})

test('R81b R27 no page tells the name or the email of a guest, proven or not, whatever it is asked with', async () => {
  const { world, ada } = await open()
  const { groupId } = await world.event(ada, undefined, { displayRSVPToAll: true })
  const guest = world.proven('secret.guest@guests.test', groupId)
  await world.answer(groupId, guest, ['Speaker'], { name: 'Secretive Sam' })
  const { rsvps } = await world.ok(groupApi.rsvps, { id: groupId }, ada)
  expect(JSON.stringify(rsvps)).toContain('Secretive Sam') // control: the organizer sees it
  const elsewhere = await world.event(ada)
  const stranger = world.proven('mallory@people.test', groupId)
  for (const headers of [
    {},
    { cookie: stranger.cookie ?? '' },
    { cookie: world.proven('secret.guest@guests.test', elsewhere.groupId).cookie ?? '' },
    { cookie: (guest.cookie ?? '').replace(/.{4}$/, 'AAAA') },
    { authorization: `Bearer ${ada.token}` },
  ]) {
    const { html, text } = await crawl(world, `/rsvp/${groupId}`, headers as Record<string, string>)
    expect(html).not.toMatch(/Secretive|secret\.guest|guests\.test/)
    expect(text).toContain('Full')
  }
  for (const token of ['', 'nonsense'])
    expect((await crawl(world, `/rsvp/${groupId}?guest=${token}`)).html).not.toMatch(/Secretive|guests\.test/)
  world.clock.advance(2 * 3_600_000 + 1)
  expect((await crawl(world, `/rsvp/${groupId}`, { cookie: guest.cookie ?? '' })).html).not.toMatch(/Secretive|secret\.guest/)
})

test('R81b, R123, R239a a reader whom the request proves finds their own card in the page: nobody else does, nor who says they are somebody else', async () => {
  const { world, ada } = await open()
  const { groupId, eventId } = await world.event(ada)
  const guest = world.proven('sam@guests.test', groupId)
  await world.answer(groupId, guest, ['Speaker'], { name: 'Sam' })
  const mailed = (await world.mails('sam@guests.test'))[0]?.text ?? ''
  const token = /guest=([\w.-]+)/.exec(mailed)?.[1] ?? ''
  const before = JSON.stringify(await everything(world.store))
  const path = `/rsvp/${groupId}?eventId=${eventId}`
  const [byCookie, byLink] = [await crawl(world, path, { cookie: guest.cookie ?? '' }), await crawl(world, `${path}&guest=${token}`)]
  for (const page of [byCookie, byLink]) {
    expect(page.html).toContain('data-state="coming"')
    for (const words of ['Thank You, Sam', 'You’re coming as Speaker', 'Add to calendar', 'Summer school'])
      expect(page.text).toContain(words)
    expect(page.html).not.toContain('name="attending"')
    expect(inlined(page.html)).toMatchObject({
      form: { _id: groupId },
      own: { userEmail: 'sam@guests.test', rsvp: { roles: ['Speaker'] } },
    })
    expect([page.headers.get('cache-control'), page.headers.get('etag')]).toEqual(['private, no-store, no-transform', null])
    expect(page.headers.get('set-cookie')).toBeNull()
  }
  expect(JSON.stringify(await everything(world.store))).toBe(before) // R116
  const aside = (id: string) => ({ cookie: `${guest.cookie}; ${asideCookie(id, world.services.publicUrl)}=1` })
  expect((await crawl(world, path, aside('a'.repeat(24)))).html).toContain('data-state="coming"') // control: another event's
  const other = await crawl(world, path, aside(eventId))
  expect(other.html).toBe((await crawl(world, path)).html)
  expect(withoutTokens(other.html)).not.toMatch(/Sam|guests\.test/)
  expect((await crawl(world, `${path}&guest=${token}`, aside(eventId))).html).toContain('data-state="coming"')
  expect((await crawl(world, path)).html).toContain('data-state="unanswered"')
  expect(withoutTokens((await crawl(world, path)).html)).not.toMatch(/Sam|guests\.test/)
  await world.answer(groupId, guest, [], { attending: false })
  expect((await crawl(world, path, { cookie: guest.cookie ?? '' })).html).toContain('data-state="declined"')
  await world.ok(guestApi.newLink, { groupId, eventId }, guest)
  expect(withoutTokens((await crawl(world, `${path}&guest=${token}`)).html)).not.toMatch(/Sam|guests\.test/)
})

test('R81b R26 R27 members-only and private ones say what their form says, and nothing besides', async () => {
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

test('R81b R32 an unpublished one names nothing, and appears at once when it is published', async () => {
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

test('R81a a page is drawn anew when its form has changed, and told by its ETag while it has not', async () => {
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

test('R81a, R247 whatever page is drawn twice of the same state has one ETag, at any time and by any process, and tells the time beside it', async () => {
  const { world, ada } = await open()
  const other = newApp()
  mountPages(other, world.services, given())
  const groups = ['Bar', 'Door'].map((name) => ({ name, roles: [{ name: 'Helper', max: 2 }] }))
  const { event, groups: made } = await world.ok(eventApi.createWithGroup, { event: world.eventInput(), groups }, ada)
  const paths: Readonly<Record<string, string>> = {
    '/': '/',
    '/pricing': '/pricing',
    '/rsvp/:groupId': `/rsvp/${made[0]?._id}`,
    '/rsvp/event/:eventId': `/rsvp/event/${event._id}`,
  }
  expect([...new Set(other.routes.map(({ path }) => path))].toSorted()).toEqual(Object.keys(paths).toSorted())
  onTestFinished(() => void vi.useRealTimers())
  vi.setSystemTime(world.clock.now())
  const first = await Promise.all(Object.values(paths).map((path) => crawl(world, path)))
  const at = (moment: string | null) => Number(/^now;dur=(\d+)$/.exec(moment ?? '')?.[1])
  expect(first.map(({ headers }) => at(headers.get('server-timing')))).toEqual(first.map(() => world.clock.now()))
  world.clock.advance(600_000)
  vi.setSystemTime(world.clock.now())
  for (const [nth, path] of Object.values(paths).entries()) {
    const etag = first[nth]?.headers.get('etag') ?? ''
    const again = await other.request(path, {}, { requestId: '', route: '', isWhole: false })
    expect([path, again.headers.get('etag'), await again.text()]).toEqual([path, etag, first[nth]?.html])
    const same = await crawl(world, path, { 'if-none-match': etag })
    expect([same.status, at(same.headers.get('server-timing'))]).toEqual([304, world.clock.now()])
  }
})

test('R81d landing page and prices are in their pages, for everybody alike, and may be found', async () => {
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
