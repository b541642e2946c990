// Long: one event with several groups, answered on a phone while another window looks on.
// The one invitation to all groups of an event (R151): picked by day, sent as one answer, live in another window (R152).
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { eventApi } from '#protocol/seats/event.ts'
import { groupApi } from '#protocol/seats/group.ts'
import { button, heading, hydrated } from './acts.ts'
import { focused, openStage, type Person, seen } from './kit.ts'
import { setPlan } from './plans.ts'
import { type Host, inDays, openSeed } from './seed.ts'
import { violationsOf } from './violations.ts'

const stage = openStage()
const { host, call } = openSeed(stage)
const hourMs = 3_600_000
const as = ({ token }: Host) => ({ authorization: `Bearer ${token}` })

const group = (name: string, day: number, from: number, hours: number, roles: { name: string; max: number }[], location = '') => {
  const start = new Date(inDays(day).getTime() + from * hourMs)
  return { name, start: start.toISOString(), end: new Date(start.getTime() + hours * hourMs).toISOString(), location, roles }
}
const guest = [{ name: 'Helper', max: 2 }]
async function fair() {
  const owner = await host()
  await setPlan(stage.server, [owner], 'pro')
  const start = inDays(10).toISOString()
  const end = new Date(Date.parse(start) + 30 * hourMs).toISOString()
  const groups = [
    group('Bar', 10, -2, 2, guest),
    group('Door', 10, -1, 2, guest, 'North gate'),
    group('Stage', 10, 1, 3, [
      { name: 'Sound', max: 1 },
      { name: 'Light', max: 2 },
    ]),
    group('Clean-up', 11, 0, 2, guest),
  ]
  const { body } = await call(
    eventApi.createWithGroup,
    { event: { name: 'Harbour fair', location: 'Old harbour', start, end, timeZone: 'Europe/Berlin', maxGroups: 3 }, groups },
    { ...as(owner), 'idempotency-key': 'fair' },
  )
  const ids = Object.fromEntries(body.groups.map(({ name, _id }) => [name, _id]))
  return { owner, eventId: body.event._id, ids, path: `/rsvp/event/${body.event._id}` }
}

const card = (page: Page, name: string) => page.locator(`[data-group="${name}"]`)
const box = (page: Page, name: string, role = 'Helper') => card(page, name).getByRole('checkbox', { name: role })
const bar = (page: Page) => page.locator('[data-sticks]')
const open = async (person: Person, path: string) => {
  await person.open(path)
  await hydrated(person.page)
}

