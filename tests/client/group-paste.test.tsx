// Groups added to an event out of a pasted table: sent one after the other, and taken back by one press.
import { act, fireEvent } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { PasteDialog } from '#client/event/groups/paste-dialog.tsx'
import { keepOrganizerToken } from '#client/lib/session.ts'
import { tierLimits } from '#protocol/kernel/limits.ts'
import { aGroup, anEvent, eventId, groupId } from './event-fixtures.ts'
import { pageOf } from './group-fixtures.ts'
import { button, drawn, newToken, press, serve, show, text } from './page-kit.tsx'

const event = anEvent({ groupIds: [groupId] })
beforeEach(() => keepOrganizerToken(newToken()))

/** A server that keeps what is added, and in which somebody has answered in those named. */
async function paste(answered: readonly string[] = []) {
  const kept = new Map<string, ReturnType<typeof aGroup>>()
  serve(({ method, path, body }) => {
    if (path === `/event/${eventId}/groups` && method === 'POST') {
      const { name } = (body as { group: { name: string } }).group
      const made = aGroup({
        _id: String(kept.size + 1).repeat(24),
        name,
        answers: { yes: answered.includes(name) ? 1 : 0, no: 0, none: 0 },
      })
      kept.set(made._id, made)
      return { body: { event, group: made, groupId: made._id } }
    }
    const [, id = ''] = /^\/group\/(\w+)$/.exec(path) ?? []
    const group = kept.get(id)
    if (group && method === 'GET') return { body: pageOf(group) }
    if (group && method === 'DELETE') kept.delete(id)
    return path === `/event/${eventId}` ? { body: { event, canManage: true, groups: [] } } : { body: { success: true } }
  })
  await show(<PasteDialog event={event} groups={[]} limits={tierLimits('pro')} isOpen onOpenChange={() => {}} />)
  const box = await drawn(() => document.querySelector('textarea') as HTMLTextAreaElement)
  await act(async () => void fireEvent.change(box, { target: { value: 'Name\tRole\tSeats\nBar\tHelper\t2\nDoor\tGuard\t1' } }))
  await press('Check the table')
  await drawn(() => button('Add 2 groups'))
  await press('Add 2 groups')
  return { names: () => [...kept.values()].map(({ name }) => name) }
}

test('R106, R140 all groups of a pasted table are taken back by one press', async () => {
  const { names } = await paste()
  expect(names()).toEqual(['Bar', 'Door'])
  await press('Undo')
  expect(names()).toEqual([])
  expect(text()).toContain('Undone')
})

test('R106, R140 one in which somebody has answered since stays, and is told', async () => {
  const { names } = await paste(['Door'])
  await press('Undo')
  expect(names()).toEqual(['Door'])
  expect(text()).toContain('Someone has answered in this group since.')
})
