// Long: two real servers with a browser on each, one of which ends.
// Two server processes on one MongoDB-protocol server, with a browser on each: they move together, and one takes over from the other.
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { type Front, openFront } from '../kit/process/front.ts'
import { tokenSecret } from '../kit/process/seed.ts'
import { newDatabase } from '../kit/world/fresh-store.ts'
import { type MongoServer, openMongoServer } from '../mongo/server.ts'
import { attend, bar, button, copyLink, createEvent, proveEmail, role, roleSays, sayYes, submit, thanks } from './acts.ts'
import { openStage, type Person, seen } from './kit.ts'
import { newName, openSeed, typedStart } from './seed.ts'
import { type Server, startServer } from './server.ts'

let [mongo, env]: [MongoServer | undefined, Record<string, string>] = [undefined, {}]
let second: Server
/** Where the browsers of process B go: to A once B is dead. */
let front: Front

const stage = openStage(async () => {
  mongo = await openMongoServer(inject('bundles'))
  env = { MONGODB_URI: newDatabase(mongo.uri), TOKEN_SECRET: tokenSecret }
  return startServer(env)
})
beforeAll(async () => {
  second = await startServer(env)
  front = await openFront([second.url, stage.server.url])
})
afterAll(async () => {
  front.close()
  await second.close()
  await mongo?.close()
})
const seed = openSeed(stage)
const { mailbox } = stage
const live = ({ page }: Person) => seen(page.getByRole('status').getByText('Live', { exact: true }))

test('L8 R13 R14 an organizer on one process, an invitee on the other: the whole job, and every screen moves', async () => {
  const organizer = await stage.newPerson()
  const { page } = organizer
  const username = newName('olivia_')
  const [email, password] = [`${username}@hosts.test`, 'correct horse battery']
  await organizer.open('/signup')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await seen(page.getByText('Username is available'))
  await button(page, 'Sign up').click()
  await organizer.open(await mailbox.link(email, /Verify/))
  await page.getByRole('main').getByRole('link', { name: 'Create an event' }).click()
  const roles = [
    { name: 'Speaker', seats: 2 },
    { name: 'Guest', seats: 5 },
  ]
  await createEvent(organizer, { name: 'Autumn meetup', start: typedStart(10), roles })
  await page.waitForURL('**/dashboard')
  await page.getByRole('link', { name: 'Autumn meetup' }).click()
  const link = new URL(await copyLink(organizer))
  const dashboard = await organizer.openAnother('/dashboard')
  await seen(bar(dashboard, 'Seats of Autumn meetup: 7 seats, no answers yet'))
  const answers = await organizer.openAnother(`${new URL(page.url()).pathname}?tab=answers`)

  const [invitee, neighbour] = [await stage.newPerson({ url: front.url, width: 390, height: 844 }), await stage.newPerson()]
  for (const [person, name] of [
    [invitee, 'Ines'],
    [neighbour, 'Yuki'],
  ] as const) {
    await person.open(link.pathname + link.search)
    await proveEmail(stage, person, `${name.toLowerCase()}@guests.test`, name)
    await attend(person, 'Yes')
    await seen(roleSays(person.page, 'Speaker', '2 of 2 left'))
  }
  await Promise.all([organizer, invitee, neighbour].map(live))

  await sayYes(invitee, 'Speaker')
  await Promise.all([
    seen(bar(dashboard, 'Seats of Autumn meetup: 7 seats, 1 coming')),
    seen(bar(page, 'Speaker: 2 seats, 1 coming')),
    seen(answers.getByRole('row').filter({ hasText: 'ines@guests.test' })),
    seen(roleSays(neighbour.page, 'Speaker', '1 of 2 left')),
  ])
  await invitee.page.getByText('How the seats fill up').click()
  await sayYes(neighbour, 'Guest')
  await Promise.all([
    seen(invitee.page.getByRole('listitem').filter({ hasText: 'Guest' }).getByText('1 of 5')),
    seen(bar(page, 'Guest: 5 seats, 1 coming')),
  ])
  await organizer.shoot('two-processes-organizer')
  await invitee.shoot('two-processes-invitee')
  expect((await mailbox.all('ines@guests.test')).map(({ subject }) => subject)).toContain('You are coming to “Autumn meetup”')
})

test('L5 L8 S6 a process is killed: its browser goes on by itself on the other one, with what was typed and the right numbers', async () => {
  const olivia = await seed.host()
  const roles = [
    { name: 'Speaker', max: 2 },
    { name: 'Guest', max: 4 },
  ]
  const held = await seed.event(olivia, roles)
  const organizer = await stage.newPerson({ token: olivia.token })
  const lea = await stage.newPerson({ url: front.url, width: 390, height: 844 })
  lea.expects(/ERR_CONNECTION|ERR_CONTENT_LENGTH|ERR_EMPTY_RESPONSE|WebSocket/)
  await organizer.open(`/event/${held.eventId}`)
  await lea.open(held.invitation)
  await proveEmail(stage, lea, 'lea@guests.test', 'Lea')
  await attend(lea, 'Yes')
  await role(lea.page, 'Speaker').check()
  await Promise.all([organizer, lea].map(live))

  await second.kill()
  await seed.answer(held, 'Kim', ['Guest'])
  await seen(roleSays(lea.page, 'Guest', '3 of 4 left'))
  await live(lea)
  expect(await role(lea.page, 'Speaker').isChecked()).toBe(true)
  await lea.shoot('two-processes-after-kill')
  await submit(lea)
  await seen(thanks(lea.page, 'Lea'))
  await seen(bar(organizer.page, 'Speaker: 2 seats, 1 coming'))
})
