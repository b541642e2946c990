// Whatever an entry in a guest's calendar shows brings it anew when it changes, by whichever call, with a higher number (R250).
import ICAL from 'ical.js'
import { describe, expect, test } from 'vitest'
import { eventApi } from '#protocol/seats/event.ts'
import { groupApi } from '#protocol/seats/group.ts'
import { rsvpApi } from '#protocol/seats/rsvp.ts'
import { entriesShown } from '#server/app/consequences.ts'
import { groups } from '#server/seats/model/group.ts'
import { entryNouns } from '#server/seats/rules/calendar.ts'
import { openWorld, type World } from '../kit/world/world.ts'

const email = 'gast@guests.test'

/** `begin` comes before any call: a batch that is under way keeps what it began with. */
async function setUp(begin: (world: World) => void = () => {}) {
  const world = await openWorld()
  begin(world)
  const ada = await world.person('ada', 'team')
  const made = await world.event(
    ada,
    undefined,
    { showConfirmation: true },
    { location: 'Main Hall', dressCode: 'Blue', assignmentRules: { enableRoleSelfSelect: true } },
  )
  const guest = world.proven(email, made.groupId)
  await world.answer(made.groupId, guest, ['Guest'], { name: 'Gast', confirmed: true })
  const { roles } = await world.ok(groupApi.read, { id: made.groupId }, ada).then(({ group }) => group)
  const stored = await world.store.get(groups, made.groupId)
  const renamed = roles.map(({ name, max }) => ({
    _id: stored?.roles.find((one) => one.name === name)?._id ?? '',
    name: name === 'Guest' ? 'Visitor' : name,
    max,
  }))
  /** All entries that went to the guest by email, the newest first. */
  const entries = async () =>
    (await world.mails(email)).flatMap(({ attachments }) =>
      attachments.map(({ text }) => {
        const event = new ICAL.Event(new ICAL.Component(ICAL.parse(text)).getFirstSubcomponent('vevent') ?? undefined)
        return { uid: event.uid, sequence: event.sequence, text: text.replaceAll(/\r\n /g, '') }
      }),
    )
  const isConfirmed = async () => (await world.ok(rsvpApi.form, { groupId: made.groupId }, guest)).rsvp?.confirmed
  return { world, ada, guest, ...made, renamed, entries, isConfirmed }
}
type Set = Awaited<ReturnType<typeof setUp>>
type Shown = keyof typeof entryNouns

interface Row {
  readonly change: (set: Set) => Promise<unknown>
  /** What the entry says then. */
  readonly says: RegExp
}
const edit =
  (fields: object): Row['change'] =>
  ({ world, ada, eventId: id }) =>
    world.ok(eventApi.update, { id, ...fields }, ada)

/** R250: every part of an entry that its organizer can change, by each call that can. */
const rows: Partial<Record<Shown, readonly Row[]>> = {
  title: [
    { change: edit({ name: 'Winter school' }), says: /SUMMARY:Winter school/ },
    {
      change: ({ world, ada, eventId: id }) =>
        world.ok(eventApi.addGroup, { id, group: { name: 'Kitchen', roles: [{ name: 'Cook', max: 2 }] } }, ada),
      says: /SUMMARY:Summer school: /,
    },
  ],
  location: [{ change: edit({ location: 'Town Library' }), says: /LOCATION:Town Library/ }],
  end: [{ change: (set) => edit({ end: new Date(Date.parse(set.event.end) + 900_000).toISOString() })(set), says: /DTEND/ }],
  timeZone: [{ change: edit({ timeZone: 'America/New_York' }), says: /EST/ }],
  organizer: [{ change: edit({ hostName: 'Grace Hopper' }), says: /CN="Grace Hopper"/ }],
  dressCode: [{ change: edit({ dressCode: 'Green' }), says: /Dress code: Green/ }],
  link: [{ change: edit({ link: 'https://meet.example.org/room' }), says: /Join: https:\/\/meet.example.org\/room/ }],
  roles: [
    { change: (set) => edit({ roles: set.renamed })(set), says: /Your roles: Visitor/ },
    {
      change: ({ world, ada, groupId: id, renamed }) => world.ok(groupApi.update, { id, roles: renamed }, ada),
      says: /Your roles: Visitor/,
    },
  ],
}
const all = Object.entries(rows).flatMap(([shown, calls]) => calls.map((row, nth) => [shown as Shown, nth, row] as const))

describe('R250 what an entry shows', () => {
  test('R250 every part that an organizer can change is tried here; the start is R54', () => {
    const changeable = Object.entries(entryNouns).filter(([, noun]) => noun)
    expect(Object.keys(rows).sort()).toEqual(
      changeable
        .map(([shown]) => shown)
        .filter((shown) => shown !== 'start')
        .sort(),
    )
  })

  test.each(all)(
    'R250 %s (call %s) brings it anew once, under its name with a higher number; confirmations stay',
    async (_, __, { change, says }) => {
      const set = await setUp()
      const [before] = await set.entries()
      await change(set)
      await set.world.runJobs()
      await set.world.runJobs()
      const [now, ...older] = await set.entries()
      expect(older).toHaveLength(1)
      expect(now?.uid).toBe(before?.uid)
      expect(now?.sequence).toBeGreaterThan(before?.sequence ?? Infinity)
      expect(now?.text).toMatch(says)
      expect(await set.isConfirmed()).toBe(true)
    },
  )

  test.each(all)('R250 control: %s (call %s) without what follows brings nothing', async (_, __, { change }) => {
    const set = await setUp(({ services }) => Object.assign(services, { besides: services.besides.filter((one) => one !== entriesShown) }))
    expect(await set.entries()).toHaveLength(1)
    await change(set)
    await set.world.runJobs()
    expect(await set.entries()).toHaveLength(1)
  })

  test('R250 another start brings it anew too, and is the only one that voids confirmations (R54)', async () => {
    const set = await setUp()
    await edit({ start: set.world.inDays(8), end: set.world.inDays(9) })(set)
    await set.world.runJobs()
    expect(await set.entries()).toHaveLength(2)
    expect(await set.isConfirmed()).toBe(false)
  })

  test('R250 what no entry shows brings nothing, nor does the name of a role to who has another', async () => {
    const set = await setUp()
    const other = set.world.proven('other@guests.test', set.groupId)
    await set.world.answer(set.groupId, other, [], { name: 'Other' })
    const had = (await set.world.mails(other.email)).length
    await edit({ theme: 'ember', description: 'With pictures' })(set)
    await set.world.runJobs()
    expect(await set.entries()).toHaveLength(1)
    await edit({ roles: set.renamed })(set)
    await set.world.runJobs()
    expect([(await set.entries()).length, (await set.world.mails(other.email)).length]).toEqual([2, had])
  })

  test('R250 what was changed and changed back is as it was, for who heard of the first and who did not', async () => {
    const set = await setUp()
    await edit({ name: 'Winter school' })(set)
    await set.world.runJobs()
    await edit({ name: 'Summer school' })(set)
    await set.world.runJobs()
    expect((await set.entries())[0]?.text).toMatch(/SUMMARY:Summer school/)
  })

  test('R250 an event that is over brings nothing', async () => {
    const set = await setUp()
    set.world.clock.advance(Date.parse(set.event.end) - set.world.clock.now() + 3_600_000)
    await edit({ name: 'Winter school' })(set)
    await set.world.runJobs()
    expect((await set.world.mails(email)).filter(({ subject }) => subject.includes('Winter school'))).toEqual([])
  })
})
