// Long: connection, server and page give way in turn, and come back.
// When something gives way under people's hands: the connection, the server, the page itself. Nothing typed is lost, and the numbers come right again.
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { attend, bar, button, heading, proveEmail, role, roleSays, submit, thanks, unfoldEmail, unfoldMore } from './acts.ts'
import { gone, openStage, type Person, seen } from './kit.ts'
import { openSeed, typedStart } from './seed.ts'

const stage = openStage()
const { host, event, answer, prove } = openSeed(stage)
const dot = (page: Page, word: string) => page.getByRole('status').getByText(word, { exact: true })
const twoRoles = [
  { name: 'Speaker', max: 2 },
  { name: 'Guest', max: 4 },
]

/** An invitee who has typed everything and sent nothing. */
async function halfWay(invitation: string, name: string): Promise<Person> {
  const person = await stage.newPerson({ width: 390, height: 844 })
  await person.open(invitation)
  await proveEmail(stage, person, `${name.toLowerCase()}@guests.test`, name)
  await attend(person, 'Yes')
  await role(person.page, 'Speaker').check()
  return person
}

test('R3 offline, the page says so and keeps what was typed; back online its numbers are right and the answer goes through', async () => {
  const olivia = await host()
  const held = await event(olivia, twoRoles)
  const proof = await prove(held, 'ivan@guests.test')
  const organizer = await stage.newPerson({ token: olivia.token })
  const jo = await halfWay(held.invitation, 'Jo')
  for (const person of [organizer, jo]) person.expects(/ERR_INTERNET_DISCONNECTED/)
  await organizer.open(`/event/${held.eventId}`)
  await seen(bar(organizer.page, 'Guest: 4 seats, no answers yet'))
  await Promise.all([organizer, jo].map(({ page }) => seen(dot(page, 'Live'))))

  await Promise.all([organizer, jo].map(({ context }) => context.setOffline(true)))
  await Promise.all([organizer, jo].map(({ page }) => seen(dot(page, 'Offline'))))
  await seen(jo.page.getByText('You’re offline. What you typed is kept.'))
  await seen(organizer.page.getByText('You are offline'))
  // R130e: over nothing of the page.
  const ends = await organizer.page.locator('[data-top-bar]').evaluate((one) => one.getBoundingClientRect().bottom)
  const head = organizer.page.locator('header').first()
  expect(ends).toBeLessThanOrEqual(await head.evaluate((one) => one.getBoundingClientRect().top))
  await jo.shoot('50-offline-invitee')
  await organizer.shoot('51-offline-organizer')
  expect(await button(jo.page, /Waiting for a connection/).isDisabled()).toBe(true) // R124g
  await answer(held, 'Ivan', ['Guest'], { proof })

  await Promise.all([organizer, jo].map(({ context }) => context.setOffline(false)))
  await Promise.all([organizer, jo].map(({ page }) => seen(dot(page, 'Live'))))
  await seen(bar(organizer.page, 'Guest: 4 seats, 1 coming'))
  await seen(roleSays(jo.page, 'Guest', '3 of 4 left'))
  await gone(jo.page.getByText('You’re offline. What you typed is kept.'))
  await gone(organizer.page.getByText('You are offline'))
  expect(await role(jo.page, 'Speaker').isChecked()).toBe(true)
  await submit(jo)
  await seen(thanks(jo.page, 'Jo'))
  await seen(bar(organizer.page, 'Speaker: 2 seats, 1 coming'))
})

