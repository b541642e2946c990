// An event with several groups, as tests of it begin with.
import { eventApi } from '#protocol/seats/event.ts'
import { rsvpApi } from '#protocol/seats/rsvp.ts'
import type { Store } from '#server/kernel/store/store.ts'
import { day, hour } from './clock.ts'
import { openWorld, type World } from './world.ts'

interface More {
  readonly event?: object
  readonly group?: object
  readonly email?: string
  /** What is mounted before anything is asked for. */
  readonly mount?: (world: World) => void
  /** Wraps the engine, for controls that take a guard off. */
  readonly wrap?: (store: Store) => Store
  readonly roles?: { name: string; max: number; min?: number }[]
  readonly tier?: 'pro' | 'team'
  /** One that is open already. */
  readonly world?: World
}
export type Times = Readonly<Record<string, readonly [from: number, to: number]>>
/** Bar and Door overlap, and Door and Stage. */
export const three: Times = { Bar: [0, 2], Door: [1, 3], Stage: [2, 4] }

/** Groups by when they begin and end, in hours after a week from now; each with one seat as Helper, and two as Guest. */
export async function openSeveral(times: Times = three, more: More = {}) {
  const world = more.world ?? (await openWorld(more.wrap ? { wrap: more.wrap } : {}))
  more.mount?.(world)
  const ada = await world.person('ada', more.tier ?? 'pro')
  const at = (hours: number) => new Date(world.clock.now() + 7 * day + hours * hour).toISOString()
  const roles: NonNullable<More['roles']> = more.roles ?? [
    { name: 'Helper', max: 1 },
    { name: 'Guest', max: 2 },
  ]
  const groups = Object.entries(times).map(([name, [from, to]]) => ({ name, start: at(from), end: at(to), roles, ...more.group }))
  const made = await world.ok(eventApi.createWithGroup, { event: world.eventInput({ name: 'Fair', ...more.event }), groups }, ada)
  const eventId = made.event._id
  const ids = Object.fromEntries(made.groups.map(({ name, _id }) => [name, _id])) as Record<string, string>
  const idOf = (name: string) => ids[name] ?? ''
  const [first = ''] = Object.keys(times)
  const as = (email: string, name = first) => world.proven(email, idOf(name))
  const guest = as(more.email ?? 'gast@guests.test')
  const one = (name: string, taken: readonly string[] = ['Guest'], attending = true) => ({
    groupId: idOf(name),
    attending,
    roles: [...taken],
  })
  /** Several answers in one call. */
  const send = (answers: readonly ReturnType<typeof one>[], extra: object = {}, who = guest) =>
    world.call(rsvpApi.submit, { eventId, name: 'A guest', email: who.email, groups: [...answers], ...extra }, who)
  return { world, ada, eventId, idOf, as, guest, one, send }
}
