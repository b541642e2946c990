// Long: the board of a full event on two screens, looked at in five, and its names edited where they stand.
// The board as a control room (R130): what its first screen holds, "What to do now" as others act, names edited in place, bars and toasts out of the way.
import type { Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { groupApi } from '#protocol/seats/group.ts'
import { rsvpApi } from '#protocol/seats/rsvp.ts'
import { waitlistApi } from '#protocol/seats/waitlist.ts'
import { fromOwnPage } from '../kit/world/own-page.ts'
import { button, heading } from './acts.ts'
import { focused, gone, openStage, screens, seen } from './kit.ts'
import { type Host, openSeed } from './seed.ts'
import { violationsOf } from './violations.ts'

const stage = openStage()
const { host, event, answer, call, prove } = openSeed(stage)
const hourMs = 3_600_000
const bearer = ({ token }: Host) => ({ authorization: `Bearer ${token}` })

/** Something of everything: a role below its minimum, a full one that one waits for and another is offered. */
async function busyEvent() {
  const olivia = await host()
  const start = new Date(Date.now() + 20 * hourMs).toISOString()
  const end = new Date(Date.parse(start) + 2 * hourMs).toISOString()
  const held = await event(
    olivia,
    [
      { name: 'Speaker', max: 4, min: 3 },
      { name: 'Host', max: 1 },
      { name: 'Guest', max: 20 },
    ],
    { name: 'Autumn gathering of the neighborhood library', start, end, location: 'Main Hall', description: 'Soup, talks, music.' },
  )
  const ann = await answer(held, 'Ann Archer', ['Host'])
  await answer(held, 'Cleo Cole', ['Guest'])
  const { groupId, eventId } = held
  const [ben] = [await wait('Ben Booth'), await wait('Bo Bell')]
  // Within the cut-off a freed seat is offered.
  await answer(held, 'Ann Archer', null, { proof: ann })
  return { olivia, held, ben }

  async function wait(name: string) {
    const email = `${name.split(' ')[0]?.toLowerCase()}@guests.test`
    const proof = await prove(held, email)
    await call(rsvpApi.submit, { groupId, eventId, name, email, attending: true, roles: [], waitFor: ['Host'] }, fromOwnPage(proof))
    return proof
  }
}

let busy: Awaited<ReturnType<typeof busyEvent>>
beforeAll(async () => {
  busy = await busyEvent()
})
const todo = (page: Page) => page.getByRole('region', { name: 'What to do now' })
const lines = (page: Page) => todo(page).getByRole('listitem')

/** Whether all of it lies within the first screen. */
async function isInFirstScreen(page: Page, what: Locator, height: number) {
  await seen(what)
  const { y = -1, height: own = 0 } = (await what.first().boundingBox()) ?? {}
  expect([await page.evaluate(() => scrollY), y >= 0, y + own <= height]).toEqual([0, true, true])
}

describe.each([
  [390, 844],
  [1280, 900],
])('R130 the first screen of %i x %i', (width, height) => {
  test.each(['event', 'group'] as const)('holds title, counts, what to do and the tabs, on the page of the %s', async (kind) => {
    const { page, open, shoot } = await stage.newPerson({ token: busy.olivia.token, width, height })
    await open(kind === 'event' ? `/event/${busy.held.eventId}` : `/group/${busy.held.groupId}`)
    await seen(lines(page))
    for (const part of [
      page.getByRole('heading', { level: 1 }),
      page.locator('dl[aria-label=Answers]'),
      todo(page),
      page.getByRole('tablist'),
    ])
      await isInFirstScreen(page, part, height)
    expect(await lines(page).count()).toBe(3)
    expect(await page.locator('[data-cover]').filter({ visible: true }).count()).toBe(width === 390 ? 0 : 1)
    await shoot(`board-${kind}-${width}`)
  })

  test('holds the tabs under the whole cover too, while nobody has answered, and the cover goes with the first answer', async () => {
    const olivia = await host()
    const held = await event(olivia, [{ name: 'Guest', max: 9 }])
    const { page, open, shoot } = await stage.newPerson({ token: olivia.token, width, height })
    await open(`/event/${held.eventId}`)
    const whole = page.locator('[data-cover].h-44')
    await isInFirstScreen(page, whole, height)
    await isInFirstScreen(page, page.getByRole('tablist'), height)
    expect(await todo(page).count()).toBe(0)
    await shoot(`board-empty-${width}`)
    await answer(held, 'First', ['Guest'])
    await gone(whole)
    await gone(page.getByText('No answers yet'))
    expect(await todo(page).count()).toBe(0)
  })
})

test.each(screens)('R130 the board is looked at (%i px, %s)', async (width, colorScheme) => {
  const { page, open, shoot } = await stage.newPerson({ token: busy.olivia.token, width, height: 900, colorScheme, bypassCSP: true })
  for (const tab of ['roles', 'answers', 'waiting']) {
    await open(`/event/${busy.held.eventId}?tab=${tab}`)
    await seen(lines(page))
    await page.getByText('Details').click()
    await seen(page.getByText('Soup, talks, music.'))
    await shoot(`board-${tab}-${width}-${colorScheme}`)
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
    const wrong = width === 768 ? [] : await violationsOf(page)
    expect([tab, wrong]).toEqual([tab, []])
    await page.emulateMedia({ colorScheme })
  }
})

test('R130 R137 what to do moves while others act, and each line leads on', async () => {
  const { olivia, held, ben } = await busyEvent()
  const { page, open } = await stage.newPerson({ token: olivia.token })
  await open(`/event/${held.eventId}`)
  await expect
    .poll(() => lines(page).allTextContents())
    .toEqual([
      'At riskSpeaker needs 3 more0 of at least 3 are comingInvite',
      '1 person waits for HostSee who waits',
      '1 seat is held until its offer is answeredSee for whom',
    ])
  for (const name of ['Gus', 'Hal', 'Ida']) await answer(held, name, ['Speaker'])
  await gone(todo(page).getByText(/Speaker/))
  await call(waitlistApi.offer, { groupId: held.groupId, eventId: held.eventId, role: 'Host', accept: true }, fromOwnPage(ben))
  await gone(todo(page).getByText(/is held/))
  await button(page, 'See who waits').click()
  expect(page.url()).toMatch(/tab=waiting$/)
  await seen(page.getByText(/bo@guests.test/))
})

test('R130c what an offer holds is on bar and legend, and under Waiting with whom and until when', async () => {
  const { page, open } = await stage.newPerson({ token: busy.olivia.token })
  await open(`/group/${busy.held.groupId}`)
  await seen(page.getByRole('img', { name: 'Host: 1 seat, 1 held by an offer', exact: true }))
  await seen(page.getByText('Held by an offer'))
  await button(page, 'See for whom').click()
  await seen(page.getByRole('list', { name: 'Seats held by offers' }).getByText(/Host · ben@guests.test · until/))
})

test('R130b names are edited where they stand, by keyboard alone, and what went wrong is said in place', async () => {
  const { olivia, held } = await busyEvent()
  const { page, open } = await stage.newPerson({ token: olivia.token })
  await open(`/event/${held.eventId}`)
  const begin = page.getByRole('button', { name: 'Rename the event' })
  await begin.focus()
  await page.keyboard.press('Enter')
  const field = page.getByRole('textbox', { name: 'Event name' })
  await focused(field)
  await field.fill(' ')
  await page.keyboard.press('Enter')
  await seen(page.getByText('Please enter a name for the event'))
  await page.keyboard.press('Escape')
  await focused(begin)
  await seen(heading(page, 'Autumn gathering of the neighborhood library'))
  await page.keyboard.press('Enter')
  await field.fill('Winter gathering')
  await page.keyboard.press('Enter')
  await seen(heading(page, 'Winter gathering'))
  await focused(begin)

  await button(page, 'Rename Speaker').click()
  const role = page.getByRole('textbox', { name: 'Name of Speaker' })
  await focused(role)
  await role.fill('host')
  await page.keyboard.press('Enter')
  await seen(page.getByText('Role name must be unique'))
  await role.fill('Talker')
  await page.getByRole('heading', { name: 'Share link' }).click()
  await seen(button(page, 'Rename Talker'))
  await seen(todo(page).getByText(/Talker needs/))
})

test('R130b R107 a name that somebody else changed meanwhile is asked about', async () => {
  const { olivia, held } = await busyEvent()
  const { page, open, expects } = await stage.newPerson({ token: olivia.token })
  expects(/409/)
  await call(groupApi.update, { id: held.groupId, name: 'Helpers' }, bearer(olivia))
  await open(`/group/${held.groupId}`)
  await button(page, 'Rename the group').click()
  const field = page.getByRole('textbox', { name: 'Group name' })
  await field.fill('Mine')
  await call(groupApi.update, { id: held.groupId, name: 'Theirs' }, bearer(olivia))
  await seen(page.getByRole('heading', { level: 1, name: 'Theirs' })).catch(() => undefined)
  await field.press('Enter')
  await seen(page.getByRole('dialog'))
  await page
    .getByRole('radio', { name: /^Yours/ })
    .first()
    .check()
  await button(page, 'Save my choices').click()
  await seen(heading(page, 'Mine'))
})
