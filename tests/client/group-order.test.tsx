// Two who put the groups of an event in another order at once: neither's order is overwritten unseen.
import { act } from 'react'
import { expect, test } from 'vitest'
import { useArranging } from '#client/event/groups/use-arranging.tsx'
import { putEvent, useEvents } from '#client/records/events.ts'
import { Button } from '#client/ui/actions/button.tsx'
import type { EventView } from '#protocol/seats/event.ts'
import { aGroup, anEvent, eventId } from './event-fixtures.ts'
import { type Asked, press, serve, settle, show, text } from './page-kit.tsx'

const [a, b, c] = ['a'.repeat(24), 'b'.repeat(24), 'c'.repeat(24)]
const named = Object.entries({ Bar: a, Door: b, Stage: c }).map(([name, _id]) => aGroup({ _id, name }))
const before = anEvent({ groupIds: [a, b, c], settingsRev: 4, rev: 4 })
type Sent = { groupIds: string[]; settingsRev?: number }

function Page() {
  const { arranging, dialogs } = useArranging(before, named)
  const [first = aGroup()] = named
  return (
    <>
      <Button onClick={() => void arranging.move(first, 1)}>Move Bar down</Button>
      {dialogs}
    </>
  )
}
/** The server as it is by then; it refuses what began with another state. */
async function open(now: EventView) {
  let present = now
  useEvents.setState(useEvents.getInitialState(), true)
  putEvent(before)
  const asked = serve(({ path, body }) => {
    if (path !== `/event/${eventId}/groups/order`) return undefined
    const { groupIds, settingsRev } = body as Sent
    if (settingsRev !== undefined && settingsRev !== present.settingsRev)
      return { status: 409, body: { error: 'Somebody was faster.', code: 'stale-rev', present, by: { _id: 'b', name: 'Ben' } } }
    present = { ...present, groupIds, settingsRev: present.settingsRev + 1, rev: present.rev + 1 }
    return { body: { event: present } }
  })
  await show(<Page />)
  await press('Move Bar down')
  await settle()
  return { asked, order: () => present.groupIds, change: (to: EventView) => (present = to) }
}
const sent = (asked: Asked[]) => asked.map(({ body }) => (body as Sent).settingsRev)

test('R107, R140 an order is sent over the settings it began with', async () => {
  const { asked, order } = await open(before)
  expect([sent(asked), order()]).toEqual([[4], [b, a, c]])
  expect(text()).toContain('“Bar” is now 2 of 3')
})

test('R107, R140 where somebody else ordered them meanwhile, both orders are shown, and the chosen one is saved', async () => {
  const theirs = { ...before, groupIds: [c, a, b], settingsRev: 5, rev: 5 }
  const { order } = await open(theirs)
  expect(order()).toEqual(theirs.groupIds)
  for (const words of ['Order of the groups', 'Door\nBar\nStage', 'Stage\nBar\nDoor', 'last saved by Ben']) expect(text()).toContain(words)
  const [mine] = [...document.querySelectorAll<HTMLInputElement>('[role=dialog] input[type=radio]')]
  await act(async () => mine?.click())
  await press('Save')
  expect(order()).toEqual([b, a, c])
})

test('R107, R140 where only something else changed, or a group was added, the order goes over it without a question', async () => {
  const { asked, order } = await open({ ...before, name: 'Other', groupIds: [a, b, c, 'd'.repeat(24)], settingsRev: 5, rev: 5 })
  expect([sent(asked), order()]).toEqual([
    [4, 5],
    [b, a, c, 'd'.repeat(24)],
  ])
  expect(document.querySelector('[role=dialog]')).toBe(null)
})

test('R107, R140 an Undo of an order puts back what stood, and asks where somebody else ordered them since', async () => {
  const { asked, order } = await open(before)
  await press('Undo')
  await settle()
  expect([sent(asked), order()]).toEqual([
    [4, 5],
    [a, b, c],
  ])
  const since = { ...before, groupIds: [c, b, a], settingsRev: 7, rev: 7 }
  const again = await open(before)
  again.change(since)
  act(() => putEvent(since))
  await press('Undo')
  await settle()
  expect(again.order()).toEqual(since.groupIds)
  expect(text()).toContain('Order of the groups')
})
