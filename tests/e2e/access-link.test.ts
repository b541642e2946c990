// The shortest way in: a link by email to one's dashboard. The others: ways-in.test.ts.
import { test } from 'vitest'
import { bar, button, heading } from './acts.ts'
import { openStage, seen, toastSays } from './kit.ts'
import { openSeed } from './seed.ts'

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
  await toastSays(asking.page, 'Access link sent (if account exists)')
  await asking.shoot('31-link-sent')

  const link = await stage.mailbox.link(olivia.email, /sign-in link/)
  const fresh = await stage.newPerson()
  await fresh.open(link)
  await fresh.page.waitForURL('**/dashboard')
  await seen(bar(fresh.page, 'Seats of Summer school: 2 seats, no answers yet'))
  await fresh.page.reload()
  await seen(bar(fresh.page, 'Seats of Summer school: 2 seats, no answers yet'))
  await button(fresh.page, 'Your account').click()
  await seen(fresh.page.getByText('Signed in by email'))
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
