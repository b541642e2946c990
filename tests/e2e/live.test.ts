// Long: all pages are open at once, and wait for each change.
// R137: everything a page calls Live is live, for each audience: all pages of the table are open, a third changes one thing after the other.
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import type { z } from 'zod/mini'
import type { Endpoint } from '#protocol/kernel/endpoint.ts'
import { messageApi } from '#protocol/mail/message.ts'
import { accountApi } from '#protocol/people/account.ts'
import { brandApi } from '#protocol/people/brand/brand.ts'
import { memberApi } from '#protocol/people/member.ts'
import { orgApi } from '#protocol/people/org.ts'
import { teamApi } from '#protocol/people/team.ts'
import { type TeamRole, teamRoles } from '#protocol/people/team-roles.ts'
import { assignApi } from '#protocol/seats/assign.ts'
import { eventApi } from '#protocol/seats/event.ts'
import { groupApi } from '#protocol/seats/group.ts'
import { openStage, type Person, seen } from './kit.ts'
import { type Audience, type Change, livePages, texts } from './live-table.ts'
import { setPlan } from './plans.ts'
import { openDeaf, staleOf } from './reopened.ts'
import { type Held, type Host, inDays, openSeed } from './seed.ts'

const stage = openStage()
const seed = openSeed(stage)
let [olivia, mia, jon, gus]: Host[] = []
/** R200: the event's team, one of each role. */
const team = new Map<TeamRole, Host>()
let held: Held
let orgId = ''
let proof = ''
const known = (one: Host | undefined) => one ?? expect.fail('nobody is here yet')
const ask = <In extends z.ZodMiniType, Out extends z.ZodMiniType>(as: Host | undefined, endpoint: Endpoint<In, Out>, input: z.input<In>) =>
  seed.call(endpoint, input, { authorization: `Bearer ${known(as).token}` })

const roles = [
  { name: 'Speaker', max: 7 },
  { name: 'Guest', max: 30 },
]

/** Who is given a role. */
const assigned = {
  zoe: { name: 'Zoe Zander', email: 'zoe.zander@members.test' },
  gil: { name: 'Gil Green', email: 'gil.green@guests.test' },
}
const add = (as: Host | undefined, user: { name: string; email: string }, role: 'admin' | 'member' = 'member') =>
  ask(as, orgApi.addMembers, { members: [{ member: { role }, user, organization: { orgId } }] })

beforeAll(async () => {
  ;[olivia, mia, jon, gus] = [
    await seed.host('olivia'),
    await seed.host('mia'),
    await seed.host('jon', 'jon_juniper'),
    await seed.host('gus'),
  ]
  await setPlan(stage.server, [known(olivia)], 'team')
  const made = await ask(olivia, orgApi.create, { organization: { name: 'Choir' }, owner: { email: known(olivia).email } })
  orgId = made.body.orgId
  const join = async (one: Host | undefined, role: 'admin' | 'member') => {
    await add(olivia, { name: '', email: known(one).email }, role)
    await ask(one, memberApi.answer, { id: orgId, accept: true })
  }
  await join(mia, 'admin')
  await join(jon, 'admin')
  await join(gus, 'member')
  for (const one of Object.values(assigned)) await add(olivia, one)
  held = await seed.event(known(olivia), roles, { ownerOrgId: orgId })
  const { body } = await ask(gus, accountApi.me, {})
  await ask(olivia, assignApi.grant, { id: held.eventId, groupId: held.groupId, userId: body.user._id })
  for (const role of teamRoles) {
    const one = await seed.host(role)
    await ask(olivia, teamApi.add, { id: held.eventId, email: one.email, role })
    const link = await stage.mailbox.link(one.email, /help with an event/)
    await ask(one, teamApi.accept, { token: new URL(link).searchParams.get('token') ?? '' })
    team.set(role, one)
  }
  proof = await seed.answer(held, 'Gil Green', [])
})

const assign = (who: keyof typeof assigned, roleName: string) =>
  ask(jon, assignApi.assign, { id: held.eventId, groupId: held.groupId, ...assigned[who], roleName })
const at = (clock: string) => inDays(12).toISOString().replace(/T.*$/, `${clock}:00.000Z`)

