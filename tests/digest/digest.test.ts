// What organizers hear of their events by email: in the morning what changed, and at once who drops out before the start.
import { describe, expect, test } from 'vitest'
import { noticeApi } from '#protocol/mail/notice.ts'
import { accountApi } from '#protocol/people/account.ts'
import type { NewsChoice } from '#protocol/people/digest.ts'
import { orgApi } from '#protocol/people/org.ts'
import { eventApi } from '#protocol/seats/event.ts'
import { guestApi } from '#protocol/seats/guest.ts'
import { users } from '#server/people/model/account.ts'
import { groups } from '#server/seats/model/group.ts'
import { day, hour, minute } from '../kit/world/clock.ts'
import { deliverAll } from '../kit/world/notices.ts'
import { openChoir } from '../kit/world/organization.ts'
import { openWorld, type World } from '../kit/world/world.ts'

const roles = [{ name: 'Speaker', max: 5, min: 3 }]
const self = { assignmentRules: { enableRoleSelfSelect: true } }
/** In a week: 8 Dec, 10:00 in Berlin. */
const held = (world: World, host: { token: string }, more: object = {}) =>
  world.event(host, roles, { showConfirmation: true, limitToMembers: false }, { ...self, ...more })

async function pass(world: World, ms: number) {
  const end = world.clock.now() + ms
  while (world.clock.now() < end) {
    world.clock.advance(Math.min(20 * minute, end - world.clock.now()))
    await world.runJobs()
  }
}
const news = async (world: World, to: string) =>
  (await world.mails(to))
    .filter(({ subject }) => /^“|^Drop-out at|events changed$/.test(subject))
    .map(({ subject, text }) => ({ subject, text }))
const subjects = async (world: World, to: string) => (await news(world, to)).map(({ subject }) => subject)
const choose = (world: World, as: { token: string }, choice: NewsChoice) => world.ok(accountApi.updateNews, { news: choice }, as)
const yes = (world: World, groupId: string, n: number, more: Record<string, unknown> = { confirmed: true }) =>
  world.answer(groupId, world.proven(`guest${n}@guests.test`, groupId), ['Speaker'], more)
const decline = (world: World, groupId: string, n: number) =>
  world.answer(groupId, world.proven(`guest${n}@guests.test`, groupId), [], { attending: false })

