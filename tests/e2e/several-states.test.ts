// Long: one group is waited for until it is over.
// A guest who stands otherwise in each group of an event, and whoever runs it, side by side: both see what a third changes, on each screen.
import { expect, test } from 'vitest'
import { eventApi } from '#protocol/seats/event.ts'
import { fromOwnPage } from '../kit/world/own-page.ts'
import { heading } from './acts.ts'
import { openStage, type Person, seen } from './kit.ts'
import { setPlan } from './plans.ts'
import { newName, openSeed } from './seed.ts'
import { violationsOf } from './violations.ts'

const stage = openStage()
const { host, call, prove } = openSeed(stage)
const hourMs = 3_600_000
const email = 'gina@guests.test'
const names = ['Bar', 'Door', 'Stage', 'Kitchen', 'Gate', 'Tent', 'Lounge'] as const

async function send(method: string, path: string, body: object, headers: Record<string, string>) {
  const answer = await fetch(`${stage.server.url}/api${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    ...(method !== 'GET' && { body: JSON.stringify(body) }),
  })
  const said = (await answer.json()) as { rsvps?: { _id: string; name: string }[] }
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(said)}`)
  return said
}

/** An event in whose groups one guest is coming, waits, is offered a seat, has declined, was removed, has not answered; one is deleted, one is about to be over. */
async function fair() {
  const olivia = await host()
  await setPlan(stage.server, [olivia], 'team')
  const asHost = { authorization: `Bearer ${olivia.token}` }
  const at = (ms: number) => new Date(Date.now() + ms).toISOString()
  const day = 24 * hourMs
  const more = { allowOverlap: true, limitToMembers: false, waitlistCutoffHours: 168 }
  const groups = [
    { name: 'Early bird', start: at(4_000), end: at(45_000), roles: [{ name: 'Guest', max: 2 }], ...more },
    ...names.map((name, nth) => ({
      name,
      start: at(5 * day + nth * 5 * hourMs),
      end: at(5 * day + nth * 5 * hourMs + 4 * hourMs),
      roles: [
        { name: 'Guest', max: name === 'Door' ? 1 : 2, ...(name === 'Lounge' && { min: 2 }) },
        { name: 'Keeper of the lanterns and the lights', max: 4 },
      ],
      ...more,
    })),
  ]
  const { body } = await call(
    eventApi.createWithGroup,
    {
      event: {
        name: 'Lantern fair',
        location: 'Old harbour',
        start: at(5 * day),
        end: at(7 * day),
        timeZone: 'Europe/Berlin',
        assignmentRules: { enableRoleAssignment: false, enableRoleSelfSelect: true },
      },
      groups,
    },
    { ...asHost, 'idempotency-key': newName('fair') },
  )
  const eventId = body.event._id
  const ids = Object.fromEntries(body.groups.map(({ name, _id }) => [name, _id]))
  const idOf = (name: string) => ids[name] ?? ''
  const cookieOf = (who: string) => prove({ groupId: idOf('Bar'), eventId, invitation: '' }, who)
  const answer = async (cookie: string, who: { name: string; email: string }, group: string, more: object) =>
    send(
      'POST',
      '/rsvp/submit',
      { eventId, ...who, groups: [{ groupId: idOf(group), attending: true, roles: ['Guest'], ...more }] },
      fromOwnPage(cookie),
    )
  const limit = (group: string, max: number) => send('PATCH', `/group/${idOf(group)}/roles/Guest`, { max, moveToWaitlist: true }, asHost)
  const [gina, ann] = [
    { name: 'Gina', email },
    { name: 'Ann', email: 'ann@guests.test' },
  ]
  const [cookie, other] = [await cookieOf(email), await cookieOf(ann.email)]
  for (const group of ['Door', 'Stage']) await answer(other, ann, group, {})
  for (const group of ['Early bird', 'Bar', 'Stage', 'Kitchen', 'Gate', 'Tent']) await answer(cookie, gina, group, {})
  await answer(cookie, gina, 'Door', { roles: [], waitFor: ['Guest'] })
  await answer(cookie, gina, 'Kitchen', { attending: false, roles: [] })
  await limit('Stage', 1)
  await limit('Stage', 2)
  const { rsvps = [] } = await send('GET', `/group/${idOf('Gate')}/rsvps`, {}, asHost)
  await send('DELETE', `/group/${idOf('Gate')}/rsvps/${rsvps.find(({ name }) => name === 'Gina')?._id}`, {}, asHost)
  await send('DELETE', `/group/${idOf('Tent')}`, {}, asHost)
  return { olivia, eventId, cookie, other, ann, answer }
}

