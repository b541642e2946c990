// Long: an organizer's day without a mouse.
// An organizer by keyboard alone, the focus always in sight: creates and publishes, edits a limit, selects answers and writes to them, assigns.
import { expect, test } from 'vitest'
import { memberApi } from '#protocol/people/member.ts'
import { orgApi } from '#protocol/people/org.ts'
import { bar, button, heading } from './acts.ts'
import { focused, openStage, seen, toastSays } from './kit.ts'
import { setPlan } from './plans.ts'
import { newName, openSeed } from './seed.ts'
import { tabTo } from './tabbing.ts'

const stage = openStage()
const { host, event, answer, call } = openSeed(stage)

test('R127 an event is created and published by keyboard alone, signed out', async () => {
  const email = `${newName('keys')}@hosts.test`
  const { page, open } = await stage.newPerson()
  const { keyboard } = page
  await open('/create')
  await seen(heading(page, 'Event Details'))
  await tabTo(page, page.getByLabel('Event name'))
  await keyboard.type('Chess night')
  await tabTo(page, page.getByLabel('Your email'))
  await keyboard.type(email)
  await keyboard.press('Enter')
  await seen(heading(page, 'Attendee Setup'))
  await tabTo(page, button(page, 'Guest'))
  await keyboard.press('Enter')
  await tabTo(page, button(page, 'Create event'))
  await keyboard.press('Enter')
  await seen(heading(page, 'Check your email'))
  await focused(page.getByLabel('Verification code'))
  await keyboard.type(/^([A-Z0-9]{6})$/m.exec((await stage.mailbox.next(email, /Publish/)).text)?.[1] ?? '')
  await seen(heading(page, 'Your event is live'))
  await tabTo(page, button(page, 'Copy link').first())
})

test('R70 R110 R101 a limit is edited, answers are selected and written to by keyboard alone', async () => {
  const olivia = await host()
  const held = await event(olivia, [
    { name: 'Speaker', max: 2 },
    { name: 'Guest', max: 8 },
  ])
  await answer(held, 'Gina Gold', ['Guest'])
  await answer(held, 'Hugo Hill', ['Speaker'])
  const { page, open } = await stage.newPerson({ token: olivia.token })
  const { keyboard } = page
  await open(`/event/${held.eventId}`)
  await seen(bar(page, 'Guest: 8 seats, 1 coming'))
  await tabTo(page, button(page, 'Limit of Guest: one more'))
  await keyboard.press('Enter')
  await seen(bar(page, 'Guest: 9 seats, 1 coming'))
  await page.reload()
  await seen(bar(page, 'Guest: 9 seats, 1 coming'))
  await tabTo(page, page.getByRole('tab', { name: 'Roles' }))
  await keyboard.press('ArrowRight')
  await seen(heading(page, 'Answers'))
  await tabTo(page, page.getByRole('checkbox', { name: 'Select Gina Gold' }))
  await keyboard.press('Space')
  await seen(page.getByText('1 selected'))
  await tabTo(page, button(page, 'Message'))
  await keyboard.press('Enter')
  await seen(heading(page, 'Messages'))
  await seen(page.getByText('To 1 person'))
  await tabTo(page, page.getByLabel('Subject'))
  await keyboard.type('Bring a cup')
  await keyboard.press('Tab')
  await keyboard.type('Please bring a cup.')
  await tabTo(page, button(page, 'Send to 1 person'))
  await keyboard.press('Enter')
  await seen(page.getByRole('dialog'))
  await tabTo(page, button(page, 'Send'))
  await keyboard.press('Enter')
  await seen(page.getByText('Sent to 1 person'))
})

test('R38 a role is assigned by keyboard alone', async () => {
  const [olivia, mia] = [await host(), await host('mia')]
  await setPlan(stage.server, [olivia], 'team')
  const as = { authorization: `Bearer ${olivia.token}` }
  const { body } = await call(orgApi.create, { organization: { name: 'City Choir' }, owner: { email: olivia.email } }, as)
  await call(orgApi.addBulk, { members: [{ name: 'Mia Moss', email: mia.email }] }, as)
  await call(memberApi.answer, { id: body.orgId, accept: true }, { authorization: `Bearer ${mia.token}` })
  const held = await event(olivia, [{ name: 'Alto', max: 3 }], {
    ownerOrgId: body.orgId,
    assignmentRules: { enableRoleAssignment: true, enableRoleSelfSelect: false },
  })
  const { page, open } = await stage.newPerson({ token: olivia.token })
  const { keyboard } = page
  await open(`/event/${held.eventId}`)
  await seen(heading(page, 'Assign Role'))
  await tabTo(page, page.getByRole('combobox', { name: 'Member', exact: true }))
  await keyboard.type('mia')
  await seen(page.getByRole('option', { name: /Mia Moss/ }))
  await keyboard.press('ArrowDown')
  await keyboard.press('Enter')
  await tabTo(page, page.getByLabel('Role', { exact: true }))
  await keyboard.type('Alto')
  await tabTo(page, button(page, 'Assign Role'))
  await keyboard.press('Enter')
  await toastSays(page, 'Role assigned successfully!')
  await seen(bar(page, 'Alto: 3 seats, 1 assigned, no answer yet'))
  expect(await page.getByRole('dialog').count()).toBe(0)
})
