// A guest comes back: by the link in their mailbox, on another device, without a code; and what is theirs to do there, beside the organizer.
import { expect, test } from 'vitest'
import { button, heading, proveEmail, sayYes } from './acts.ts'
import { gone, openStage, seen, soonMs } from './kit.ts'
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
  await desk.open(`/group/${held.groupId}`)
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
  await seen(late.page.getByText('Your data was erased'))
  await seen(desk.page.getByText('A guest', { exact: true }), soonMs)
  expect(await desk.page.getByText(email).count()).toBe(0)
  await gone(heading(elsewhere.page, 'Your answer is yours'), soonMs)

  await desk.open('/profile')
  await button(desk.page, 'Make a calendar feed').click()
  await seen(desk.page.getByLabel('Address of your feed'))
  await desk.shoot('guest-feed-1440')
})
