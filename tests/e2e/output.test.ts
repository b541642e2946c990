// Long: forty texts in every field of every page and email, in a browser.
// Forty texts that want to be more than text, in every field, on every page that shows them, and in every email: in Chromium nothing comes of them.

import { createServer } from 'node:http'
import { text as readText } from 'node:stream/consumers'
import type { Page } from 'playwright-core'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { type PagePath, pagePaths } from '#protocol/kernel/pages.ts'
import { partsOfPlace } from '#protocol/kernel/place/links.ts'
import { foreignAddresses, foreignHost, formulas, formulasIn, payloads } from '../kit/hostile/markup.ts'
import { listening } from '../kit/process/listening.ts'
import { longer, timeoutMs } from '../kit/world/pace.ts'
import { button, changeAnswer, heading, ownCard, sendButton } from './acts.ts'
import { gone, openStage, type Person, seen, toastSays } from './kit.ts'
import { type Seeded, seedTexts } from './output-seed.ts'
import { type Damage, lookInto, undirected, watchDamage } from './output-watch.ts'
import { type Host, openSeed } from './seed.ts'
import { startServer } from './server.ts'

const operatorEmail = 'operator@hosts.test'
const stage = openStage(() => startServer({ ADMIN_EMAILS: operatorEmail }))
const texts = payloads.map(({ text }) => text)
const none: Damage = { ran: [], dialogs: [], foreign: [], stopped: [] }
let world: Awaited<ReturnType<typeof seedTexts>> & { operator: Host }

beforeAll(async () => {
  const operator = await openSeed(stage).host('operator', operatorEmail.replace(/@.*/, ''))
  world = { ...(await seedTexts(stage, texts, formulas)), operator }
})

/** Where what people typed is shown without a direction of its own. */
const astray = new Set<string>()
async function noteAstray(page: Page, text: string) {
  const path = new URL(page.url()).pathname.replace(/[0-9a-f]{24}/g, ':id')
  for (const box of await undirected(page, text)) astray.add(`${path} ${box.replaceAll(text, '…')}`)
}
const plain = (text: string) => text.replace(/\s+/g, ' ').trim()
const timesIn = (all: string, text: string) => plain(all).split(plain(text)).length - 1

const isMissingIn = (all: string) => (text: string) => timesIn(all, text) === 0

/** Waits until a page shows a text so many times, and finds nothing on it but text. */
async function shows(page: Page, text: string, times: number) {
  const until = Date.now() + timeoutMs
  let found = await lookInto(page)
  while (timesIn(found.text, text) < times && Date.now() < until) {
    await page.waitForTimeout(15)
    found = await lookInto(page)
  }
  await noteAstray(page, text)
  expect([new URL(page.url()).pathname, text, Math.min(times, timesIn(found.text, text)), found.odd]).toEqual([
    new URL(page.url()).pathname,
    text,
    times,
    [],
  ])
}
/** Goes to another page as a click on a link does. */
const go = (page: Page, path: string) => page.evaluate((to) => history.pushState(null, '', to), path)

async function watched(token?: string): Promise<Person & { damage: Damage }> {
  const person = await stage.newPerson(token === undefined ? {} : { token })
  return { ...person, damage: await watchDamage(person.context, stage.server.url) }
}

test('S14 each of the forty was put into every field that takes it', () => {
  expect([texts.length, world.open]).toEqual([40, []])
})

test('S13 S14 nothing runs on the pages of events, groups and organizations', async () => {
  const half = (of: number) => world.seeded.map((one, n) => [one, texts[n] ?? ''] as const).filter((_, n) => n % 2 === of)
  const visit = async (some: (readonly [Seeded, string])[]) => {
    const { page, open, damage } = await watched(world.admin.token)
    await open('/dashboard')
    for (const [{ eventId, groupId, orgId }, text] of some) {
      const many = text.includes('\n') ? 1 : 3
      for (const [path, times] of [
        [`/event/${eventId}`, many],
        [`/event/${eventId}/edit`, many > 1 ? 2 : 1],
        [`/group/${groupId}`, many],
        [`/group/${groupId}?tab=answers`, many],
        [`/group/${groupId}?tab=waiting`, 1],
        [`/group/${groupId}?tab=settings`, 1],
        [`/group/${groupId}/edit`, many],
        [`/dashboard?view=members&org=${orgId}`, many > 1 ? 2 : 0],
      ] as const) {
        await go(page, path)
        await shows(page, text, times)
      }
    }
    return damage
  }
  expect(await Promise.all([visit(half(0)), visit(half(1))])).toEqual([none, none])
})

