// Ways in and out, and what becomes of an event: magic links, creating while signed out, logout, a moved start, a cancelled event.
import { expect, test } from 'vitest'
import { z } from 'zod/mini'
import { attend, bar, button, createEvent, heading, logIn, proveEmail, role, sayYes } from './acts.ts'
import { openStage, seen, soonMs } from './kit.ts'
import { openSeed, typedStart } from './seed.ts'

const stage = openStage()
const { host, event } = openSeed(stage)
const closedDashboard = 'Login or use the link emailed to you to access your dashboard.'

test('R29 R33 an emailed link opens the dashboard in a fresh browser, survives a reload, and ends with the logout', async () => {
  const olivia = await host()
  await event(olivia, [{ name: 'Speaker', max: 2 }])
  const asking = await stage.newPerson()
  await asking.open('/dashboard')
  await seen(asking.page.getByText(closedDashboard))
  await asking.shoot('30-closed-dashboard')
  await asking.open('/request-token')
  await asking.page.getByLabel('Email').fill(olivia.email)
  await button(asking.page, 'Send Access Link').click()
  await seen(heading(asking.page, 'Check your email'))
  await seen(asking.page.getByText('Access link sent (if account exists)'))
  await asking.shoot('31-link-sent')

  const link = await stage.mailbox.link(olivia.email, /access link/)
  const fresh = await stage.newPerson()
  await fresh.open(link)
  await fresh.page.waitForURL('**/dashboard')
  await seen(bar(fresh.page, 'Speaker: 2 seats, no answers yet'))
  await fresh.page.reload()
  await seen(bar(fresh.page, 'Speaker: 2 seats, no answers yet'))
  await button(fresh.page, 'Your account').click()
  await seen(fresh.page.getByText('Here by your access link'))
  await fresh.shoot('32-by-link')
  await fresh.page.getByRole('menuitem', { name: 'Logout' }).click()
  await seen(fresh.page.getByText('Logged out'))
  await seen(heading(fresh.page, 'Smart RSVP Management with Custom Roles'))
  await fresh.open('/dashboard')
  await seen(fresh.page.getByText(closedDashboard))

  asking.expects(/status of 400/)
  await asking.open(link)
  await seen(asking.page.getByText('Invalid or expired access link.'))
  await asking.shoot('33-link-ended')
})

test('R32 an event created while signed out waits for its link; opening it makes the open invitation answerable', async () => {
  const organizer = await stage.newPerson()
  const { page } = organizer
  await organizer.open('/')
  await seen(heading(page, 'Smart RSVP Management with Custom Roles'))
  await organizer.shoot('34-landing')
  await page.getByRole('link', { name: 'Start Your Free Event' }).first().click()
  const created = page.waitForResponse('**/api/event/with-group')
  const organizerEmail = 'walk.in@hosts.test'
  const roles = [{ name: 'Player', seats: 4 }]
  await createEvent(organizer, { name: 'Chess night', start: typedStart(5), organizerEmail, roles }, async (step) => {
    if (step === 'assignment') await organizer.shoot('35-locked-assignment')
  })
  await seen(heading(page, 'Check your email'))
  await organizer.shoot('36-publish-by-email')
  const { groupId, event } = Created.parse(await (await created).json())

  const invitee = await stage.newPerson({ width: 390, height: 844 })
  await invitee.open(`/rsvp/${groupId}?eventId=${event._id}&code=forfeedback`)
  await seen(invitee.page.getByText('This event is not published yet'))
  await invitee.shoot('37-not-published')
  const fresh = await stage.newPerson()
  await fresh.open(await stage.mailbox.link(organizerEmail, /Publish “Chess night”/))
  await seen(heading(invitee.page, 'Chess night'), soonMs)
  await seen(bar(fresh.page, 'Player: 4 seats, no answers yet'))
  await proveEmail(stage, invitee, 'rook@guests.test', 'Rook')
  await sayYes(invitee, 'Player')
  await seen(bar(fresh.page, 'Player: 4 seats, 1 yes, not confirmed'), soonMs)
})
const Created = z.object({ groupId: z.string(), event: z.object({ _id: z.string() }) })

test('R54 R57 a moved start and a deleted event reach the open form, the Thank You screen and the mailbox', async () => {
  const olivia = await host()
  const held = await event(olivia, [{ name: 'Speaker', max: 2 }])
  const organizer = await stage.newPerson({ token: olivia.token })
  const [done, open] = [await stage.newPerson(), await stage.newPerson({ width: 390, height: 844 })]
  const { page } = organizer
  await done.open(held.invitation)
  await proveEmail(stage, done, 'hana@guests.test', 'Hana')
  await sayYes(done, 'Speaker')
  await open.open(held.invitation)
  await seen(heading(open.page, 'Summer school'))

  await organizer.open(`/event/${held.eventId}`)
  await button(page, 'Options').click()
  await page.getByRole('menuitem', { name: 'Edit Event' }).click()
  await seen(heading(page, /Update Event/))
  await page.getByLabel('Start').fill(typedStart(12))
  await organizer.shoot('38-edit-event')
  await button(page, 'Next').click()
  await seen(page.getByText(/gets an e-mail about the new time/))
  await organizer.shoot('39-edit-roles')
  await button(page, 'Save changes').click()
  await page.waitForURL(`**/event/${held.eventId}`)
  await Promise.all([done.page, open.page, page].map((window) => seen(window.getByText(/6:30 PM/), soonMs)))
  await stage.mailbox.next('hana@guests.test', /New time for “Summer school”/)

  await button(page, 'Options').click()
  await page.getByRole('menuitem', { name: 'Delete event' }).click()
  await seen(heading(page, 'Delete this event?'))
  await organizer.shoot('40-delete-event')
  await button(page, 'Delete').click()
  await Promise.all([done.page, open.page].map((window) => seen(window.getByText('This event was cancelled'), soonMs)))
  await open.shoot('41-cancelled')
  await done.shoot('42-cancelled-after-answer')
  await page.waitForURL('**/dashboard')
  await seen(page.getByText('No events yet'))
  await stage.mailbox.next('hana@guests.test', /“Summer school” was cancelled/)
})

test('R17 R33 somebody logged in answers without a code; /logout says so and leads to the start', async () => {
  const [olivia, guest] = [await host(), await host('gina')]
  const held = await event(olivia, [{ name: 'Speaker', max: 2 }])
  const gina = await stage.newPerson()
  await gina.open('/login')
  await logIn(gina, guest.email, guest.password)
  await seen(gina.page.getByText('Logged in successfully'))
  await gina.open(held.invitation)
  await seen(gina.page.getByText('Verified', { exact: true }))
  await gina.page.getByLabel('Name').fill('Gina')
  await attend(gina, 'Yes')
  await role(gina.page, 'Speaker').check()
  await gina.shoot('43-logged-in-guest')
  await button(gina.page, 'Submit RSVP').click()
  await seen(heading(gina.page, /Thank You/))
  await gina.open('/logout')
  await seen(gina.page.getByText('You have been logged out.'))
  await gina.shoot('44-logout')
  await seen(heading(gina.page, 'Smart RSVP Management with Custom Roles'))
  expect(new URL(gina.page.url()).pathname).toBe('/')
  expect(await gina.page.evaluate(() => localStorage.getItem('rolecallToken'))).toBe(null)
})