test('R14 a server that dies and comes back takes nothing with it: neither what was answered nor what is being typed', async () => {
  const olivia = await host()
  const held = await event(olivia, twoRoles)
  await answer(held, 'Kim', ['Speaker'])
  const organizer = await stage.newPerson({ token: olivia.token })
  await organizer.open(`/group/${held.groupId}`)
  const lea = await halfWay(held.invitation, 'Lea')
  for (const person of [organizer, lea]) person.expects(/ERR_CONNECTION_REFUSED|ERR_CONNECTION_RESET|ERR_CONTENT_LENGTH|ERR_EMPTY_RESPONSE/)
  await Promise.all([organizer, lea].map(({ page }) => seen(dot(page, 'Live'))))

  await stage.server.kill()
  await Promise.all([organizer, lea].map(({ page }) => seen(dot(page, 'Reconnecting'))))
  await submit(lea)
  await seen(lea.page.getByText('We can’t reach Rolecall. Check your connection; what you typed is still here.'))
  await lea.shoot('52-server-gone')
  await stage.server.restart()
  await Promise.all([organizer, lea].map(({ page }) => seen(dot(page, 'Live'))))
  expect(await role(lea.page, 'Speaker').isChecked()).toBe(true)
  await seen(lea.page.getByText('lea@guests.test'))
  await submit(lea)
  await seen(thanks(lea.page, 'Lea'))
  await seen(bar(organizer.page, 'Speaker: 2 seats, 2 coming'))
})

test('a reload in the middle of creating an event keeps the draft and the step', async () => {
  const olivia = await host()
  const organizer = await stage.newPerson({ token: olivia.token })
  const { page } = organizer
  await organizer.open('/create')
  await page.getByLabel('Event name').fill('Winter concert')
  await unfoldMore(page)
  await page.getByLabel('Description').fill('Bring a friend')
  await page.reload()
  expect(await page.getByLabel('Event name').inputValue()).toBe('Winter concert')
  await page.getByLabel('Start').fill(typedStart(3))
  await button(page, 'Next').click()
  await page.getByText('More options').click()
  await page.getByLabel('Group name').fill('Choir')
  await button(page, 'Add Role').click()
  await page.getByLabel('Role 1 name').fill('Alto')
  await page.reload()
  await seen(heading(page, /Attendee Setup/))
  expect(await page.getByLabel('Group name').inputValue()).toBe('Choir')
  expect(await page.getByLabel('Role 1 name').inputValue()).toBe('Alto')
  await button(page, 'Back').click()
  expect(await page.getByLabel('Description').inputValue()).toBe('Bring a friend')
  await button(page, 'Next').click()
  await button(page, 'Create event').click()
  await page.waitForURL('**/dashboard')
  await seen(bar(page, 'Seats of Winter concert: 1 seat, no answers yet'))
})

test('a reload in the middle of an answer keeps what was typed, and the proof', async () => {
  const held = await event(await host(), twoRoles)
  const mia = await stage.newPerson()
  await mia.open(held.invitation)
  await unfoldEmail(mia.page)
  await mia.page.getByLabel('Email').fill('mia@guests.test')
  await mia.page.getByLabel('Name').fill('Mia')
  await mia.page.reload()
  // The page is there before it is hydrated (R81); what was typed comes back as it hydrates.
  await expect.poll(() => mia.page.getByLabel('Name').inputValue()).toBe('Mia')
  await proveEmail(stage, mia, 'mia@guests.test', 'Mia')
  await attend(mia, 'Yes')
  await role(mia.page, 'Guest').check()
  await mia.page.reload()
  await expect.poll(() => role(mia.page, 'Guest').isChecked()).toBe(true)
  await submit(mia)
  await seen(thanks(mia.page, 'Mia'))
})

test('R70 a limit that was just stepped is kept when the tab is closed at once', async () => {
  const olivia = await host()
  const held = await event(olivia, twoRoles)
  const organizer = await stage.newPerson({ token: olivia.token })
  await organizer.open(`/group/${held.groupId}`)
  const closing = await organizer.openAnother(`/group/${held.groupId}`)
  await button(closing, 'Limit of Guest: one more').click()
  await closing.close({ runBeforeUnload: false })
  await seen(bar(organizer.page, 'Guest: 5 seats, no answers yet'))
})