describe('in the morning', () => {
  test('R100, R108 what changed and what is at risk, with a link to the board; nothing where nothing changed', async () => {
    const world = await openWorld()
    const ada = await world.person('ada', 'pro')
    const { groupId } = await held(world, ada)
    await pass(world, day)
    expect(await subjects(world, ada.email)).toEqual([])
    await yes(world, groupId, 1)
    await yes(world, groupId, 2, { confirmed: false })
    await pass(world, day)
    const [one, ...more] = await news(world, ada.email)
    expect([one?.subject, more]).toEqual(['“Summer school”: 2 more yes, 1 more confirmed', []])
    expect(one?.text).toContain('Event: Summer school\nWhen: Tue, 8 Dec 2026, 10:00 AM CET\n')
    expect(one?.text).toContain('“Summer school”: 2 more yes, 1 more confirmed.')
    expect(one?.text).toContain('At risk: Speaker needs 1 more.')
    expect(one?.text).toContain(`Open the event:\nhttp://rolecall.test/group/${groupId}`)
    expect(one?.text).toContain('http://rolecall.test/profile')
    expect(one?.text).not.toContain('guests.test')
    await pass(world, 2 * day)
    expect(await subjects(world, ada.email)).toHaveLength(1)
  })

  test('R100 one email a day for several events, whatever their zones', async () => {
    const world = await openWorld()
    const ada = await world.person('ada', 'pro')
    const zones = ['Europe/Berlin', 'Europe/Paris', 'America/New_York', 'Asia/Kathmandu']
    const all = await Promise.all(zones.map((timeZone) => held(world, ada, { timeZone })))
    for (let n = 0; n < 4; n++) {
      for (const { groupId } of all) await yes(world, groupId, n)
      await pass(world, day)
    }
    await pass(world, day)
    const got = await world.mails(ada.email)
    const days = got.filter(({ subject }) => /changed$|more yes/.test(subject)).map(({ createdAt }) => Date.parse(createdAt))
    const gaps = days.slice(1).map((at, n) => (days[n] ?? 0) - at)
    expect([days.length >= 4, gaps.filter((gap) => gap < day)]).toEqual([true, []])
    expect((await subjects(world, ada.email)).some((subject) => subject.endsWith('of your events changed'))).toBe(true)
  })

  test('R100 goes to the admins of the organization that holds it, to no mere member, and to nobody who chose off or was removed', async () => {
    const world = await openWorld()
    const choir = await openChoir(world, { amy: 'admin', max: 'member', oscar: 'admin', rex: 'admin' })
    const { groupId } = await held(world, choir.owner, { ownerOrgId: choir.orgId })
    const amy = await world.logIn('amy')
    const max = await world.logIn('max')
    const oscar = await world.logIn('oscar')
    const rex = await world.logIn('rex')
    await choose(world, oscar, 'off')
    await pass(world, 20 * hour)
    await yes(world, groupId, 1)
    world.clock.advance(4 * hour)
    await world.runJobs()
    await choir.remove(rex)
    await pass(world, day)
    const counts = await Promise.all([choir.owner, amy, max, oscar, rex].map(async ({ email }) => (await subjects(world, email)).length))
    expect(counts).toEqual([1, 1, 0, 0, 0])
    expect((await world.ok(orgApi.members, { id: choir.orgId }, choir.owner)).members.length).toBe(4)
  })
})

describe('at once', () => {
  test('R100a within 48 hours a confirmed holder who declines, or erases their data, is told; who hadn’t confirmed is not', async () => {
    const world = await openWorld()
    const ada = await world.person('ada', 'pro')
    const { groupId, eventId } = await held(world, ada)
    for (const n of [1, 2, 3]) await yes(world, groupId, n, { confirmed: n !== 3 })
    world.clock.advance(5 * day + 2 * hour)
    await world.runJobs()
    await decline(world, groupId, 3)
    await world.runJobs()
    const dropOuts = async () => (await subjects(world, ada.email)).filter((subject) => subject.startsWith('Drop-out'))
    expect(await dropOuts()).toEqual([])
    await decline(world, groupId, 1)
    await world.runJobs()
    expect(await dropOuts()).toEqual(['Drop-out at “Summer school”: “Speaker”'])
    await world.ok(guestApi.erase, { groupId, eventId }, world.proven('guest2@guests.test', groupId))
    await world.runJobs()
    expect(await dropOuts()).toHaveLength(2)
  })

  test('R100a, R118 a guest who changes their mind again and again makes one email a day', async () => {
    const world = await openWorld()
    const ada = await world.person('ada', 'pro')
    const { groupId } = await held(world, ada)
    world.clock.advance(5 * day + 2 * hour)
    for (let n = 0; n < 4; n++) {
      await yes(world, groupId, 1)
      await decline(world, groupId, 1)
      await world.runJobs()
    }
    expect((await subjects(world, ada.email)).filter((subject) => subject.startsWith('Drop-out'))).toHaveLength(1)
  })

  test('R100b earlier than that only who chose so is told; off means neither', async () => {
    const heard: Record<string, number> = {}
    for (const choice of ['daily', 'at-once', 'off'] as const) {
      const world = await openWorld()
      const ada = await world.person('ada', 'pro')
      expect((await world.ok(accountApi.me, {}, ada)).user.news).toBe('daily')
      expect((await choose(world, ada, choice)).user.news).toBe(choice)
      const { groupId } = await held(world, ada)
      await yes(world, groupId, 1)
      await decline(world, groupId, 1)
      await world.runJobs()
      heard[choice] = (await subjects(world, ada.email)).length
    }
    expect(heard).toEqual({ daily: 0, 'at-once': 1, off: 0 })
  })

  test('R100 a group of the release before has its first morning once its event is edited', async () => {
    const world = await openWorld()
    const ada = await world.person('ada', 'pro')
    const { groupId, eventId } = await held(world, ada)
    const stored = await world.store.get(groups, groupId)
    const { digestAt: _, digested: __, ...old } = stored ?? { rev: 0 }
    await world.store.commit([{ collection: groups, put: { ...old, rev: old.rev + 1 } as never, expectedRev: old.rev }])
    await yes(world, groupId, 1)
    await pass(world, 2 * day)
    expect(await subjects(world, ada.email)).toEqual([])
    await world.ok(eventApi.update, { id: eventId, description: 'Bring a cup' }, ada)
    await yes(world, groupId, 2)
    await pass(world, 2 * day)
    expect(await subjects(world, ada.email)).toEqual(['“Summer school”: 1 more yes, 1 more confirmed'])
  })
})

