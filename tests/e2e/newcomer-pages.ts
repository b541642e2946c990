// The pages that somebody new comes to by an email, and their states, for the same checks as all other pages.
import { orgApi } from '#protocol/people/org.ts'
import { button, createEvent, heading } from './acts.ts'
import { type PersonOptions, type Stage, seen } from './kit.ts'
import type { Check } from './pages-seen.ts'
import { setPlan } from './plans.ts'
import { newName, openSeed, typedStart } from './seed.ts'

/** Sign-up on one device, its email opened on another. */
async function visitSignUp(stage: Stage, options: PersonOptions, check: Check) {
  const [here, elsewhere] = [await stage.newPerson(options), await stage.newPerson(options)]
  elsewhere.expects(/status of 403/)
  const { page } = elsewhere
  const email = `${newName('pages')}@hosts.test`
  await here.open('/signup')
  await here.page.getByLabel('Email').fill(email)
  await here.page.getByLabel('Password', { exact: true }).fill('correct horse battery')
  await button(here.page, 'Sign up').click()
  await seen(here.page.getByText(/Verification email sent to/))
  await check(here, 'newcomer: letter sent')
  await elsewhere.open(await stage.mailbox.link(email, /Verify/))
  await page.getByLabel('Your password').fill('not this one')
  await button(page, 'Verify email').click()
  await seen(page.getByText('This is not the password you chose.'))
  await check(elsewhere, 'newcomer: password asked for, and wrong')
  await button(page, 'Choose a new password').click()
  await page.getByLabel('New password').fill('another horse battery')
  await button(page, 'Verify email').click()
  await seen(page.getByText('Email verified successfully!'))
  await check(elsewhere, 'newcomer: verified')
}

/** An event created while signed out, and what waits for its organizer. */
async function visitPublishing(stage: Stage, options: PersonOptions, check: Check) {
  const organizerEmail = `${newName('pages')}@walk.test`
  const walkIn = await stage.newPerson(options)
  await walkIn.open('/create')
  await createEvent(walkIn, {
    name: 'Chess night',
    start: typedStart(5),
    organizerEmail,
    roles: [{ name: 'Player', seats: 4 }],
  })
  await seen(heading(walkIn.page, 'Check your email'))
  await check(walkIn, 'newcomer: check your email')
  const organizer = await stage.newPerson(options)
  await organizer.open(await stage.mailbox.link(organizerEmail, /Publish/))
  await seen(button(organizer.page, 'Publish Chess night'))
  await check(organizer, 'newcomer: waiting to be published')
  await organizer.open('/dashboard')
  await seen(organizer.page.getByRole('link', { name: 'Review and publish Chess night' }))
  await check(organizer, 'newcomer: dashboard with an event that waits')
  await organizer.open('/publish')
  await button(organizer.page, 'Publish Chess night').click()
  await organizer.page.waitForURL('**/event/*')
  await organizer.open('/publish')
  await seen(organizer.page.getByText('Nothing to publish'))
  await check(organizer, 'newcomer: nothing waits')
}

/** Members who are invited, as the owner and as they see it. */
async function visitInvitations(stage: Stage, options: PersonOptions, check: Check) {
  const { host, call } = openSeed(stage)
  const cys = `${newName('cy')}@pages.test`
  const [olivia, ann] = [await host('olivia'), await host('ann')]
  await setPlan(stage.server, [olivia], 'team')
  const as = { authorization: `Bearer ${olivia.token}` }
  await call(orgApi.create, { organization: { name: 'City Choir' }, owner: { email: olivia.email } }, as)
  const members = [
    { name: 'Ann', email: ann.email },
    { name: 'Cy', email: cys },
  ]
  await call(orgApi.addBulk, { members }, as)
  const owner = await stage.newPerson({ ...options, token: olivia.token })
  await owner.open('/dashboard?view=members')
  await seen(owner.page.getByText('Invite again'))
  await check(owner, 'newcomer: members, two of them invited')
  const invited = await stage.newPerson({ ...options, token: ann.token })
  for (const path of ['/dashboard', '/profile']) {
    await invited.open(path)
    await seen(button(invited.page, 'Accept the invitation of City Choir'))
    await check(invited, `newcomer: invited, ${path}`)
  }
  await button(invited.page, 'Accept the invitation of City Choir').click()
  await seen(button(invited.page, 'Leave City Choir'))
  await check(invited, 'newcomer: accepted, /profile')
  const cy = await stage.newPerson(options)
  await cy.open(await stage.mailbox.link(cys, /invited/))
  await seen(button(cy.page, 'Accept'))
  await check(cy, 'newcomer: invitation')
  await button(cy.page, 'Accept').click()
  await seen(heading(cy.page, 'You’re a member of City Choir'))
  await check(cy, 'newcomer: invitation accepted')
}

/** Visits them all; the invitations first, since their plan takes a restart of the server. */
export async function visitNewcomerPages(stage: Stage, options: PersonOptions, check: Check) {
  await visitInvitations(stage, options, check)
  await visitSignUp(stage, options, check)
  await visitPublishing(stage, options, check)
}
