// Long: the whole main job, with an organizer and guests in browsers of their own.
// The main job as people do it, side by side in browsers of their own: an organizer sets up an event, invitees answer, everyone sees it move.
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import {
  attend,
  bar,
  button,
  copyLink,
  createEvent,
  heading,
  openTab,
  proveEmail,
  role,
  roleSays,
  sayYes,
  submit,
  thanks,
  unfoldEmail,
} from './acts.ts'
import { openStage, seen, toastSays } from './kit.ts'
import { newName, typedStart } from './seed.ts'

const stage = openStage()
const { mailbox } = stage
/** Somebody's line in the table of answers, with what they chose. */
const rowOf = (window: Page, email: string) => window.getByRole('row').filter({ hasText: email })
/** Where the answers of what a window shows stand. */
const answersAt = (window: Page) => `${new URL(window.url()).pathname}?tab=answers`

test('R13 R14 an organizer signs up, creates an event and shares it; an invitee without an account answers, and every screen moves', async () => {
  const organizer = await stage.newPerson()
  const { page } = organizer
  const username = newName('olivia_')
  const [email, password] = [`${username}@hosts.test`, 'correct horse battery']

  await organizer.open('/')
  await seen(heading(page, 'Smart RSVP Management with Custom Roles'))
  await organizer.shoot('01-landing')
  await page.getByRole('link', { name: 'Sign up' }).first().click()
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await seen(page.getByText('Username is available'))
  await organizer.shoot('02-signup')
  await button(page, 'Sign up').click()
  await seen(page.getByText(/Verification email sent to .* Please check your inbox\./))
  await organizer.shoot('03-signup-sent')

  await organizer.open(await mailbox.link(email, /Verify/))
  await seen(page.getByText('Email verified successfully!'))
  await organizer.shoot('04-verified')
  await seen(page.getByText('No events yet')) // R127: the page goes on without a press, so a press may come too late
  await organizer.shoot('06-dashboard-empty')

  await page.getByRole('main').getByRole('link', { name: 'Create an event' }).click()
  await createEvent(
    organizer,
    {
      name: 'Autumn meetup',
      description: 'Talks, then pizza.',
      start: typedStart(10),
      roles: [
        { name: 'Speaker', seats: 2 },
        { name: 'Guest', seats: 5 },
      ],
    },
    (step) => organizer.shoot(`07-create-${step}`),
  )
  await page.waitForURL('**/dashboard')
  await seen(bar(page, 'Seats of Autumn meetup: 7 seats, no answers yet'))
  await organizer.shoot('08-dashboard')

  await page.getByRole('link', { name: 'Autumn meetup' }).click()
  await seen(heading(page, 'Autumn meetup'))
  await seen(bar(page, 'Speaker: 2 seats, no answers yet'))
  await organizer.shoot('09-event')
  const link = await copyLink(organizer)
  expect(link).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/rsvp\/[0-9a-f]{24}\?eventId=[0-9a-f]{24}&code=forfeedback$/)
  const dashboard = await organizer.openAnother('/dashboard')
  const group = await organizer.openAnother(`/group/${/rsvp\/(\w+)/.exec(link)?.[1]}`)
  await seen(bar(dashboard, 'Seats of Autumn meetup: 7 seats, no answers yet'))
  await seen(bar(group, 'Speaker: 2 seats, no answers yet'))
  const lists = [await organizer.openAnother(answersAt(group)), await organizer.openAnother(answersAt(page))]
  await Promise.all(lists.map((one) => seen(heading(one, 'No answers yet'))))
  await organizer.shoot('10-group', group)

  const invitee = await stage.newPerson({ width: 390, height: 844, timeZone: 'America/New_York' })
  const other = await stage.newPerson({ timeZone: 'Asia/Tokyo' })
  await other.open(link)
  await proveEmail(stage, other, 'yuki@guests.test', 'Yuki')
  await attend(other, 'Yes')
  await seen(roleSays(other.page, 'Speaker', '2 of 2 left'))

  await invitee.open(link)
  await seen(heading(invitee.page, 'Autumn meetup'))
  await invitee.shoot('11-invitee')
  await unfoldEmail(invitee.page)
  await invitee.page.getByLabel('Email').fill('ines@guests.test')
  await invitee.page.getByLabel('Name').fill('Inés Moreno')
  await button(invitee.page, 'Verify your email').click()
  await seen(invitee.page.getByLabel('Verification code'))
  await invitee.shoot('12-invitee-code')
  await invitee.page.getByLabel('Verification code').fill(await mailbox.code('ines@guests.test'))
  await toastSays(invitee.page, 'Email verified successfully!')
  await invitee.shoot('13-invitee-answer')
  await attend(invitee, 'Yes')
  await role(invitee.page, 'Speaker').check()
  await invitee.shoot('14-invitee-roles')
  await submit(invitee)
  await seen(thanks(invitee.page, 'Inés Moreno'))
  await invitee.page.getByText('How the seats fill up').click()

  const one = 'Speaker: 2 seats, 1 coming'
  await Promise.all([
    seen(bar(dashboard, 'Seats of Autumn meetup: 7 seats, 1 coming')),
    ...[group, page].map((window) => seen(bar(window, one))),
    seen(dashboard.getByText('1 coming, 0 not coming')),
    ...[group, page].map((window) => seen(window.getByRole('tab', { name: /^Answers\s*1$/ }))),
    ...lists.map((window) => seen(rowOf(window, 'ines@guests.test'))),
    seen(roleSays(other.page, 'Speaker', '1 of 2 left')),
  ])
  await Promise.all([group, page].map((window) => openTab(window, 'Answers')))
  await Promise.all([group, page].map((window) => seen(rowOf(window, 'ines@guests.test'))))
  await invitee.shoot('15-thank-you')
  await organizer.shoot('16-dashboard-after', dashboard)
  await organizer.shoot('17-event-after')
  await organizer.shoot('18-group-after', group)
  await other.shoot('19-other-invitee-after', other.page)

  await sayYes(other, 'Guest')
  await Promise.all([group, page, ...lists].map((window) => seen(rowOf(window, 'yuki@guests.test'))))
  await Promise.all([group, page].map((window) => openTab(window, 'Roles')))
  await Promise.all([
    seen(bar(dashboard, 'Seats of Autumn meetup: 7 seats, 2 coming')),
    ...[group, page].map((window) => seen(bar(window, 'Guest: 5 seats, 1 coming'))),
    seen(invitee.page.getByRole('listitem').filter({ hasText: 'Guest' }).getByText('1 of 5')),
  ])
  expect((await mailbox.all('ines@guests.test')).map(({ subject }) => subject)).toContain('You are coming to “Autumn meetup”')
})