describe('stopping', () => {
  const linkIn = (text = '') => /unsubscribe\?token=([\w.-]+)/.exec(text)?.[1] ?? ''
  const oneClick = (world: World, token: string) =>
    world.app.request(`/unsubscribe?token=${token}`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
    })

  test('R100c, R102 a mail program’s one click ends them, also one that waits; the page says so and takes it back', async () => {
    const world = await openWorld()
    const ada = await world.person('ada', 'pro')
    await choose(world, ada, 'at-once')
    const { groupId } = await held(world, ada)
    await yes(world, groupId, 1)
    await decline(world, groupId, 1)
    await world.runJobs()
    const sent = (await deliverAll(world)).find(({ subject }) => subject.startsWith('Drop-out at'))
    const token = linkIn(sent?.headers['List-Unsubscribe'])
    expect(sent?.headers['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click')
    expect(linkIn(sent?.text)).not.toBe('')
    expect(await world.ok(noticeApi.open, { token })).toMatchObject({ occasion: '', about: 'digest', stopped: false })
    await yes(world, groupId, 2)
    await decline(world, groupId, 2)
    await world.runJobs()
    expect((await oneClick(world, token)).status).toBe(200)
    expect((await world.ok(accountApi.me, {}, ada)).user.news).toBe('off')
    expect((await deliverAll(world)).filter(({ to }) => to === ada.email)).toEqual([])
    expect(await world.ok(noticeApi.resume, { token })).toMatchObject({ stopped: false })
    expect((await world.ok(accountApi.me, {}, ada)).user.news).toBe('at-once')
    await choose(world, ada, 'off')
    expect((await world.call(noticeApi.resume, { token })).body.code).toBe('news-off')
    const foreign = await world.services.signedTokens.sign('guest', { sub: ada.userId }, world.clock.now() + day)
    expect((await oneClick(world, foreign)).status).toBe(410)
  })

  test('R100d, R114 nobody who is suspended hears anything, not even what waits', async () => {
    const world = await openWorld()
    const ada = await world.person('ada', 'pro')
    await choose(world, ada, 'at-once')
    const { groupId } = await held(world, ada)
    const dropOut = async (n: number) => {
      await yes(world, groupId, n)
      await decline(world, groupId, n)
      await world.runJobs()
    }
    await dropOut(1)
    const user = await world.store.get(users, ada.userId)
    if (!user) throw new Error('nobody')
    const put = { ...user, rev: user.rev + 1, suspendedAt: user.createdAt }
    await world.store.commit([{ collection: users, put, expectedRev: user.rev }])
    await dropOut(2)
    await pass(world, day)
    expect((await deliverAll(world)).filter(({ to, subject }) => to === ada.email && /^Drop-out at|fewer|more/.test(subject))).toEqual([])
  })
})
