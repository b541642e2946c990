// Long: two browsers on two servers, one of which is killed and missed after ten seconds.
// Together at the board (R104): two browsers on two server processes see each other and what each edits, until a tab or a process is gone.
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { memberApi } from '#protocol/people/member.ts'
import { orgApi } from '#protocol/people/org.ts'
import { tokenSecret } from '../kit/process/seed.ts'
import { newDatabase } from '../kit/world/fresh-store.ts'
import { type MongoServer, openMongoServer } from '../mongo/server.ts'
import { gone, openStage, type Person, screens, seen } from './kit.ts'
import { setPlanAt } from './plans.ts'
import { type Held, type Host, openSeed } from './seed.ts'
import { type Server, startServer } from './server.ts'

let [mongo, env]: [MongoServer | undefined, Record<string, string>] = [undefined, {}]
let second: Server
const stage = openStage(async () => {
  mongo = await openMongoServer(inject('bundles'))
  env = { MONGODB_URI: newDatabase(mongo.uri), TOKEN_SECRET: tokenSecret }
  return startServer(env)
})
const seed = openSeed(stage)
let [olivia, mia, jon]: Host[] = []
let held: Held
const known = (one: Host | undefined) => one ?? expect.fail('nobody is here yet')

beforeAll(async () => {
  second = await startServer(env)
  ;[olivia, mia, jon] = [await seed.host('olivia', 'olivia_oak'), await seed.host('mia', 'mia_moss'), await seed.host('jon', 'jon_juniper')]
  await setPlanAt(env.MONGODB_URI ?? '', stage.server, olivia, 'team')
  const as = ({ token }: Host) => ({ authorization: `Bearer ${token}` })
  const { body: made } = await seed.call(orgApi.create, { organization: { name: 'Choir' }, owner: { email: olivia.email } }, as(olivia))
  for (const one of [mia, jon]) {
    const member = { member: { role: 'admin' as const }, user: { name: '', email: one.email }, organization: { orgId: made.orgId } }
    await seed.call(orgApi.addMembers, { members: [member] }, as(olivia))
    await seed.call(memberApi.answer, { id: made.orgId, accept: true }, as(one))
  }
  const roles = [
    { name: 'Speaker', max: 2 },
    { name: 'Guest', max: 5 },
  ]
  held = await seed.event(olivia, roles, { ownerOrgId: made.orgId })
})
afterAll(async () => {
  await second.close()
  await mongo?.close()
})

const here = ({ page }: Person, words: string) => page.getByRole('list', { name: /^(Also here|Here now)$/ }).getByText(words)
const rowSays = ({ page }: Person, words: string) => page.getByRole('list', { name: 'Roles' }).getByText(words, { exact: true })

test('R104 two at one board see each other and what each edits, and no longer once a tab is closed', async () => {
  const olga = await stage.newPerson({ token: known(olivia).token })
  const other = await stage.newPerson({ token: known(mia).token, url: second.url })
  await olga.open(`/event/${held.eventId}`)
  const dashboard = await olga.openAnother('/dashboard')
  await other.open(`/group/${held.groupId}`)
  await Promise.all([seen(here(olga, 'mia_moss')), seen(here(other, 'olivia_oak'))])
  await other.page.getByRole('spinbutton', { name: 'Limit of Speaker' }).focus()
  await seen(rowSays(olga, 'mia_moss edits Speaker'))
  await seen(dashboard.getByRole('list', { name: 'Here now' }).getByText('mia_moss edits Speaker'))
  expect(await here(olga, 'olivia_oak').count()).toBe(0) // oneself isn't somebody else
  await other.page.close()
  await gone(here(olga, 'mia_moss'))
  await gone(dashboard.getByRole('list', { name: 'Here now' }).getByText('mia_moss'))
})

test('R104 it looks right where two others are there', async () => {
  const [first, other] = [
    await stage.newPerson({ token: known(mia).token, url: second.url }),
    await stage.newPerson({ token: known(jon).token, url: second.url }),
  ]
  await first.open(`/group/${held.groupId}`)
  await other.open(`/group/${held.groupId}/edit`)
  await first.page.getByRole('spinbutton', { name: 'Limit of Speaker' }).focus()
  for (const [width, colorScheme] of screens) {
    const olga = await stage.newPerson({ token: known(olivia).token, width, colorScheme })
    await olga.open(`/group/${held.groupId}`)
    await seen(here(olga, 'edits Speaker'))
    await seen(here(olga, 'edits this group'))
    expect(await olga.page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
    await olga.shoot(`presence-group-${width}-${colorScheme}`)
    await olga.open('/dashboard')
    await seen(olga.page.getByRole('list', { name: 'Here now' }))
    await olga.shoot(`presence-dashboard-${width}-${colorScheme}`)
    await olga.open(`/group/${held.groupId}/edit`)
    await seen(olga.page.getByText('mia_moss edits Speaker'))
    await olga.shoot(`presence-edit-${width}-${colorScheme}`)
    await olga.context.close()
    await other.page.bringToFront()
  }
})

test('R104 a process is killed: who was there over it is gone within 10 s', async () => {
  const olga = await stage.newPerson({ token: known(olivia).token })
  const other = await stage.newPerson({ token: known(mia).token, url: second.url })
  other.expects(/ERR_CONNECTION|ERR_CONTENT_LENGTH|ERR_EMPTY_RESPONSE|WebSocket/)
  await olga.open(`/group/${held.groupId}`)
  await other.open(`/group/${held.groupId}`)
  await seen(here(olga, 'mia_moss'))
  await second.kill()
  await gone(here(olga, 'mia_moss'))
  await second.restart()
  await seen(here(olga, 'mia_moss'))
})
