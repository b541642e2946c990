// Long: a message from its draft to the guest who stops such emails, on two screens.
// An organizer writes to the guests: chooses whom, looks at it, tries it, sends it; a guest reads it and stops such emails.
import { expect, test } from 'vitest'
import { messageApi } from '#protocol/mail/message.ts'
import { button, heading } from './acts.ts'
import { openStage, seen } from './kit.ts'
import { openSeed } from './seed.ts'

const stage = openStage()
const roles = [
  { name: 'Speaker', max: 2 },
  { name: 'Guest', max: 8 },
]

test('R101 from the list of answers to the mailbox: a count that is live, a test, a question before, progress and history', async () => {
  const { host, event, answer } = openSeed(stage)
  const olivia = await host()
  const held = await event(olivia, roles, { name: 'Open stage night' })
  await answer(held, 'Gina', ['Guest'])
  await answer(held, 'Hugo', ['Speaker'])
  const desk = await stage.newPerson({ width: 1440, token: olivia.token })
  await desk.open(`/event/${held.eventId}?tab=answers`)
  await desk.page.getByRole('link', { name: 'Messages' }).click()
  await seen(heading(desk.page, 'Messages'))
  await seen(desk.page.getByText('No messages yet'))
  await seen(desk.page.getByText('Reaches 2 people.'))
  await desk.shoot('messages-empty-1440')
  await answer(held, 'Ida', ['Guest'])
  await seen(desk.page.getByText('Reaches 3 people.'))
  await desk.page.getByLabel('Guest', { exact: true }).check()
  await seen(desk.page.getByText('Reaches 2 people.'))
  await button(desk.page, 'Send to 2 people').click()
  await seen(desk.page.getByText('Please enter a subject'))
  await desk.page.getByLabel('Subject').fill('Bring a cup')
  await desk.page.getByRole('textbox', { name: 'Message' }).fill('Dear guests,\nplease bring a cup.\n\nSee you soon!')
  await desk.page.getByLabel('Let guests reply to me').check()
  await desk.page.reload()
  expect(await desk.page.getByLabel('Subject').inputValue()).toBe('Bring a cup')
  await seen(desk.page.getByText('Reaches 2 people.'))
  await desk.shoot('messages-form-1440')
  await button(desk.page, 'Test to myself').click()
  expect((await stage.mailbox.next(olivia.email, /^Test: Bring a cup/)).text).toContain('please bring a cup.')
  await button(desk.page, 'Send to 2 people').click()
  await seen(desk.page.getByText('Send to 2 people?'))
  await desk.shoot('messages-question-1440')
  await desk.page.getByRole('button', { name: 'Send', exact: true }).click()
  await seen(desk.page.getByText('Sent to 2 people'))
  expect(await desk.page.getByLabel('Subject').inputValue()).toBe('')
  await button(desk.page, 'Show “Bring a cup”').click()
  await seen(desk.page.getByText('gina@guests.test'))
  await desk.shoot('messages-recipients-1440')

  const mail = await stage.mailbox.next('gina@guests.test', /Bring a cup/)
  expect(mail.text).toContain(`your email goes to ${olivia.email}`)
  expect((await stage.mailbox.all('hugo@guests.test')).map(({ subject }) => subject)).not.toContain('Bring a cup')
  const link = /https?:\/\/\S+unsubscribe\S+/.exec(mail.text)?.[0] ?? ''
  const gina = await stage.newPerson({ width: 390, height: 844 })
  await gina.open(link)
  await seen(heading(gina.page, 'Stop emails'))
  await gina.shoot('unsubscribe-390')
  await button(gina.page, 'Stop emails about this event').click()
  await seen(gina.page.getByText('Emails are stopped'))
  await gina.shoot('unsubscribe-stopped-390')
  await desk.page.keyboard.press('Escape')
  await desk.page.reload()
  await seen(desk.page.getByText('Reaches 2 people.'))
  await seen(desk.page.getByText(/1 person more can’t be reached/))
  await button(gina.page, 'Get these emails again').click()
  await seen(gina.page.getByText('You get these emails again.'))

  for (const [width, colorScheme] of [
    [390, 'light'],
    [390, 'dark'],
    [768, 'dark'],
    [1440, 'dark'],
  ] as const) {
    const other = await stage.newPerson({ width, colorScheme, token: olivia.token })
    await other.open(`/group/${held.groupId}/messages`)
    await seen(other.page.getByText('Reaches 3 people.'))
    await seen(other.page.getByText('Sent to 2 people'))
    await other.shoot(`messages-${width}-${colorScheme}`)
  }
  const dark = await stage.newPerson({ width: 1440, colorScheme: 'dark' })
  await dark.open(link)
  await seen(heading(dark.page, 'Stop emails'))
  await dark.shoot('unsubscribe-1440-dark')
})

test('R101 a page that is not theirs, and a message that fails, say so', async () => {
  const { host, event, answer, call } = openSeed(stage)
  const [olivia, oscar] = [await host(), await host('oscar')]
  const held = await event(olivia, roles)
  await answer(held, 'Gina', ['Guest'])
  const stranger = await stage.newPerson({ width: 768, token: oscar.token })
  await stranger.open(`/group/${held.groupId}/messages`)
  await seen(stranger.page.getByRole('heading', { level: 1 }))
  expect(await stranger.page.getByLabel('Subject').count()).toBe(0)
  await stranger.shoot('messages-not-yours-768')
  const late = await stage.newPerson({ width: 390 })
  late.expects(/status of 41/)
  await late.open('/unsubscribe?token=x.y.z')
  await seen(late.page.getByText('This link is no longer valid'))
  await late.shoot('unsubscribe-over-390')
  const sent = await call(
    messageApi.send,
    { id: held.groupId, audience: {}, subject: 'Hello', text: 'Hello' },
    { authorization: `Bearer ${olivia.token}` },
  )
  expect(sent.body.recipients).toBe(1)
})
