// Every page and state of the product, opened one after the other, for checks that all of them must pass.
import { eventApi } from '#protocol/seats/event.ts'
import { attend, button, heading, proveEmail, role, submit, thanks, unfoldEmail } from './acts.ts'
import { type Person, type PersonOptions, type Stage, seen } from './kit.ts'
import { setPlan } from './plans.ts'
import { inDays, newName, openSeed, typedStart } from './seed.ts'

/** Called with every page once it is there. */
export type Check = (person: Person, name: string) => Promise<void>

/** The pages anyone can open. */
const openPages: readonly [path: string, heading: RegExp][] = [
  ['/', /Smart RSVP Management with Custom Roles/],
  ['/access', /Please login/],
  ['/login', /Welcome back/],
  ['/signup', /Create your account/],
  ['/request-token', /Get Access Link/],
  ['/token?token=wrong', /Invalid or expired access link/],
  ['/forgot-password', /Forgot/],
  ['/reset-password?token=wrong', /Set|Reset/],
  ['/verify-email', /Invalid verification link/],
  ['/prove-email', /This link is no longer valid/],
  ['/verify-email?token=wrong', /Invalid|expired/],
  ['/prove-email?token=wrong', /Verify your email/],
  ['/my-answers', /My answers/],
  ['/invitation', /This invitation is no longer valid/],
  ['/invitation?token=wrong', /This invitation is no longer valid/],
  ['/team?token=wrong', /This invitation is no longer valid/],
  ['/unsubscribe?token=wrong', /This link is no longer valid/],
  ['/hand-over?token=wrong', /This offer is no longer valid/],
  ['/companion?token=wrong', /This link is no longer valid/],
  ['/p#wrong', /This pass is not valid/],
  ['/dashboard', /Login or use the link/],
  ['/pricing', /Choose Your Plan/],
  ['/help', /Help/],
  ['/privacy', /Privacy/],
  ['/terms', /Terms/],
  ['/user-guide', /./],
  ['/nowhere', /./],
  ['/door/000000000000000000000000', /This phone can’t check in guests/],
  ['/event/000000000000000000000000', /Event Not Found/],
  ['/group/000000000000000000000000', /Group Not Found/],
]

export async function visitOpenPages(stage: Stage, options: PersonOptions, check: Check) {
  const person = await stage.newPerson(options)
  person.expects(/status of 4(0[04]|10)/)
  for (const [path, title] of openPages) {
    await person.open(path)
    await seen(heading(person.page, title))
    await check(person, path)
  }
}

/** Names as long as they may be, some of them without a place to break. */
const longName = `${'Internationale '.repeat(4)}${'Donaudampfschifffahrtsgesellschaftskapitän'}`
const longRole = 'Oberweserdampfschifffahrtsgesellschaftskapitänsmützenträger'

export async function visitOrganizerPages(stage: Stage, options: PersonOptions, check: Check) {
  const { host, event, answer } = openSeed(stage)
  const olivia = await host()
  const held = await event(
    olivia,
    [
      { name: longRole, max: 20 },
      { name: 'Speaker', max: 1 },
    ],
    { name: longName },
  )
  await answer(held, 'Ann Archer', ['Speaker'])
  await answer(held, 'Bob Baker', null)
  const person = await stage.newPerson({ ...options, token: olivia.token })
  const { page } = person
  const pages: [string, RegExp][] = [
    ['/dashboard', /Dashboard/],
    ['/dashboard?view=groups', /Dashboard/],
    [`/event/${held.eventId}`, /Internationale/],
    [`/event/${held.eventId}/edit`, /Update Event/],
    [`/group/${held.groupId}`, /Role Summary/],
    ...['answers', 'waiting', 'activity', 'settings'].map((tab): [string, RegExp] => [`/group/${held.groupId}?tab=${tab}`, /./]),
    [`/group/${held.groupId}/edit`, /Update Group/],
    [`/group/${held.groupId}/roster`, /^Roster$/],
    [`/event/${held.eventId}/passes`, /Passes to print/],
    [`/event/${held.eventId}/practice`, /Passes to practice with/],
    [`/group/${held.groupId}/poster`, /^Poster$/],
    [`/group/${held.groupId}/messages`, /Messages/],
    [`/group/${held.groupId}/activity`, /Activity/],
    [`/group/${held.groupId}/invite`, /Invite people/],
    [`/payment/${held.groupId}`, /Upgrade Group/],
    ['/payment', /./],
    ['/subscription/success', /./],
    ['/createGroup', /./],
    ['/org-setup', /./],
    ['/member-setup', /Select or Setup Organization/],
    ['/brand', /Brand/],
    ['/profile', /./],
  ]
  for (const [path, title] of pages) {
    await person.open(path)
    await seen(heading(page, title))
    if (path.endsWith('dashboard')) await seen(page.getByRole('img', { name: /^Seats of/ }))
    if (/(event|group)\/\w+$/.test(path)) await seen(page.getByRole('img', { name: /^Speaker/ }))
    await check(person, path)
  }
  await person.open(`/event/${held.eventId}`)
  // On a phone what changes roles stands behind one button.
  await seen(heading(page, /Role Summary/))
  if (await button(page, 'Edit limits').isVisible()) await button(page, 'Edit limits').click()
  await button(page, 'Delete Speaker').click()
  await seen(page.getByRole('dialog'))
  await check(person, 'a dialog')
  await person.open('/create')
  await seen(heading(page, /Event Details/))
  await button(page, 'Next').click()
  await seen(page.getByText('Please enter a name for the event'))
  await check(person, 'create: details, with errors')
  await page.getByLabel('Event name').fill(longName)
  await page.getByLabel('Start').fill(typedStart(4))
  await button(page, '2 Who picks').click()
  await seen(heading(page, /Assignment Setup/))
  await check(person, 'create: assignment')
  await button(page, 'Next').click()
  await button(page, 'Add Role').click()
  await button(page, 'Create event').click()
  await seen(page.getByText('Role name is required'))
  await check(person, 'create: attendees, with errors')
}