test('S13 S14 nothing runs on the dashboard, the lists and the forms that name them all, nor in rows that were pasted', async () => {
  const { page, open, damage } = await watched(world.admin.token)
  const lines = texts.filter((text) => !text.includes('\n'))
  const showAll = async (some: readonly string[]) => {
    await expect.poll(async () => some.filter(isMissingIn((await lookInto(page)).text))).toEqual([])
    expect((await lookInto(page)).odd).toEqual([])
    for (const text of some.slice(0, 5)) await noteAstray(page, text)
  }
  await open('/dashboard')
  // The button goes with the last page, perhaps while it is aimed at: the next look tells.
  const showMore = () =>
    page
      .getByRole('button', { name: /more/i })
      .click({ timeout: 500 })
      .catch(() => undefined)
  await expect.poll(() => showMore().then(async () => lines.filter(isMissingIn((await lookInto(page)).text)))).toEqual([])
  await showAll(lines)
  await go(page, '/dashboard?view=groups')
  await showAll(lines)
  await go(page, `/event/${world.assigned.eventId}?tab=answers`)
  await showAll(world.short)
  for (const path of ['/member-setup', '/create', '/createGroup', '/org-setup', '/profile', '/pricing']) {
    await open(path)
    await seen(heading(page, /./))
    expect((await lookInto(page)).odd).toEqual([])
  }
  await open('/member-setup')
  await page.getByLabel('Existing organization').selectOption({ label: 'Ours' })
  // Of a list some of these are no names; each can be typed into its row all the same.
  const rows = lines.map((_, n) => `Guest ${n},pasted${n}@members.test`)
  await page.getByLabel('Lines of name,email').fill(rows.join('\n'))
  await button(page, 'Add lines to list').click()
  for (const [n, text] of lines.entries()) await page.getByLabel(`Name ${n + 1}`, { exact: true }).fill(text)
  await showAll(lines)
  await button(page, 'Add Members').click()
  await toastSays(page, 'people invited')
  await showAll(lines)
  expect(damage).toEqual(none)
})

test('S13 S14 nothing runs on the card of an invitee and on the form under it, nor once it is sent', async () => {
  const person = await watched()
  const { page, context, open, damage } = person
  const cookies = world.seeded.map(({ cookie }) => cookie.split('='))
  await context.addCookies(cookies.map(([name = '', ...value]) => ({ name, value: value.join('='), url: stage.server.url })))
  await open('/user-guide')
  for (const [n, { invitation }] of world.seeded.entries()) {
    const text = texts[n] ?? ''
    const many = !text.includes('\n')
    await go(page, invitation)
    const name = many ? text : `Plain ${n}`
    const cardShows = () => shows(page, name, 3)
    await seen(ownCard(page, 'handing-over'))
    await shows(page, text, many ? 3 : 1)
    await cardShows()
    const onCard = timesIn((await lookInto(page)).text, name)
    await changeAnswer(person)
    await seen(heading(page, 'Your answer'))
    await shows(page, name, onCard + 3) // their name, the role and the note
    await sendButton(page).click()
    await gone(heading(page, 'Your answer'))
    await cardShows()
  }
  expect(damage).toEqual(none)
})

interface Mail {
  subject: string
  html: string
}
const mailsTo = async (to: string): Promise<Mail[]> => {
  const { messages } = (await (await fetch(`${stage.server.url}/api/dev/outbox?to=${to}`)).json()) as { messages: Mail[] }
  return messages
}

