// Long: every link of every email is opened in a browser of its own.
// A mail scanner that runs scripts opens every link the product mails, in a real browser: nothing changes but that a session by link begins.
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { messageApi } from '#protocol/mail/message.ts'
import { checkoutApi } from '#protocol/money/checkout.ts'
import { accessApi } from '#protocol/people/access.ts'
import { memberApi } from '#protocol/people/member.ts'
import { orgApi } from '#protocol/people/org.ts'
import { teamApi } from '#protocol/people/team.ts'
import { assignApi } from '#protocol/seats/assign.ts'
import { companionApi } from '#protocol/seats/claims/claim.ts'
import { eventApi } from '#protocol/seats/event.ts'
import { groupApi } from '#protocol/seats/group.ts'
import { guestApi } from '#protocol/seats/guest.ts'
import { handoverApi } from '#protocol/seats/handover.ts'
import { pendingApi } from '#protocol/seats/pending.ts'
import { rsvpApi } from '#protocol/seats/rsvp.ts'
import { sampleEmails } from '#server/app/dev/samples.ts'
import { createHttpServer } from '#server/edge/http/listener.ts'
import { newApp } from '#server/edge/http/mount.ts'
import { serveClient } from '#server/edge/http/static.ts'
import type { Store } from '#server/kernel/store/store.ts'
import { readOutbox } from '#server/mail/delivery/recent-emails.ts'
import { takePaymentEvent } from '#server/money/plan/actions.ts'
import { storeWith } from '../kit/faults/store-with.ts'
import { listening } from '../kit/process/listening.ts'
import { day, hour } from '../kit/world/clock.ts'
import { timeoutMs } from '../kit/world/pace.ts'
import { openWorld, type World } from '../kit/world/world.ts'
import { openBrowser } from './kit.ts'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

/** The product in memory with its built client, and which collections were written to. */
async function openWatched() {
  const written: string[] = []
  const wrap = (store: Store) =>
    storeWith(store, {
      commit: (writes) => {
        written.push(...writes.map(({ collection }) => collection.name))
        return store.commit(writes)
      },
    })
  const world = await openWorld({ wrap })
  const front = newApp()
  front.all('/api/*', (c) => world.app.fetch(c.req.raw, c.env))
  front.notFound(serveClient(front, 'dist/client'))
  return { world, written, url: await listening(createHttpServer(front)) }
}

/** What somebody paid once for a group goes back, which ends its upgrade (R236). */
async function refund(world: World, as: { readonly token: string; readonly userId: string }) {
  const { groupId } = await world.ok(groupApi.create, {}, as)
  const { sessionId } = await world.ok(checkoutApi.group, { groupId }, as)
  await world.sandbox.pay(sessionId)
  await world.sandbox.deliver()
  const reversal = { chargeId: 'ch', state: 'refunded', amount: 900, userId: as.userId, groupId, checkoutId: sessionId } as const
  const payments = {
    ...world.services.payments,
    readEvent: () => ({ id: 'evt', checkoutId: null, subscriptionId: null, chargeId: 'ch' }),
    readReversal: async () => reversal,
  }
  await takePaymentEvent({ ...world.services, payments }, '', '')
}