/** `ADMIN_EMAILS` of the stage's server. */
export const operatorEmail = 'reach_operator@hosts.test'

export async function visitOperatorPages(stage: Stage, options: PersonOptions, check: Check) {
  const { token } = await openSeed(stage).host('operator', operatorEmail.replace(/@.*/, ''))
  const person = await stage.newPerson({ ...options, token })
  await person.open('/admin')
  for (const tab of ['Overview', 'Emails', 'People', 'Log']) {
    await person.page.getByRole('tab', { name: tab }).click()
    await check(person, `/admin: ${tab}`)
  }
}

/** Of an event with two groups, each with a role of a long name. */
async function invitationToSeveral(stage: Stage): Promise<string> {
  const { host, call } = openSeed(stage)
  const owner = await host()
  await setPlan(stage.server, [owner], 'pro')
  const [start, end] = [inDays(10).toISOString(), inDays(11).toISOString()]
  const groups = ['Bar', 'Door'].map((name) => ({ name: `${name} ${longName}`.slice(0, 100), roles: [{ name: longRole, max: 3 }] }))
  const headers = { authorization: `Bearer ${owner.token}`, 'idempotency-key': newName('several') }
  const { body } = await call(eventApi.createWithGroup, { event: { name: longName, start, end }, groups }, headers)
  return `/rsvp/event/${body.event._id}`
}

export async function visitInviteePages(stage: Stage, options: PersonOptions, check: Check) {
  const { host, event, answer, enableConfirmation, removeEvent } = openSeed(stage)
  const olivia = await host()
  const held = await event(
    olivia,
    [
      { name: longRole, max: 20 },
      { name: 'Speaker', max: 1 },
      { name: 'Guest', max: 8 },
    ],
    { name: longName },
  )
  await answer(held, 'Ann Archer', ['Speaker'])
  await enableConfirmation(olivia, held)
  const person = await stage.newPerson({ ...options, timeZone: 'Asia/Tokyo' })
  const { page } = person
  person.expects(/status of 40[04]/)
  await person.open('/rsvp/abc')
  await seen(heading(page, /We can’t find this invitation/))
  await check(person, 'invitee: wrong link')
  await person.open(await invitationToSeveral(stage))
  await seen(heading(page, longName))
  await check(person, 'invitee: all groups of an event')
  await person.open(held.invitation)
  await seen(page.getByText('Are you coming?').first())
  await unfoldEmail(page)
  await page.getByLabel('Email').fill('nobody')
  await button(page, 'Verify your email').click()
  await seen(page.getByText('Please enter a valid email address'))
  await check(person, 'invitee: email, with an error')
  await page.getByLabel('Email').fill('')
  await proveEmail(stage, person, 'olaf@guests.test', 'Olaf')
  await check(person, 'invitee: answer')
  await attend(person, 'Yes')
  await role(page, 'Guest').check()
  await check(person, 'invitee: roles, one of them full')
  await submit(person)
  await seen(page.getByRole('dialog'))
  await check(person, 'invitee: confirmation')
  await button(page, 'Send, confirm later').click()
  await seen(thanks(page))
  await check(person, 'invitee: Thank You')
  await removeEvent(olivia, held)
  await seen(page.getByText('This event was canceled'))
  await check(person, 'invitee: cancelled')
  const [start, end] = [1_000, 2_500].map((ms) => new Date(Date.now() + ms).toISOString())
  const short = await event(olivia, [{ name: 'Speaker', max: 2 }], { start, end })
  await person.open(short.invitation)
  await seen(page.getByText('This event has ended'))
  await check(person, 'invitee: ended')
}
