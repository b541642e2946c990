// Long: several ways in two tabs each, with emails between.
// Several tabs of one browser: a page that waits for a link from an email goes on by itself when that is opened beside it (R127).
import { expect, test } from 'vitest'
import { button, createEvent, heading, ownCard, role } from './acts.ts'
import { gone, openStage, seen } from './kit.ts'
import { newName, openSeed, typedStart } from './seed.ts'

const stage = openStage()
const { host, event, answer } = openSeed(stage)
const phone = { width: 390, height: 844 }

test('R118 R127d an invitation that waits for a code goes on, and sends, once the link of the same email was pressed in another tab', async () => {
  const held = await event(await host(), [{ name: 'Speaker', max: 2 }])
  const email = `${newName('tabs')}@guests.test`
  const guest = await stage.newPerson(phone)
  await guest.open(held.invitation)
  await role(guest.page, 'Speaker').check()
  await guest.page.getByLabel('Email').fill(email)
  await guest.page.getByLabel('Name').fill('Tabea')
  await button(guest.page, 'Verify your email').click()
  await seen(guest.page.getByLabel('Verification code'))
  const other = await guest.openAnother(await stage.mailbox.link(email, /Your code/))
  await button(other, 'Verify my email').click()
  await seen(ownCard(guest.page, 'coming'))
  await seen(heading(guest.page, 'You’re coming as Speaker'))
  await seen(ownCard(other, 'coming'))
})

test('R127d the page that waits for the code of a new event leads to the board once the link has published it in another tab', async () => {
  const email = `${newName('tabs')}@hosts.test`
  const organizer = await stage.newPerson()
  const { page } = organizer
  await organizer.open('/create')
  await createEvent(organizer, { name: 'Chess night', start: typedStart(5), organizerEmail: email, roles: [{ name: 'Player', seats: 4 }] })
  await seen(heading(page, 'Check your email'))
  const other = await organizer.openAnother(await stage.mailbox.link(email, /Publish/))
  await button(other, 'Publish Chess night').click()
  await other.waitForURL('**/event/*')
  await page.waitForURL('**/event/*')
  await seen(button(page, 'Options'))
})

test('R127d a sign-up that waits for its email goes on to the dashboard once that was verified in another tab', async () => {
  const email = `${newName('tabs')}@hosts.test`
  const { page, open, openAnother } = await stage.newPerson()
  await open('/signup')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill('correct horse battery')
  await button(page, 'Sign up').click()
  await seen(page.getByText('Please check your inbox.'))
  const other = await openAnother(await stage.mailbox.link(email, /Verify/))
  await seen(other.getByText('Email verified successfully!'))
  await page.waitForURL('**/dashboard')
})

test('R123 R17 whoever is logged in and has answered never sees the form first; whoever has not is asked as soon as that is known', async () => {
  const olivia = await host()
  const held = await event(olivia, [{ name: 'Speaker', max: 2 }])
  for (const hasAnswered of [true, false]) {
    const gina = await host('gina')
    if (hasAnswered) await answer(held, gina.email, ['Speaker'], { email: gina.email })
    const { page, open } = await stage.newPerson({ ...phone, token: gina.token })
    let asked = () => {}
    const called = new Promise<void>((resolve) => (asked = resolve))
    let letGo = () => {}
    const held1 = new Promise<void>((resolve) => (letGo = resolve))
    await page.route('**/api/rsvp/form/**', async (route) => {
      asked()
      await held1
      await route.continue()
    })
    await open(held.invitation)
    await called
    await seen(heading(page, 'Summer school'))
    expect(await page.getByText('I’m coming').first().isVisible()).toBe(false)
    letGo()
    if (hasAnswered) await seen(ownCard(page, 'coming'))
    else await seen(page.locator('[data-asks]'))
    if (hasAnswered) await gone(page.locator('[data-asks]'))
  }
})
