// Browsers that are paired to the doors of some events: of all their groups, and of another one than those that are asked about (R182a).
import { doorApi } from '#protocol/seats/door/door.ts'
import { type DoorPhone, doorPhones } from '#server/seats/model/door.ts'
import { cookieOf } from '../world/people.ts'
import type { As, World } from '../world/world.ts'

type Door = readonly [As, { readonly eventId: string }]

async function pair({ ok, call }: World, [owner, { eventId }]: Door) {
  const { phone, link } = await ok(doorApi.makePhone, { eventId, name: 'North door' }, owner)
  return { id: phone._id, cookie: cookieOf((await call(doorApi.pair, { token: link.split('#')[1] ?? '' })).headers) }
}

/** Free has one phone: there is none of another group there. */
export async function pairedPhones(
  world: World,
  ...doors: readonly [Door, ...Door[]]
): Promise<Record<'doorPhone' | 'otherGroupPhone', As>> {
  const all = await Promise.all(doors.map((door) => pair(world, door)))
  const others = await Promise.all(doors.slice(1).map((door) => pair(world, door)))
  for (const { id } of others) {
    const kept = (await world.store.get(doorPhones, id)) as DoorPhone
    const put: DoorPhone = { ...kept, rev: kept.rev + 1, groupIds: ['f'.repeat(24)] }
    await world.store.commit([{ collection: doorPhones, put, expectedRev: kept.rev }])
  }
  const cookies = (some: readonly { cookie: string }[]) => ({ cookie: some.map(({ cookie }) => cookie).join('; ') })
  return { doorPhone: cookies(all), otherGroupPhone: cookies(others) }
}