/** What the third does, in this order. */
const changes: Readonly<Record<Change, () => Promise<unknown>>> = {
  event: () => ask(jon, eventApi.update, { id: held.eventId, name: texts.event, location: texts.place }),
  link: () => ask(jon, eventApi.update, { id: held.eventId, link: texts.link }),
  start: () => ask(jon, eventApi.update, { id: held.eventId, start: at('T07:45'), end: at('T11:00') }),
  details: () => ask(jon, eventApi.update, { id: held.eventId, hostName: texts.host, dressCode: texts.dressCode, theme: 'ocean' }),
  group: () => ask(jon, groupApi.update, { id: held.groupId, description: texts.description }),
  settings: () => ask(jon, groupApi.update, { id: held.groupId, displayRSVPToAll: true, maxCompanions: 1 }),
  question: () =>
    ask(jon, groupApi.update, {
      id: held.groupId,
      questions: [{ label: 'What do you sing?', kind: 'line' }],
    }),
  role: () => ask(jon, groupApi.addRole, { id: held.groupId, name: texts.role, max: 3 }),
  seat: () => assign('zoe', 'Speaker'),
  own: () => assign('gil', 'Guest'),
  message: () => ask(jon, messageApi.send, { id: held.groupId, audience: {}, subject: texts.message, text: 'Come early.' }),
  member: () => add(jon, { name: texts.member, email: 'nina@members.test' }),
  name: () => ask(olivia, accountApi.updateName, { name: texts.name }),
  brand: () => ask(jon, brandApi.save, { orgId, name: texts.brand, accent: '#00703c' }),
  canceled: () => ask(jon, eventApi.remove, { id: held.eventId }),
}

async function come(audience: Audience): Promise<Person> {
  const hosts = new Map<Audience, Host | undefined>([['owner', olivia], ['admin', mia], ['grantee', gus], ...team])
  const host = hosts.get(audience)
  const person = await stage.newPerson(host ? { token: host.token } : {})
  if (audience === 'guest') {
    const cookies = proof.split('; ').map((one) => one.split('='))
    await person.context.addCookies(cookies.map(([name = '', ...value]) => ({ name, value: value.join('='), url: stage.server.url })))
  }
  person.expects(/410|404/) // what is canceled is asked for once more, to say by whom
  return person
}
const pathOf = (page: string, tab = '') =>
  page === '/rsvp/:groupId'
    ? held.invitation
    : `${page.replace(':groupId', held.groupId).replace(':eventId', held.eventId)}${tab.replace(':orgId', orgId)}`

test('R137, R136 what somebody else changes is on every page that shows it, for every audience, and what they cancel says so', async () => {
  const people = new Map<Audience, Person>()
  const opened: { at: Page; shows: (typeof livePages)[number]['shows']; audience: Audience; path: string }[] = []
  const openAll = async (audience: Audience) => {
    const person = await come(audience)
    people.set(audience, person)
    for (const { page, tab, audiences, shows } of livePages) {
      if (!audiences.includes(audience)) continue
      const path = pathOf(page, tab)
      const window = await person.openAnother(path)
      await window.locator('h1').first().waitFor({ state: 'attached' })
      opened.push({ at: window, shows, audience, path })
    }
  }
  await Promise.all([...new Set(livePages.flatMap(({ audiences }) => audiences))].map(openAll))
  await Promise.all(opened.map(({ at }) => at.waitForLoadState('networkidle')))
  const missing: string[] = []
  const visitor = people.get('visitor') as Person
  const deaf = await openDeaf(visitor, held.invitation)
  let saidByDeaf: readonly string[] = []
  const reopenAll = async () => {
    const each = [...people].map(async ([audience, person]) => {
      for (const { at, path } of opened.filter((one) => one.audience === audience))
        missing.push(...(await staleOf(at, person, path)).map((text) => `${path} for ${audience} ${text}`))
    })
    await Promise.all(each)
    saidByDeaf = await staleOf(deaf, visitor, held.invitation)
  }
  for (const [change, make] of Object.entries(changes) as [Change, () => Promise<unknown>][]) {
    if (change === 'canceled') await reopenAll()
    await make()
    const looks = opened.flatMap(({ at, shows, audience, path }) => {
      const shown = shows[change]
      if (!shown) return []
      const as = typeof shown === 'function' ? shown : shown.to.includes(audience) ? shown.as : undefined
      return as ? [seen(as(at)).catch(() => missing.push(`${change} on ${path} for ${audience}`))] : []
    })
    await Promise.all(looks)
    if (change === 'own') await people.get('guest')?.shoot('live-own', opened.find(({ audience }) => audience === 'guest')?.at)
  }
  for (const { at, audience, path } of opened)
    if (await at.getByText(/Please login/).count()) missing.push(`${path} asks ${audience} to log in`)
  const board = opened.find(({ audience, path }) => audience === 'admin' && path.startsWith('/group/'))
  expect(await board?.at.getByText('was canceled by jon_juniper').count()).toBe(1)
  for (const [name, at] of [
    ['board', board?.at],
    ['guest', opened.find(({ audience }) => audience === 'guest')?.at],
  ] as const)
    await people.get('admin')?.shoot(`live-canceled-${name}`, at)
  expect(missing).toEqual([])
  // The control: a page that hears nothing is found.
  expect(saidByDeaf.join()).toContain(texts.dressCode)
})
