// Every setting of a group and of an event, one by one out of their tables: it is kept, shown to whom it may be shown, told, taken back and copied.
import { expect, test } from 'vitest'
import { activityApi } from '#protocol/record/activity.ts'
import { undoApi } from '#protocol/record/undo.ts'
import { eventApi } from '#protocol/seats/event.ts'
import { groupApi } from '#protocol/seats/group.ts'
import {
  type EventSettings,
  eventSettings,
  type GroupSettings,
  groupSettings,
  keysOf,
  typedEventSettings,
} from '#protocol/seats/settings.ts'
import { defaultTheme } from '#protocol/seats/theme/theme.ts'
import { openWorld } from '../kit/world/world.ts'

/** Another value of each; null for one that has tests of its own, since more hangs on it. */
type Others<S> = { readonly [K in keyof S]: S[K] | null }

async function setUp() {
  const world = await openWorld()
  const ada = await world.person('ada', 'pro')
  const made = await world.event(ada)
  const lines = async () => (await world.ok(activityApi.list, { id: made.groupId }, ada)).activity
  return { world, ada, ...made, lines }
}
type Stage = Awaited<ReturnType<typeof setUp>>

const changedGroup: Others<GroupSettings> = {
  name: 'Choir',
  description: 'Songs',
  displayRSVPToAll: false,
  showConfirmation: null, // goes on and stays on: R19
  limitToMembers: false,
  waitlist: false,
  waitlistCutoffHours: 48,
  handOver: false,
  maxCompanions: 2,
  questions: [
    {
      _id: 'diet',
      label: 'Diet',
      help: '',
      kind: 'yesNo',
      options: [],
      required: false,
      of: 'yes',
      audience: 'organizers',
      isSensitive: false,
    },
  ],
  attendingOrgIds: null, // of organizations that one manages: R29
  start: null, // both or neither, and more hangs on them: R141
  end: null,
  location: 'Room 2',
  allowOverlap: true,
  opensAt: null, // move along with a copy: R155, tests/several/window
  closesAt: null,
}
const changedEvent = ({ world, eventId }: Stage): Others<EventSettings> => ({
  name: 'Winter school',
  description: 'Songs',
  location: 'Main Hall',
  dressCode: 'Black tie',
  link: 'https://meet.example.org/x',
  theme: defaultTheme(eventId) === 'ember' ? 'ocean' : 'ember',
  photo: null, // set by a call of its own: tests/photo
  start: world.inDays(8),
  end: world.inDays(9),
  timeZone: 'Asia/Tokyo',
  manualEnd: true,
  doorsOpen: 90,
  bufferMinutes: 15,
  maxGroups: 3,
  minGroups: 2,
})

test.each(keysOf(groupSettings).filter((key) => changedGroup[key] !== null))('R105, R106 the setting %s of a group', async (key) => {
  const { world, ada, eventId, groupId: id, lines } = await setUp()
  const valueIn = async (caller?: object) =>
    ((await world.ok(groupApi.read, { id }, caller)).group as unknown as Record<string, unknown>)[key]
  const before = await valueIn(ada)
  const { act } = await world.ok(groupApi.update, { id, [key]: changedGroup[key] }, ada)
  expect(await valueIn(ada)).toEqual(changedGroup[key])
  expect(before).not.toEqual(changedGroup[key])
  expect(await valueIn()).toEqual('forGuests' in groupSettings[key] ? changedGroup[key] : undefined)
  expect((await lines())[0]).toMatchObject({ from: { settings: { [key]: before } }, to: { settings: { [key]: changedGroup[key] } } })
  const copy = await world.ok(eventApi.duplicate, { id: eventId, start: world.inDays(20) }, ada)
  expect(copy.groups[0]?.[key]).toEqual(changedGroup[key])
  await world.ok(undoApi.undo, { id: act ?? '' }, ada)
  expect(await valueIn(ada)).toEqual(before)
})

test.each(keysOf(typedEventSettings))('R105, R106 the setting %s of an event', async (key) => {
  const stage = await setUp()
  const { world, ada, eventId: id, lines } = stage
  const changed = changedEvent(stage)
  const valueIn = async (caller?: object) =>
    ((await world.ok(eventApi.read, { id }, caller)).event as unknown as Record<string, unknown>)[key]
  const before = await valueIn(ada)
  // A start moves the end along.
  const { act } = await world.ok(
    eventApi.update,
    { id, ...(key === 'start' && changed.end !== null && { end: changed.end }), [key]: changed[key] },
    ada,
  )
  expect(before).not.toEqual(changed[key])
  expect(await valueIn(ada)).toEqual(changed[key])
  expect(await valueIn()).toEqual('forGuests' in eventSettings[key] ? changed[key] : undefined)
  expect((await lines()).find(({ kind }) => kind === 'event')?.to.settings).toMatchObject({ [key]: changed[key] })
  const copy = await world.ok(eventApi.duplicate, { id, start: world.inDays(20) }, ada)
  const isCopied = key !== 'start' && key !== 'end'
  expect(copy.event[key] === changed[key]).toBe(isCopied)
  await world.ok(undoApi.undo, { id: act ?? '' }, ada)
  expect(await valueIn(ada)).toEqual(before)
})