/** Everyone is emailed whatever the product emails with a link in it. */
async function mailEverything(world: World) {
  const olga = await world.person('olga', 'team')
  const { orgId } = await world.ok(orgApi.create, { organization: { name: 'Choir' }, owner: { email: olga.email } }, olga)
  await world.ok(orgApi.addBulk, { members: [{ name: 'Mia', email: 'mia@people.test' }] }, olga)
  const { eventId: id, groupId } = await world.event(olga, undefined, {}, { ownerOrgId: orgId })
  await world.ok(assignApi.assign, { id, groupId, name: 'Mia', email: 'mia@people.test', roleName: 'Guest' }, olga)
  const mia = await world.person('mia')
  await world.ok(memberApi.answer, { id: orgId, accept: true }, mia)
  await world.ok(assignApi.grant, { id, groupId, userId: mia.userId }, olga)
  await refund(world, mia)
  const open = await world.event(olga, undefined, {}, { assignmentRules: { enableRoleSelfSelect: true } })
  const guest = world.proven('guest@guests.test', open.groupId)
  await world.answer(open.groupId, guest, ['Guest'])
  await world.ok(handoverApi.begin, { groupId: open.groupId, name: 'Bo', email: 'bo@guests.test' }, guest)
  const fair = await world.event(olga, undefined, { maxCompanions: 1 }, { assignmentRules: { enableRoleSelfSelect: true } })
  const along = world.proven('along@guests.test', fair.groupId)
  const { body } = await world.answer(fair.groupId, along, ['Guest'], { companions: [{ name: 'Lee' }] })
  const companionId = String(body.rsvp.companions[0]._id)
  await world.ok(companionApi.link, { groupId: fair.groupId, companionId, email: 'lee@guests.test' }, along)
  const more = await world.ok(eventApi.addGroup, { id: fair.eventId, group: { name: 'Second', roles: [{ name: 'Guest', max: 3 }] } }, olga)
  const both = [fair.groupId, more.groupId].map((one) => ({ groupId: one, attending: true, roles: [] }))
  await world.ok(rsvpApi.submit, { eventId: fair.eventId, name: 'Al', email: 'along@guests.test', groups: both }, along)
  await world.ok(teamApi.add, { id: open.eventId, email: 'helper@people.test', role: 'viewer' }, olga)
  await world.ok(messageApi.test, { id: open.groupId, subject: 'Hello', text: 'Hello' }, olga)
  // The organizers' morning, and a while in which their news are gathered.
  for (const ms of [day, 2 * hour]) {
    world.clock.advance(ms)
    await world.runJobs()
  }
  await world.ok(accessApi.requestLink, { email: olga.email })
  await world.ok(accessApi.requestPasswordReset, { email: olga.email })
  await world.ok(accessApi.signUp, { email: olga.email, password: 'a stranger’s own' })
  await world.ok(accessApi.signUp, { email: 'newt@people.test', password: 'password of newt' })
  await world.event({}, undefined, {}, { organizerEmail: 'nora@people.test' })
  await world.ok(guestApi.links, { email: 'guest@guests.test' })
  await world.ok(rsvpApi.sendCode, { email: 'guest@guests.test', groupId: open.groupId })
  return { id, groupId }
}
const linksIn = (text: string) => [...text.matchAll(/http:\/\/rolecall\.test(\/\S*)/g)].map(([, path = '']) => path)
/** Where a session by link leads. */
const inside = /\/(dashboard|publish\?event=[0-9a-f]{24})$/
const kindOf = (path: string) => (path.split('?')[0] ?? '').replace(/[0-9a-f]{24}/g, ':id')

test('R116, R115 opening every link that is mailed changes nothing in the store, but that a session by link begins', async () => {
  const { world, written, url } = await openWatched()
  const { id, groupId } = await mailEverything(world)
  const letters = await readOutbox(world.services, undefined, 1_000)
  const samples = Object.values(sampleEmails('http://rolecall.test')).flatMap(({ message }) =>
    linksIn(JSON.stringify(message).replaceAll('"', ' ')),
  )
  const paths = new Set([...letters.flatMap(({ text }) => linksIn(text)), `/group/${groupId}`, `/event/${id}`, `/og/${groupId}.png`])
  // A new kind of link has to be mailed here too.
  const opened = new Set([...paths].map(kindOf))
  expect([...new Set(samples.map(kindOf))].filter((kind) => !opened.has(kind))).toEqual([])
  for (const path of paths) {
    written.length = 0
    const scanner = await browser.newContext()
    const page = await scanner.newPage()
    await page.goto(url + path, { waitUntil: 'load' })
    await page.waitForTimeout(1_000) // whatever the page asks for by itself
    const isSession = kindOf(path) === '/token'
    if (isSession) await page.waitForURL(inside, { timeout: timeoutMs }).catch(() => undefined)
    const changed = [...new Set(written)].filter((name) => !(isSession && ['tokens', 'users', 'accountWords'].includes(name)))
    expect([kindOf(path), changed]).toEqual([kindOf(path), []])
    const isIn = inside.test(page.url())
    expect([path, isIn || !isSession]).toEqual([path, true])
    await scanner.close()
  }
})

test('R116 control: what the buttons of those pages do is seen', async () => {
  const { world, written, url } = await openWatched()
  await mailEverything(world)
  const page = await (await browser.newContext()).newPage()
  await page.goto(`${url}${linksIn((await world.mails('nora@people.test'))[0]?.text ?? '')[0]}`)
  await page.waitForURL('**/publish?event=*')
  written.length = 0
  await page.getByRole('button', { name: 'Publish Summer school' }).click()
  await page.waitForURL('**/event/*')
  expect([...new Set(written)].sort()).toEqual(['activities', 'events', 'groups', 'shortLinks', 'users'])
  expect((await world.no(pendingApi.list, {}))[1]).toBe('sign-in-needed')
})