test('S13 M4 nothing runs in an email, opened without any content policy, nor in the outbox and the preview', async () => {
  const { page, open, damage } = await watched()
  let opened = 0
  for (const [n, { guest, owner }] of world.seeded.entries()) {
    const text = texts[n] ?? ''
    const everyone = [guest, owner.email, `a${n}@members.test`, `first${n}@guests.test`, `second${n}@guests.test`]
    const mails = (await Promise.all(everyone.map(mailsTo))).flat()
    await page.setContent(mails.map(({ html }) => html).join('\n'))
    const { odd, text: all } = await lookInto(page)
    opened += mails.length
    expect([
      text,
      // R255: the web address in a place is its link.
      odd.filter((tag) => !tag.includes(`href="${stage.server.url}/`) && !tag.includes(`href="${partsOfPlace(text).link || text}"`)),
      timesIn(all, text) >= (text.includes('\n') ? 0 : 4),
    ]).toEqual([text, [], true])
    await open(`/dev/outbox?to=${guest}`)
    await shows(page, text, text.includes('\n') ? 0 : 2)
  }
  expect(opened).toBeGreaterThan(200)
  for (const path of ['/dev/outbox', `/dev/outbox?to=${world.admin.email}`]) {
    await open(path)
    expect((await lookInto(page)).odd).toEqual([])
  }
  await open('/dev/emails')
  expect(damage).toEqual(none)
})

/** Pages of the table that show nothing of what somebody typed. */
const plainPages: readonly PagePath[] = [
  ...(['/', '/access', '/login', '/signup', '/logout', '/request-token', '/token', '/forgot-password', '/reset-password'] as const),
  ...(['/verify-email', '/prove-email', '/publish', '/my-answers', '/p', '/create', '/createGroup', '/org-setup'] as const),
  ...(['/pricing', '/payment', '/payment/:groupId', '/subscription/success', '/user-guide', '/privacy', '/terms', '/help'] as const),
]
/** What more of a page is behind its tabs and views. */
const views: Partial<Record<PagePath, readonly string[]>> = {
  '/event/:eventId': ['', '?groups=matrix', '?groups=people', '?tab=answers', '?tab=waiting', '?tab=activity'],
  '/group/:groupId': ['', '?tab=answers', '?tab=waiting', '?tab=activity', '?tab=settings'],
  '/dashboard': ['', '?view=groups', '?view=members'],
}

async function findPerson(page: Page, email: string) {
  await page.getByRole('tab', { name: 'People' }).click()
  await page.getByLabel('Find people by').fill(email)
  await page.getByLabel('Find people by').press('Enter')
  await seen(page.getByText(email))
}

/** The link to this page in an email to them. */
async function linkTo(path: PagePath, email: string) {
  const links = (await stage.mailbox.all(email)).flatMap(({ text }) => text.match(/https?:\/\/\S+/g) ?? [])
  return links.find((link) => new URL(link).pathname === path) ?? `no link to ${path} came to ${email}`
}
const linksOf = async ({ several }: Seeded, nth: number): Promise<Partial<Record<PagePath, string>>> => ({
  '/hand-over': await linkTo('/hand-over', `named${nth}@guests.test`),
  '/companion': several.companionLink,
  '/unsubscribe': await linkTo('/unsubscribe', `invited${nth}@guests.test`),
  '/invitation': await linkTo('/invitation', `a${nth}@members.test`),
  '/team': await linkTo('/team', `helper${nth}@members.test`),
})

test('S14 every page of the table that shows what people typed was looked at', longer, async () => {
  const nth = texts.findIndex((text) => text.startsWith('<details'))
  const [text, seeded] = [texts[nth], world.seeded[nth]]
  if (text === undefined || !seeded) throw new Error('Nothing is there')
  const { owner, several } = seeded
  const links = await linksOf(seeded, nth)
  const [own, guest, operator] = [await watched(owner.token), await watched(), await watched(world.operator.token)]
  const cookies = [seeded, several].flatMap(({ cookie }) => cookie.split('; ')).map((one) => one.split('='))
  await guest.context.addCookies(cookies.map(([name = '', ...value]) => ({ name, value: value.join('='), url: stage.server.url })))
  const addressesOf = (path: PagePath) =>
    [seeded, several].flatMap(({ eventId, groupId }) =>
      (views[path] ?? ['']).map((view) => links[path] ?? path.replace(':eventId', eventId).replace(':groupId', groupId) + view),
    )
  const unseen: string[] = []
  for (const path of pagePaths.filter((one) => !plainPages.includes(one))) {
    const isGuests = path in links || path.startsWith('/rsvp/')
    const { open, page } = path === '/admin' ? operator : isGuests ? guest : own
    let times = 0
    for (const address of new Set(addressesOf(path))) {
      await open(address)
      if (path === '/admin') await findPerson(page, owner.email)
      await page.waitForLoadState('networkidle')
      await noteAstray(page, text)
      times += timesIn((await lookInto(page)).text, text)
    }
    if (times === 0) unseen.push(path)
  }
  expect(unseen).toEqual([])
})

