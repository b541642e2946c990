// The short link of a group, and of an event with several: made with it, whoever makes it, leads to its invitation, and is gone once it is.
import { expect, test } from 'vitest'
import { codeAlphabet } from '#protocol/kernel/limits.ts'
import { type EventView, eventApi } from '#protocol/seats/event.ts'
import { type GroupView, groupApi } from '#protocol/seats/group.ts'
import { groups, type ShortLink, shortLinks } from '#server/seats/model/group.ts'
import { shortCodeOf } from '#server/seats/rules/group.ts'
import { openSeveral } from '../kit/world/several.ts'
import { openWorld } from '../kit/world/world.ts'

async function setUp() {
  const world = await openWorld()
  const ada = await world.person('ada', 'pro')
  const made = await world.event(ada)
  const { group } = (await world.ok(groupApi.read, { id: made.groupId }, ada)) as { group: GroupView }
  const open = async (path: string) => {
    const answer = await world.app.request(path)
    return [answer.status, answer.headers.get('location')]
  }
  return { world, ada, ...made, group, open }
}
const pathOf = (link: string) => new URL(link).pathname

test('R128 it leads to the share link, in small letters too; one that leads nowhere is a 404', async () => {
  const { group, open } = await setUp()
  expect(pathOf(group.shortLink)).toMatch(new RegExp(`^/e/[${codeAlphabet}]{8}$`))
  const shared = group.shareLink.replace(new URL(group.shareLink).origin, '')
  expect(await open(pathOf(group.shortLink))).toEqual([302, shared])
  expect(await open(pathOf(group.shortLink).toLowerCase())).toEqual([302, shared])
  expect((await open('/e/22222222'))[0]).toBe(404)
})

test('R128 every group gets its own: of an event, of an event made again, and alone', async () => {
  const { world, ada, eventId, group, open } = await setUp()
  const again = await world.ok(eventApi.duplicate, { id: eventId, start: world.inDays(20) }, ada)
  const alone = await world.ok(groupApi.create, { name: 'Choir' }, ada)
  const links = [group, ...again.groups, alone.group].map(({ shortLink }) => shortLink)
  expect(new Set(links).size).toBe(3)
  for (const link of links) expect((await open(pathOf(link)))[0]).toBe(302)
})

test('R128 a code that is taken is not given again: the group is made once more, with another', async () => {
  const { world, ada, group } = await setUp()
  const id = 'a'.repeat(24)
  const taken: ShortLink = { _id: shortCodeOf(id), rev: 1, groupId: group._id, expiresAt: null }
  await world.store.commit([{ collection: shortLinks, put: taken, expectedRev: 0 }])
  const real = world.services.secrets.randomId
  let ids = 0
  Object.assign(world.services.secrets, { randomId: () => (ids++ < 3 ? id : real()) })
  const made = await world.ok(groupApi.create, { name: 'Choir' }, ada)
  expect(pathOf(made.group.shortLink)).toMatch(/^\/e\/.{8}$/)
  expect([made.groupId, pathOf(made.group.shortLink)]).not.toEqual([id, `/e/${taken._id}`])
  expect(await world.store.get(shortLinks, taken._id)).toEqual(taken)
})

test('R128 it goes with its group; a group of the releases before shows its share link', async () => {
  const { world, ada, group, open } = await setUp()
  const kept = await world.store.get(groups, group._id)
  if (!kept) throw new Error('no group')
  const { shortCode: _, ...old } = kept
  await world.store.commit([{ collection: groups, put: { ...old, rev: kept.rev + 1 }, expectedRev: kept.rev }])
  const { group: shown } = (await world.ok(groupApi.read, { id: group._id }, ada)) as { group: GroupView }
  expect(shown.shortLink).toBe(shown.shareLink)
  await world.store.commit([{ collection: groups, put: { ...kept, rev: kept.rev + 2 }, expectedRev: kept.rev + 1 }])
  await world.ok(eventApi.remove, { id: group.eventId ?? '' }, ada)
  world.clock.advance(31 * 86_400_000)
  await world.runJobs()
  expect(await world.store.get(groups, group._id)).toBeUndefined()
  expect((await open(pathOf(group.shortLink)))[0]).toBe(404)
  expect(await world.store.find(shortLinks, { index: '_id' })).toEqual([])
})

test('R151a an event with several groups has one as well, which leads to all of them; with one group it has none', async () => {
  const { world, ada, eventId, idOf } = await openSeveral()
  const read = async (id: string) => (await world.ok(eventApi.read, { id }, ada)).event as EventView
  const { shareLink, shortLink } = await read(eventId)
  expect(shareLink).toBe(`${world.services.publicUrl}/rsvp/event/${eventId}`)
  expect(pathOf(shortLink ?? '')).toMatch(new RegExp(`^/e/[${codeAlphabet}]{8}$`))
  const moved = async (link = '') => (await world.app.request(pathOf(link))).headers.get('location')
  expect(await moved(shortLink)).toBe(`/rsvp/event/${eventId}`)
  const again = await world.ok(eventApi.duplicate, { id: eventId, start: world.inDays(20) }, ada)
  expect(again.event.shortLink).not.toBe(shortLink)
  expect(await moved(again.event.shortLink)).toBe(`/rsvp/event/${again.event._id}`)
  for (const name of ['Door', 'Stage']) await world.ok(groupApi.remove, { id: idOf(name) }, ada)
  expect((await read(eventId)).shortLink).toBe(undefined)
  expect(await moved(shortLink)).toBe(`/rsvp/event/${eventId}`) // as it was printed: it leads to what is left
})

test('R151a it is made with the second group, kept with the third, and gone with the event; guests are not told it', async () => {
  const { world, ada, eventId, open } = await setUp()
  const group = { name: 'Late', roles: [{ name: 'Guest', max: 2 }] }
  const { event } = await world.ok(eventApi.addGroup, { id: eventId, group }, ada)
  expect(pathOf(event.shortLink ?? '')).toMatch(/^\/e\/.{8}$/)
  const { event: third } = await world.ok(eventApi.addGroup, { id: eventId, group: { ...group, name: 'Later' } }, ada)
  expect(third.shortLink).toBe(event.shortLink)
  expect(await open(pathOf(event.shortLink ?? ''))).toEqual([302, `/rsvp/event/${eventId}`])
  expect('shortLink' in (await world.ok(eventApi.read, { id: eventId })).event).toBe(false)
  await world.ok(eventApi.remove, { id: eventId }, ada)
  world.clock.advance(31 * 86_400_000)
  await world.runJobs()
  expect((await open(pathOf(event.shortLink ?? '')))[0]).toBe(404)
  expect(await world.store.find(shortLinks, { index: '_id' })).toEqual([])
})
