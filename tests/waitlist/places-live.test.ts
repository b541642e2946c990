// A guest's own place in line, live, wherever they stand: without a name, and at a cost that the length of the line doesn't set (R92).
import { describe, expect, test } from 'vitest'
import { placesNow } from '#client/waitlist/lines.ts'
import { type GuestView, guestRoom, type LineView } from '#protocol/live.ts'
import { waitPages } from '#server/seats/model/waitlist.ts'
import { fromOwnPage } from '../kit/world/own-page.ts'
import { openStage } from './stage.ts'

/** One seat, which number 0 has; the others wait for it, and the last of them looks at their place. */
async function openLine(waiting: number) {
  const stage = await openStage([{ name: 'Guest', max: 1 }])
  await stage.fill('Guest')
  for (let n = 1; n <= waiting; n++) await stage.wait(n, ['Guest'])
  const one = await stage.world.socket({}, fromOwnPage(stage.guest(waiting).cookie))
  const { view } = (await one.watch(guestRoom(stage.groupId, stage.eventId))) as { view: GuestView }
  /** The place that a page shows after all that was heard. */
  const place = () => {
    const own = one.heard.findLast(({ name }) => name === 'guest')?.view ?? view
    const line = one.heard.findLast(({ name }) => name === 'line')?.view as LineView | undefined
    return placesNow((own as GuestView).rsvp?.waiting ?? [], line)[0]?.position
  }
  return { stage, one, place }
}

describe('R92, L2 one’s own place', () => {
  test.each([4, 20, 120])('R92 of %i who wait: the last hears that somebody before them has left', async (waiting) => {
    const { stage, place } = await openLine(waiting)
    expect(place()).toBe(waiting)
    await stage.decline(1) // the first of the line, on a page of their own or on the same
    await expect.poll(place).toBe(waiting - 1)
    await stage.decline(waiting - 1)
    await expect.poll(place).toBe(waiting - 2)
    await stage.decline(0) // the seat goes to number 2
    await expect.poll(place).toBe(waiting - 3)
  })

  test('R92, R27 what is told names nobody, and one view goes to all who look', async () => {
    const { stage, one } = await openLine(60)
    await stage.decline(1)
    await one.hears(({ name }) => name === 'line')
    await one.quiet()
    const lines = one.heard.filter(({ name }) => name === 'line')
    expect(lines.map(({ view }) => view)).toMatchObject([{ _id: stage.groupId, lines: [{ role: 'Guest', first: 0, counts: [49, 10] }] }])
    expect(JSON.stringify(one.heard)).not.toMatch(/guest(?!60@)\d+@/)
  })

  test('R92, R119 a change at the front reads no page that nobody before it in line is shown', async () => {
    const { stage, one } = await openLine(120)
    const read: string[] = []
    const { store } = stage.world
    const { get } = store
    Object.assign(store, {
      get: (collection: { name: string }, id: string) => {
        if (collection.name === waitPages.name) read.push(id)
        return get.call(store, collection as never, id)
      },
    })
    await stage.decline(1)
    await one.hears(({ name }) => name === 'line')
    await one.quiet()
    // The decision reads the page of who leaves; the one who looks stands on another, which is told by numbers alone.
    expect(new Set(read).size).toBe(1)
  })
})
