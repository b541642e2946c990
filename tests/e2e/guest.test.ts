// Long: a guest comes back on other devices, beside the organizer.
// A guest comes back: by the link in their mailbox, on another device, without a code; and what is theirs to do there, beside the organizer.
import { expect, test } from 'vitest'
import { code as codeRules } from '#protocol/kernel/limits.ts'
import { rsvpApi } from '#protocol/seats/rsvp.ts'
import { button, changeAnswer, heading, ownCard, pickMore, proveEmail, sayYes, submit } from './acts.ts'
import { gone, openStage, seen, toastSays } from './kit.ts'
import { openSeed } from './seed.ts'

const stage = openStage()
const roles = [
  { name: 'Speaker', max: 2 },
  { name: 'Guest', max: 8 },
]

test('the personal link opens the answer on another device, live; a new one ends it; erasing leaves a stranger', async () => {
  const { host, event } = openSeed(stage)
  const olivia = await host()
  const held = await event(olivia, roles, { name: 'Open stage night' })
  const email = 'gina@guests.test'
  const gina = await stage.newPerson({ width: 390, height: 844 })
  await gina.open(held.invitation)
  await seen(gina.page.getByText('Already answered? Get a link to your answer'))
  await gina.shoot('guest-invitation-390')
  await proveEmail(stage, gina, email, 'Gina')
  await sayYes(gina, 'Guest')
  await seen(ownCard(gina.page, 'coming'))
  await gina.shoot('guest-thank-you-390')
  const link = await stage.mailbox.link(email, /You are coming/)
  expect(link).toContain('guest=')

  const elsewhere = await stage.newPerson({ width: 768 })
  await elsewhere.open(link)
  await seen(ownCard(elsewhere.page, 'coming'))
  expect(elsewhere.page.url()).not.toContain('guest=')
  expect(await elsewhere.page.getByRole('link', { name: 'Add to calendar' }).getAttribute('href')).toContain('/api/rsvp/calendar.ics')
  await elsewhere.page.getByText('Your data').click()
  await elsewhere.shoot('guest-own-768')
  const file = elsewhere.page.waitForEvent('download')
  await button(elsewhere.page, 'Download my data').click()
  expect((await file).suggestedFilename()).toBe('my-answer.json')

  const desk = await stage.newPerson({ width: 1440, token: olivia.token })
  await desk.open(`/group/${held.groupId}?tab=answers`)
  await button(desk.page, 'New link for Gina').click()
  await desk.shoot('guest-new-link-dialog-1440')
  await button(desk.page, 'Send a new link').click()
  await seen(desk.page.getByText('Gina gets a new link'))

  const late = await stage.newPerson({ width: 1440, colorScheme: 'dark' })
  late.expects(/status of 410/)
  await late.open(link)
  await seen(late.page.getByText('This link no longer works. A newer one may have replaced it.'))
  await seen(heading(late.page, 'My answers'))
  await late.page.getByLabel('Email').fill(email)
  await late.shoot('guest-my-answers-1440-dark')
  await button(late.page, 'Get a link to your answer').click()
  await seen(heading(late.page, 'Check your email'))
  const again = await stage.mailbox.link(email, /Links to your answers/)
  await late.open(again)
  await seen(ownCard(late.page, 'coming'))
  await late.shoot('guest-own-1440-dark')
  await late.page.getByText('Your data').click()
  await button(late.page, 'Erase my data').click()
  await seen(late.page.getByRole('alertdialog').or(late.page.getByRole('dialog')))
  await late.shoot('guest-erase-1440-dark')
  await late.page.getByRole('dialog').or(late.page.getByRole('alertdialog')).getByRole('button', { name: 'Erase my data' }).click()
  await toastSays(late.page, 'Your data was erased')
  await seen(desk.page.getByText('A guest', { exact: true }))
  expect(await desk.page.getByText(email).count()).toBe(0)
  await gone(ownCard(elsewhere.page, 'coming'))

  await desk.open('/profile')
  await button(desk.page, 'Create a calendar feed').click()
  await seen(desk.page.getByLabel('Or add this address as a subscription'))
  await desk.shoot('guest-feed-1440')
})

