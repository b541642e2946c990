// Long: every page of an event is open for every role of its team, on another process than the one on which the roles end.
// R205: a role that ends takes the open screens with it, each page that the table opens to it, whichever process it ended on.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { accessApi } from '#protocol/people/access.ts'
import { teamApi } from '#protocol/people/team.ts'
import { type TeamRole, teamRoles } from '#protocol/people/team-roles.ts'
import { eventApi } from '#protocol/seats/event.ts'
import { tokenSecret } from '../kit/process/seed.ts'
import { newDatabase } from '../kit/world/fresh-store.ts'
import { type MongoServer, openMongoServer } from '../mongo/server.ts'
import { openStage, type Person, seen } from './kit.ts'
import { type PageOfOne, teamPages } from './live-table.ts'
import { setPlanAt } from './plans.ts'
import { type Held, type Host, openSeed } from './seed.ts'
import { type Server, startServer } from './server.ts'

let mongo: MongoServer | undefined
let far: Server
let uri = ''
const stage = openStage(async () => {
  mongo = await openMongoServer(inject('bundles'))
  uri = newDatabase(mongo.uri)
  return startServer({ MONGODB_URI: uri, TOKEN_SECRET: tokenSecret })
})
beforeAll(async () => {
  far = await startServer({ MONGODB_URI: uri, TOKEN_SECRET: tokenSecret })
})
afterAll(async () => {
  await far.close()
  await mongo?.close()
})
const { host, event, answer, call } = openSeed(stage)
const by = ({ token }: Host) => ({ authorization: `Bearer ${token}` })

const pages = Object.keys(teamPages) as PageOfOne[]
const pathOf = (page: string, { eventId, groupId }: Held) => page.replace(':eventId', eventId).replace(':groupId', groupId)

/** What a page says instead of what it showed. */
const noAccess = (page: Page) =>
  page.getByText(/You do not have access to this|can no longer be saved|This phone can’t check in guests|was canceled|Welcome back/)
/** Where everybody may look in, what only helpers see there. */
const asHelper = (page: Page) => page.getByText('You help with this event:')
const isPublic = (page: PageOfOne) => page === '/event/:eventId' || page === '/group/:groupId'

interface Helper {
  readonly as: Host
  readonly person: Person
  readonly teamId: string
  readonly open: readonly { readonly page: PageOfOne; readonly at: Page }[]
}

/** Somebody of the team with all that is open to their role, and nothing else. */
async function help(role: TeamRole, olivia: Host, held: Held): Promise<Helper> {
  const as = await host(role)
  const { body } = await call(teamApi.add, { id: held.eventId, email: as.email, role }, by(olivia))
  const link = await stage.mailbox.link(as.email, /help with an event/)
  await call(teamApi.accept, { token: new URL(link).searchParams.get('token') ?? '' })
  const person = await stage.newPerson({ token: as.token, url: far.url })
  person.expects(/status of 4(0[0-9]|10)/)
  const open: { page: PageOfOne; at: Page }[] = []
  for (const page of pages) {
    if (teamPages[page].includes(role)) {
      const at = await person.openAnother(pathOf(page, held))
      await seen(isPublic(page) ? asHelper(at) : at.locator('h1'))
      open.push({ page, at })
    } else if (teamPages[page].length > 0) {
      await person.open(pathOf(page, held))
      await seen(isPublic(page) ? person.page.locator('h1') : noAccess(person.page))
    }
  }
  for (const { page, at } of open.filter((one) => !isPublic(one.page)))
    expect([page, role, await noAccess(at).count()]).toEqual([page, role, 0])
  return { as, person, teamId: body.member._id, open }
}

test('R205, R202, R207, R181 each page of an event is left when the role ends: taken away, over, left, logged out, or with the event', async () => {
  const olivia = await host('olivia')
  await setPlanAt(uri, stage.server, olivia, 'team')
  const held = await event(olivia, [{ name: 'Guest', max: 9 }], { assignmentRules: { enableRoleSelfSelect: true } })
  await answer(held, 'Gina Gast', ['Guest'])
  const { eventId: id } = held
  const helpers = new Map(await Promise.all(teamRoles.map(async (role) => [role, await help(role, olivia, held)] as const)))
  const of = (role: TeamRole) => helpers.get(role) as Helper

  const ends: Readonly<Record<TeamRole, () => Promise<unknown>>> = {
    manager: () => call(teamApi.remove, { id, teamId: of('manager').teamId }, by(olivia)),
    assigner: () =>
      call(teamApi.change, { id, teamId: of('assigner').teamId, until: new Date(Date.now() + 1_000).toISOString() }, by(olivia)),
    messenger: () => call(teamApi.leave, { id }, by(of('messenger').as)),
    viewer: () => call(accessApi.logOut, {}, by(of('viewer').as)),
    door: () => call(eventApi.remove, { id }, by(olivia)),
  }
  const stayed: string[] = []
  for (const role of teamRoles) {
    await ends[role]()
    const left = of(role).open.map(async ({ page, at }) => {
      const isLeft = isPublic(page) ? asHelper(at).waitFor({ state: 'hidden' }) : seen(noAccess(at))
      await isLeft.catch(async () => stayed.push(`${page} for ${role}: ${(await at.locator('body').textContent())?.slice(0, 200)}`))
    })
    await Promise.all(left)
  }
  expect(stayed).toEqual([])
})
