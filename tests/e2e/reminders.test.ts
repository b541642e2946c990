// Long: a round of confirmations from switch to answer, on a phone and on a laptop.
// The round of confirmations in a browser: switched on, mailed, confirmed by one click, seen come in; and what goes out by itself.
import { expect, test } from 'vitest'
import { button, heading, proveEmail, sayYes } from './acts.ts'
import { openStage, seen, toastSays } from './kit.ts'
import { openSeed } from './seed.ts'

const stage = openStage()
const { host, event, answer } = openSeed(stage)

test.each([
  ['light', 390],
  ['dark', 1440],
] as const)(
  'R98, R116 enabling confirmation mails the guest, whose page has one button; the organizer’s board moves (%s, %i px)',
  async (colorScheme, width) => {
    const olivia = await host()
    const held = await event(olivia, [{ name: 'Speaker', max: 3 }], { name: 'Open stage night' })
    const email = `gina${width}@guests.test`
    const gina = await stage.newPerson({ width, height: 844, colorScheme })
    await gina.open(held.invitation)
    await proveEmail(stage, gina, email, 'Gina')
    await sayYes(gina, 'Speaker')
    await answer(held, 'Ben', ['Speaker'])

    const desk = await stage.newPerson({ width: width === 390 ? 768 : width, colorScheme, token: olivia.token })
    await desk.open(`/group/${held.groupId}?tab=settings`)
    await button(desk.page, 'Enable Confirmation').click()
    await seen(desk.page.getByText(/2 people will get an email\s+now/))
    await desk.shoot(`reminders-enable-${width}-${colorScheme}`)
    await button(desk.page, 'Ask them to confirm').click()
    await seen(desk.page.getByText('Asked 2 people. 0 confirmed, 2 still to confirm.'))
    await desk.shoot(`reminders-enabled-${width}-${colorScheme}`)
    await desk.page.mouse.move(0, 0)

    const link = await stage.mailbox.link(email, /^Please confirm: “Open stage night”$/)
    const phone = await stage.newPerson({ width, height: 844, colorScheme })
    await phone.open(link)
    await seen(heading(phone.page, 'You’re coming as Speaker'))
    await seen(phone.page.getByText(/Not confirmed yet\./))
    await phone.shoot(`reminders-confirm-${width}-${colorScheme}`)
    // R116: it was only looked at.
    await seen(desk.page.getByText('Asked 2 people. 0 confirmed, 2 still to confirm.'))
    await button(phone.page, 'Confirm my seat').click()
    await seen(phone.page.getByText('You have confirmed.'))
    await seen(desk.page.getByText('Asked 2 people. 1 confirmed, 1 still to confirm.'))
    await phone.open(link)
    await seen(phone.page.getByText('You have confirmed.'))
    expect(await button(phone.page, 'Confirm my seat').count()).toBe(0)
  },
)

test.each([
  ['dark', 390],
  ['light', 768],
] as const)('R99 the rules of an event, what goes out next and to how many, and sending it now (%s, %i px)', async (colorScheme, width) => {
  const olivia = await host()
  const held = await event(olivia, [{ name: 'Speaker', max: 3 }], { name: 'Open stage night' })
  await answer(held, 'Ben', ['Speaker'])
  const desk = await stage.newPerson({ width, colorScheme, token: olivia.token })
  await desk.open(`/group/${held.groupId}?tab=settings`)
  await seen(heading(desk.page, 'Reminders'))
  await seen(desk.page.getByText(/\d+:00 [AP]M \S+: reminder to 1 person\./))
  await desk.shoot(`reminders-rules-${width}-${colorScheme}`)
  await answer(held, 'Ann', ['Speaker'])
  await seen(desk.page.getByText(/reminder to 2 people\./))
  await desk.page.getByLabel('At', { exact: true }).first().selectOption('17')
  await seen(desk.page.getByText(/5:00 PM \S+: reminder to 2 people\./))
  await button(desk.page, 'Send now: Reminder').click()
  await seen(desk.page.getByText('Send the reminder to 2 people now?'))
  await desk.shoot(`reminders-send-${width}-${colorScheme}`)
  await button(desk.page, 'Send now').click()
  await toastSays(desk.page, 'On its way to 2 people')
  await desk.page.getByRole('switch', { name: /^Reminder/ }).uncheck()
  await seen(desk.page.getByText('Off.'))
  expect(await button(desk.page, 'Send now: Request to confirm').isDisabled()).toBe(true)
})

test.each([
  ['dark', 390],
  ['light', 768],
] as const)('R100 the choice of emails in the profile is kept (%s, %i px)', async (colorScheme, width) => {
  const olivia = await host()
  const desk = await stage.newPerson({ width, colorScheme, token: olivia.token })
  await desk.open('/profile')
  await seen(heading(desk.page, 'Emails about your events'))
  await seen(desk.page.getByText(/within 48 hours of the start/))
  await desk.page.getByRole('radio', { name: 'Right away' }).check()
  await seen(desk.page.getByText(/whenever someone who confirmed drops out/))
  await desk.shoot(`reminders-profile-${width}-${colorScheme}`)
  await desk.open('/profile')
  await expect.poll(() => desk.page.getByRole('radio', { name: 'Right away' }).isChecked()).toBe(true)
})
