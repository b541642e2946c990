// A browser that is paired to the doors of some events (R182).
import { doorApi } from '#protocol/seats/door/door.ts'
import { cookieOf } from '../world/people.ts'
import type { As, World } from '../world/world.ts'

export async function pairedPhone({ ok, call }: World, ...doors: (readonly [As, { readonly eventId: string }])[]): Promise<As> {
  const cookies = doors.map(async ([owner, { eventId }]) => {
    const { link } = await ok(doorApi.makePhone, { eventId, name: 'North door' }, owner)
    return cookieOf((await call(doorApi.pair, { token: link.split('#')[1] ?? '' })).headers)
  })
  return { cookie: (await Promise.all(cookies)).join('; ') }
}