test('R151 R152 R153a R96a on a phone: picks in several groups, dims what no longer fits, swaps it, sends one answer; another window sees the seats go', async () => {
  const { owner, path, ids, eventId } = await fair()
  const [phone, other] = [await stage.newPerson({ width: 390, height: 844 }), await stage.newPerson({ width: 1440, height: 900 })]
  await open(phone, path)
  await open(other, path)
  const { page } = phone
  await seen(heading(page, 'Harbour fair'))
  expect(await page.locator('[data-group]').evaluateAll((all) => all.map((one) => one.getAttribute('data-group')))).toEqual([
    'Bar',
    'Door',
    'Stage',
    'Clean-up',
  ])
  await seen(card(page, 'Door').getByText('North gate'))
  // R124, R124f: the first act is in the first screen, and once something is picked, so is who answers.
  const inSight = (what: Locator) => what.evaluate((one) => one.getBoundingClientRect().bottom <= innerHeight && one.checkVisibility())
  for (const what of [button(page, 'I’m coming'), button(page, 'I can’t make it')]) expect(await inSight(what)).toBe(true)
  await phone.shoot('several-390')
  await other.shoot('several-1440')
  expect(await violationsOf(page)).toEqual([])

  // What overlaps is dimmed at its place and says why; in one press it is taken instead.
  await box(page, 'Bar').check()
  await seen(card(page, 'Door').getByText(/^Overlaps Bar, /))
  expect(await box(page, 'Door').getAttribute('aria-disabled')).toBe('true')
  await seen(bar(page).getByText('1 shift, 2 hours'))
  await button(page, 'Take this instead of Bar').click()
  await seen(card(page, 'Bar').getByText(/^Overlaps Door, /))
  await expect.poll(() => box(page, 'Door').isChecked()).toBe(true)
  await box(page, 'Clean-up').check()
  await box(page, 'Stage', 'Light').check()
  await seen(bar(page).getByText('3 shifts, 7 hours'))
  for (const what of [bar(page).getByLabel('Email'), bar(page).getByLabel('Name'), button(page, 'Verify your email')])
    expect(await inSight(what)).toBe(true)
  await phone.shoot('several-picked-390')
  expect(await violationsOf(page)).toEqual([])

  // The proof sends it.
  await page.getByLabel('Email').fill('ines@guests.test')
  await page.getByLabel('Name').fill('Ines')
  await button(page, 'Verify your email').click()
  await page.getByLabel('Verification code').fill(await stage.mailbox.code('ines@guests.test'))
  await seen(heading(page, 'You’re coming: 3 shifts, 7 hours'))
  await seen(card(other.page, 'Door').getByText('1 of 2 left'))
  await seen(card(other.page, 'Stage').getByText('1 of 2 left'))
  await seen(page.getByRole('list', { name: 'Your shifts' }).getByText('You’re coming as Light'))
  await phone.shoot('several-answered-390')
  expect(await violationsOf(page)).toEqual([])

  // One's own answer is there after a reload, and in each group's own page, by the one proof.
  await page.reload()
  await seen(heading(page, 'You’re coming: 3 shifts, 7 hours'))
  const own = await phone.openAnother(`/rsvp/${ids.Stage}?eventId=${eventId}`)
  await seen(heading(own, 'You’re coming as Light'))

  // A group that is called off while one answers keeps the rest.
  await hydrated(page)
  await box(page, 'Clean-up').uncheck()
  await box(page, 'Stage', 'Sound').check()
  await seen(bar(page).getByText('gives back Clean-up'))
  await call(groupApi.remove, { id: ids['Clean-up'] ?? '' }, as(owner))
  await seen(card(page, 'Clean-up').getByText('Called off'))
  await button(page, 'Send').click()
  await seen(heading(page, 'You’re coming: 2 shifts, 5 hours'))
  await seen(card(other.page, 'Stage').getByText('Full'))

  // The calendar follows all of it by one address.
  await phone.open(`${path}?open=calendar`)
  const dialog = page.getByRole('dialog')
  const address = await dialog.getByLabel('Or add this address as a subscription').inputValue()
  expect(await dialog.getByRole('link', { name: 'Open in my calendar' }).getAttribute('href')).toBe(address.replace('http:', 'webcal:'))
  const feed = async () => ((await (await fetch(address)).text()).match(/SUMMARY:.*/g) ?? []).map((line) => line.trim())
  expect(await feed()).toEqual(['SUMMARY:Harbour fair: Door', 'SUMMARY:Harbour fair: Stage'])
  await phone.shoot('several-calendar-390')
  expect(await violationsOf(page)).toEqual([])
  await page.keyboard.press('Escape')

  // Erased in all groups at once.
  await page.getByText('Your data').click()
  await button(page, 'Erase my data').click()
  await phone.shoot('several-erase-390')
  await button(page, 'Erase my data').last().click()
  await seen(button(page, 'I’m coming'))
  await seen(card(other.page, 'Door').getByText('2 of 2 left'))
  await seen(card(other.page, 'Stage').getByText('2 of 2 left'))
  expect((await fetch(address)).status).toBe(404)
})

