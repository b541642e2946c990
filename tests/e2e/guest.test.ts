// A guest comes back: by the link in their mailbox, on another device, without a code; and what is theirs to do there, beside the organizer.
import { expect, test } from 'vitest'
import { code as codeRules } from '#protocol/limits.ts'
import { rsvpApi } from '#protocol/rsvp.ts'
import { button, heading, proveEmail, sayYes, submit } from './acts.ts'
import { gone, openStage, seen, soonMs, told } from './kit.ts'
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
  await seen(gina.page.getByText('Answered before? Get the links of your answers'))
  await gina.shoot('guest-invitation-390')
  await proveEmail(stage, gina, email, 'Gina')
  await sayYes(gina, 'Guest')
  await seen(heading(gina.page, 'Your answer is yours'))
  await gina.shoot('guest-thank-you-390')
  const link = await stage.mailbox.link(email, /Your answer/)
  expect(link).toContain('guest=')

  const elsewhere = await stage.newPerson({ width: 768 })
  await elsewhere.open(link)
  await seen(heading(elsewhere.page, 'Your answer is yours'))
  expect(elsewhere.page.url()).not.toContain('guest=')
  expect(await elsewhere.page.getByRole('link', { name: 'Add to calendar' }).getAttribute('href')).toContain('/api/rsvp/calendar.ics')
  await elsewhere.shoot('guest-own-768')
  const file = elsewhere.page.waitForEvent('download')
  await button(elsewhere.page, 'Download my data').click()
  expect((await file).suggestedFilename()).toBe('my-answer.json')

  const desk = await stage.newPerson({ width: 1440, token: olivia.token })
  await desk.open(`/group/${held.groupId}?tab=answers`)
  await button(desk.page, 'Send a new link to Gina').click()
  await desk.shoot('guest-new-link-dialog-1440')
  await button(desk.page, 'Send a new link').click()
  await seen(desk.page.getByText('Gina gets a new link'))

  const late = await stage.newPerson({ width: 1440, colorScheme: 'dark' })
  late.expects(/status of 410/)
  await late.open(link)
  await seen(late.page.getByText('This link has ended, or a newer one has taken its place.'))
  await seen(heading(late.page, 'My answers'))
  await late.page.getByLabel('Email').fill(email)
  await late.shoot('guest-my-answers-1440-dark')
  await button(late.page, 'Send my links').click()
  await seen(heading(late.page, 'Check your email'))
  const again = await stage.mailbox.link(email, /The links of your answers/)
  await late.open(again)
  await seen(heading(late.page, 'Your answer is yours'))
  await late.shoot('guest-own-1440-dark')
  await button(late.page, 'Erase my data').click()
  await seen(late.page.getByRole('alertdialog').or(late.page.getByRole('dialog')))
  await late.shoot('guest-erase-1440-dark')
  await late.page.getByRole('dialog').or(late.page.getByRole('alertdialog')).getByRole('button', { name: 'Erase my data' }).click()
  await told(late.page, 'Your data was erased')
  await seen(desk.page.getByText('A guest', { exact: true }), soonMs)
  expect(await desk.page.getByText(email).count()).toBe(0)
  await gone(heading(elsewhere.page, 'Your answer is yours'), soonMs)

  await desk.open('/profile')
  await button(desk.page, 'Make a calendar feed').click()
  await seen(desk.page.getByLabel('Address of your feed'))
  await desk.shoot('guest-feed-1440')
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
  await seen(desk.page.getByText('I bring a projector'), soonMs)
  await desk.shoot('guest-note-board-1440-dark')
  await button(nora.page, 'Change my answer').click()
  await nora.page.getByLabel('Note for the organizer').fill('')
  await submit(nora)
  await gone(desk.page.getByText('I bring a projector'), soonMs)
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
  await seen(wide.page.getByText('Email verified. Now open your invitation again'))
  await wide.open(first.invitation)
  await seen(wide.page.getByText('Verified', { exact: true }))
})