async function guestAt(
  width: number,
  colorScheme: 'light' | 'dark',
  { eventId, cookie }: { eventId: string; cookie: string },
): Promise<Person> {
  const person = await stage.newPerson({ width, height: 900, colorScheme, bypassCSP: true })
  const cookies = cookie.split('; ').map((one) => one.split('='))
  await person.context.addCookies(cookies.map(([name = '', ...value]) => ({ name, value: value.join('='), url: stage.server.url })))
  await person.open(`/rsvp/event/${eventId}`)
  await seen(person.page.getByRole('list', { name: 'Your shifts' }))
  return person
}

const screens = [390, 768, 1440].flatMap((width) => (['light', 'dark'] as const).map((scheme) => [width, scheme] as const))

test('R123 R151 R130 each state of each group stands on the guest’s page and on the organizer’s, and both follow what a third does', async () => {
  const held = await fair()
  const guest = await guestAt(390, 'light', held)
  const board = await stage.newPerson({ width: 1440, height: 900, bypassCSP: true, token: held.olivia.token })
  await board.open(`/event/${held.eventId}`)
  const row = (state: string) => guest.page.locator(`li[data-state="${state}"]`)
  for (const state of ['coming', 'waiting', 'offered', 'removed']) await seen(row(state).first())
  await seen(row('waiting').getByText('You’re number 1 in line for Guest'))
  await seen(row('offered').getByRole('button', { name: 'Accept' }))
  await seen(guest.page.locator('[data-group="Kitchen"]').getByText('Not coming'))
  await seen(guest.page.locator('[data-group="Stage"]').getByText('Held for you', { exact: true }))
  await seen(row('over').getByText('Early bird'))
  // What to do, over all groups.
  const todo = board.page.getByRole('region', { name: 'What to do now' })
  await seen(todo.getByText('Lounge:'))
  await seen(todo.getByRole('button', { name: 'Invite: Lounge' }))
  expect(await violationsOf(board.page)).toEqual([])
  expect(await violationsOf(guest.page)).toEqual([])
  // For those who look at the pictures.
  for (const [width, scheme] of process.env.SCREENSHOTS === undefined ? [] : screens) {
    const one = await guestAt(width, scheme, held)
    await one.shoot(`states-guest-${width}-${scheme}`)
    await one.page.close()
    const two = await stage.newPerson({ width, height: 900, colorScheme: scheme, token: held.olivia.token })
    for (const view of ['days', 'matrix']) {
      await two.open(`/event/${held.eventId}?groups=${view}`)
      await seen(two.page.getByRole('link', { name: 'Lounge', exact: true }))
      await two.shoot(`states-host-${view}-${width}-${scheme}`)
    }
    await two.page.close()
  }
  // A third gives a seat back, and takes the last two that somebody has to come to.
  await held.answer(held.other, held.ann, 'Door', { attending: false, roles: [] })
  await seen(guest.page.locator('[data-group="Door"]').getByText('A seat is held for you'))
  await held.answer(held.other, held.ann, 'Lounge', {})
  await seen(todo.getByText('Guest needs 1 more'))
  await seen(guest.page.locator('[data-group="Lounge"]').getByText('1 of 2 left'))
  await seen(heading(guest.page, /You’re coming/))
})