test('R151 R141a R148 on a phone: a question and a waitlist in one answer for three groups; a closed group says since when, and the bar how many to pick', async () => {
  const owner = await host()
  await setPlan(stage.server, [owner], 'pro')
  const question = { kind: 'choice' as const, of: 'yes' as const, help: '', audience: 'organizers' as const, isSensitive: false }
  const options = [
    { _id: 's', label: 'Small' },
    { _id: 'l', label: 'Large' },
  ]
  const shirt = [{ ...question, _id: 'shirt', label: 'Which shirt?', required: true, options }]
  const groups = [
    { ...group('Bar', 10, -2, 2, [{ name: 'Helper', max: 1 }]), waitlist: true },
    { ...group('Door', 10, 1, 2, guest), questions: shirt },
    group('Stage', 10, 4, 2, guest),
    { ...group('Crew', 11, 0, 2, guest), closesAt: inDays(-2).toISOString() },
  ]
  const start = inDays(10).toISOString()
  const end = new Date(Date.parse(start) + 30 * hourMs).toISOString()
  const { body } = await call(
    eventApi.createWithGroup,
    { event: { name: 'Quay fair', start, end, timeZone: 'Europe/Berlin', minGroups: 2 }, groups },
    { ...as(owner), 'idempotency-key': 'quay' },
  )
  const path = `/rsvp/event/${body.event._id}`
  // Without a script it is said where something is asked. A machine that is busy sends the page undrawn.
  await expect.poll(async () => (await fetch(stage.server.url + path)).text()).toContain('asks a few questions here.')
  const plain = await stage.browser.newContext({ baseURL: stage.server.url, javaScriptEnabled: false })
  const read = await plain.newPage()
  await read.goto(path)
  await seen(card(read, 'Door').getByText('asks a few questions here.'))
  await plain.close()
  const first = await stage.newPerson({ width: 390, height: 844 })
  await open(first, path)
  await box(first.page, 'Bar').check()
  await seen(bar(first.page).getByText('Please choose seats in 2 or more groups'))
  await first.page.getByLabel('Email').fill('zoe@guests.test')
  await first.page.getByLabel('Name').fill('Zoe')
  await button(first.page, 'Verify your email').click()
  await first.page.getByLabel('Verification code').fill(await stage.mailbox.code('zoe@guests.test'))
  await seen(heading(first.page, 'You’re coming: 1 shift, 2 hours'))
  await seen(bar(first.page).getByText('Please choose seats in 2 or more groups'))

  // A closed group is dimmed at its place, with the time since when.
  const phone = await stage.newPerson({ width: 390, height: 844 })
  await open(phone, path)
  const { page } = phone
  await seen(card(page, 'Crew').getByText(/^Answers closed on /))
  expect(await box(page, 'Crew').getAttribute('aria-disabled')).toBe('true')
  await seen(page.getByText('Choose seats in 2 or more groups.'))

  // The waitlist of one group, a seat with a question in another, a seat in a third.
  await card(page, 'Bar').getByRole('button', { name: 'Join the waitlist' }).click()
  await box(page, 'Door').check()
  await box(page, 'Stage').check()
  await seen(card(page, 'Door').getByText('Which shirt?'))
  await seen(card(page, 'Door').getByRole('heading', { name: 'A few questions' }))
  await phone.shoot('several-questions-390')
  expect(await violationsOf(page)).toEqual([])
  await page.getByLabel('Email').fill('iris@guests.test')
  await page.getByLabel('Name').fill('Iris')
  await button(page, 'Verify your email').click()
  await page.getByLabel('Verification code').fill(await stage.mailbox.code('iris@guests.test'))
  // What is still open holds the whole answer back, and leads to it; nothing of it was sent.
  await seen(bar(page).getByText('Please answer what is asked there'))
  expect(await first.page.getByText('You’re number').count()).toBe(0)
  await focused(card(page, 'Door').getByRole('radio').first())
  await card(page, 'Door').getByRole('radio', { name: 'Large' }).check()
  await button(page, 'Send').click()
  await seen(heading(page, 'You’re coming: 2 shifts, 4 hours'))
  const mine = page.getByRole('list', { name: 'Your shifts' })
  await seen(mine.getByText(/number 1 in line for Helper/))
  await seen(mine.getByText('You’re coming as Helper').first())
  await phone.shoot('several-waiting-390')
  expect(await violationsOf(page)).toEqual([])

  // Zoe gives hers back: the seat comes to who waits, live.
  await box(first.page, 'Bar').uncheck()
  await button(first.page, 'Send').click()
  await seen(heading(page, 'You’re coming: 3 shifts, 6 hours'))
})