test('S14 wherever a page shows what people typed, it is read in its own direction', () => {
  const kinds = new Set([...astray].map((where) => where.replace(/ (?:id|for|aria-\w+|href|title|src)="[^"]*"/g, '')))
  expect([...kinds]).toEqual([])
})

test('S14 the exported file holds every name and no formula', async () => {
  const { page, open } = await watched(world.admin.token)
  await open(`/group/${world.assigned.groupId}?tab=answers`)
  const download = page.waitForEvent('download')
  await button(page, 'Export').click()
  await page.getByRole('menuitem', { name: 'CSV', exact: true }).click()
  const csv = await readText(await (await download).createReadStream())
  const rows = csv.split('\r\n').slice(1)
  expect(rows.length).toBe(2 * world.short.length + formulas.length)
  expect(formulasIn(csv)).toEqual([])
})

test('S3 no address that somebody is to be sent to after a login leads to another host', async () => {
  const { page, open, damage } = await watched(world.admin.token)
  await open('/dashboard')
  for (const to of foreignAddresses) {
    await go(page, `/login?from=${encodeURIComponent(to)}`)
    await expect.poll(() => new URL(page.url()).pathname, { timeout: timeoutMs, interval: 10 }).not.toBe('/login')
    expect(page.url().startsWith(`${stage.server.url}/`)).toBe(true)
    await go(page, '/dashboard')
    await seen(heading(page, /Dashboard/))
  }
  expect(damage).toEqual(none)
})

/** A server of the test's own, which shows whatever it is told and has no content policy. */
async function openNaive() {
  const shown = { page: '' }
  const server = createServer((_, answer) => {
    answer.setHeader('content-type', 'text/html; charset=utf-8')
    answer.end(`<!doctype html>${shown.page}`)
  })
  return { shown, url: `${await listening(server)}/` }
}

test('S13 S3 control: without escaping and without a policy the scripts run, the other host is asked, and the login leads there', async () => {
  const { shown, url } = await openNaive()
  const context = await stage.browser.newContext()
  onTestFinished(() => context.close())
  const damage = await watchDamage(context, url)
  const page = await context.newPage()
  const odd: string[] = []
  const open = (path = '') => page.goto(url + path, { waitUntil: 'commit' }).catch(() => undefined)
  const isHarmed = (n: number) => damage.ran.includes(n) || damage.foreign.some((to) => to.endsWith(`/${n}`))
  for (const [n, { text, harm, unguarded }] of payloads.entries()) {
    if (harm === 'header') continue
    shown.page = unguarded
    await open()
    await expect.poll(() => isHarmed(n) || text, { timeout: timeoutMs, interval: 10 }).toBe(true)
    odd.push(...(await lookInto(page).catch(() => ({ odd: [] }))).odd.slice(0, 1))
  }
  expect(odd.length).toBeGreaterThanOrEqual(20)
  expect([new Set(damage.ran).size, new Set(damage.foreign.filter((to) => to.includes(foreignHost))).size]).toEqual([35, 3])
  shown.page = '<script>location = new URLSearchParams(location.search).get("from")</script>'
  const elsewhere = foreignAddresses.filter((to) => URL.canParse(to, url) && new URL(to, url).host === foreignHost)
  expect(elsewhere.length).toBeGreaterThanOrEqual(10)
  for (const to of elsewhere) {
    damage.foreign.length = 0
    await open(`?from=${encodeURIComponent(to)}`)
    await expect.poll(() => damage.foreign.length > 0 || to, { timeout: timeoutMs, interval: 10 }).toBe(true)
  }
})