test('R87 what is pressed on the drawn page before the personal link is exchanged waits for that', async () => {
  const { host, event } = openSeed(stage)
  const held = await event(await host(), roles, { name: 'Open stage night' })
  const email = 'hurried@guests.test'
  const gina = await stage.newPerson()
  await gina.open(held.invitation)
  await proveEmail(stage, gina, email, 'Gina')
  await sayYes(gina, 'Guest')
  const link = await stage.mailbox.link(email, /You are coming/)

  const phone = await stage.newPerson({ width: 390, height: 844 })
  const done: string[] = []
  phone.page.on('requestfinished', (request) => done.push(new URL(request.url()).pathname))
  await phone.context.route('**/api/rsvp/open', async (route) => {
    await new Promise((passed) => setTimeout(passed, 2_000))
    await route.continue()
  })
  await phone.open(link)
  await pickMore(phone, 'I can’t make it')
  expect(done).toContain('/api/rsvp/open')
  await phone.page.getByRole('radio', { name: /^Give it back/ }).check()
  await button(phone.page, 'Give my seat back').click()
  await seen(ownCard(phone.page, 'declined'))

  const tablet = await stage.newPerson({ width: 768 })
  await tablet.context.route('**/api/rsvp/open', async (route) => {
    await new Promise((passed) => setTimeout(passed, 2_000))
    await route.continue()
  })
  await tablet.open(link)
  await button(tablet.page, 'I can come after all').click()
  await tablet.page.getByRole('checkbox', { name: 'Guest', exact: true }).check()
  await submit(tablet)
  await seen(ownCard(tablet.page, 'coming'))
})

test('R133 a guest leaves a note with the answer, the organizer reads it live, and it can be taken back', async () => {
  const { host, event } = openSeed(stage)
  const olivia = await host()
  const held = await event(olivia, roles)
  const desk = await stage.newPerson({ width: 1440, colorScheme: 'dark', token: olivia.token })
  await desk.open(`/group/${held.groupId}?tab=answers`)
  const nora = await stage.newPerson({ width: 390, height: 844 })
  await nora.open(held.invitation)
  await proveEmail(stage, nora, 'nora@guests.test', 'Nora')
  await button(nora.page, 'Add a note for the organizer').click()
  await nora.page.getByLabel('Note for the organizer').fill('I bring a projector')
  await nora.shoot('guest-note-390')
  await sayYes(nora, 'Guest')
  await seen(desk.page.getByText('I bring a projector'))
  await desk.shoot('guest-note-board-1440-dark')
  await changeAnswer(nora)
  await nora.page.getByLabel('Note for the organizer').fill('')
  await submit(nora)
  await gone(desk.page.getByText('I bring a projector'))
})

test('R118 the link for every invitation says what its button does, and opens any of them without a code', async () => {
  const { host, event, call } = openSeed(stage)
  const olivia = await host()
  const first = await event(olivia, roles, { name: 'First of many' })
  const email = 'wide@guests.test'
  for (let nth = 1; nth < codeRules.perRecipientHour; nth++) {
    const other = await host()
    await call(rsvpApi.sendCode, { email, groupId: (await event(other, roles)).groupId })
  }
  await call(rsvpApi.sendCode, { email, groupId: first.groupId })
  const link = await stage.mailbox.link(email, /all your invitations/)
  const wide = await stage.newPerson({ width: 390, height: 844 })
  await wide.open(link)
  await wide.shoot('guest-every-group-390')
  await button(wide.page, 'Verify my email').click()
  await seen(wide.page.getByText('Email verified. Open or reload your invitation'))
  await wide.open(first.invitation)
  await seen(wide.page.getByText('Verified', { exact: true }))
})
