// The activity on screen: plain sentences under their days, filters, pages, live lines, the file, and the way back in the panel and in the toast.
import { act } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { ActivityPanel } from '#client/activity/activity-panel.tsx'
import { activityTable } from '#client/activity/activity-table.ts'
import { putView, undoableUntil, useActivities } from '#client/activity/store.ts'
import { entryText } from '#client/activity/words.ts'
import { csvText } from '#client/lib/files/csv-cells.ts'
import { useSession } from '#client/lib/session.ts'
import { toastUndoable } from '#client/undo/undo-toast.tsx'
import type { ActivityLine } from '#protocol/record/activity.ts'
import { groupId } from './event-fixtures.ts'
import { filled, hostId, speakerId } from './group-fixtures.ts'
import { type Answer, button, press, serve, settle, show, text, type } from './page-kit.tsx'

const me = 'c'.repeat(24)
const mia = { type: 'person', userId: me, name: 'Mia' } as const
const speaker = { _id: speakerId, name: 'Speaker' }
const ann = { _id: 'a'.repeat(24), name: 'Ann' }
let made = 0
const line = (part: Partial<ActivityLine> = {}): ActivityLine => {
  made += 1
  const act = part.act ?? made.toString(16).padStart(21, '0')
  return {
    _id: `${act}000`,
    rev: 1,
    groupId,
    act,
    at: new Date().toISOString(),
    by: mia,
    via: 'account',
    kind: 'assign',
    rsvp: ann,
    from: {},
    to: { roles: [speaker] },
    ...part,
  }
}
const page = (activity: ActivityLine[], next: string | null = null) => ({ body: { activity, next } })
async function open(answer: Answer) {
  const asked = serve(answer)
  await show(<ActivityPanel group={filled()} event={undefined} />)
  await settle()
  return asked
}

beforeEach(() => {
  vi.stubGlobal('IntersectionObserver', undefined)
  useActivities.setState({ byId: {}, lists: {}, arrived: {} })
  useSession.setState({ user: { _id: me } as never })
})

test.each<[Partial<ActivityLine>, string]>([
  [{}, 'Mia gave Ann the role “Speaker”'],
  [{ kind: 'unassign', from: { roles: [speaker] }, to: {} }, 'Mia took the role “Speaker” from Ann'],
  [{ undoes: 'x', rsvp: { _id: ann._id, name: '' } }, 'Mia undid a change and gave a guest the role “Speaker”'],
  [
    { kind: 'limit', rsvp: undefined, from: { seats: [{ ...speaker, max: 3, at: 0 }] }, to: { seats: [{ ...speaker, max: 5, at: 0 }] } },
    'Mia changed “Speaker”’s limit from 3 to 5',
  ],
  [
    { kind: 'limit', from: { seats: [{ ...speaker, max: 3, at: 0 }] }, to: { seats: [{ ...speaker, max: 3, min: 2, at: 0 }] } },
    'Mia changed “Speaker”’s minimum from 0 to 2',
  ],
  [
    { kind: 'role-remove', count: 3, from: { seats: [{ ...speaker, max: 3, at: 0 }] }, to: {} },
    'Mia deleted the role “Speaker”, which 3 people had or waited for',
  ],
  [{ kind: 'role-add', from: {}, to: { seats: [{ ...speaker, max: 1, at: 0 }] } }, 'Mia added the role “Speaker” with 1 seat'],
  [{ kind: 'settings', from: { settings: { waitlist: true } }, to: { settings: { waitlist: false } } }, 'Mia switched the waitlist off'],
  [
    { kind: 'event', from: { settings: { location: 'Hall 1' } }, to: { settings: { location: 'Hall 2' } } },
    'Mia changed the place from “Hall 1” to “Hall 2”',
  ],
  [
    { kind: 'answer', by: { type: 'guest', rsvpId: ann._id, name: 'Ann' }, to: { attending: true, roles: [speaker], confirmed: true } },
    'Ann said yes, took “Speaker” and confirmed',
  ],
  [
    { kind: 'seat', by: { type: 'rolecall' }, from: { waits: [speaker] }, to: { roles: [speaker] } },
    'Rolecall gave Ann a seat as “Speaker” from the waitlist',
  ],
  [
    { kind: 'wait', rsvp: undefined, count: 2, from: { roles: [speaker] }, to: { waits: [speaker] } },
    'Mia moved 2 people from “Speaker” to its waitlist',
  ],
  [
    { kind: 'hand-over', by: { type: 'guest', rsvpId: 'b'.repeat(24), name: 'Ben' }, from: { roles: [speaker], handOver: true }, to: {} },
    'Ann handed the seat as “Speaker” to Ben',
  ],
  [
    { kind: 'hand-over', by: { type: 'guest', rsvpId: ann._id, name: 'Ann' }, to: { roles: [speaker] } },
    'Ann accepted the seat as “Speaker” that was handed over',
  ],
  [{ kind: 'remind', rsvp: undefined, count: 23, to: { sent: 'confirmation' } }, 'Mia asked 23 people to confirm'],
  [{ kind: 'remind', rsvp: undefined, to: { sent: 'confirmation' } }, 'Mia asked everyone who has not confirmed to confirm'],
  [{ kind: 'remind', rsvp: undefined, to: { sent: 'reminder' } }, 'Mia sent a reminder to everyone who said yes'],
  [{ kind: 'remind', rsvp: undefined, count: 0, to: { sent: 'reminder' } }, 'Mia found no one to remind'],
  [{ kind: 'remind', rsvp: undefined, count: 1, to: { sent: 'nudge' } }, 'Mia asked 1 person for an answer'],
])('R105 a line says in a sentence who did what (%#)', (part, sentence) => {
  expect(entryText(line(part))).toBe(sentence)
})

const invited = { userId: '', name: '', role: 'viewer', email: 'vera@people.test' } as const
const helps = { ...invited, isAccepted: true } as const
const someone = { type: 'person', userId: '', name: '' } as const
test.each<[Partial<ActivityLine>, string]>([
  [{ to: { grant: invited } }, 'Mia asked vera@people.test to help as Viewer'],
  [{ to: { grant: { ...invited, email: undefined } } }, 'Mia asked someone to help as Viewer'],
  [{ by: someone, from: { grant: invited }, to: { grant: helps } }, 'vera@people.test accepted to help as Viewer'],
  [{ from: { grant: invited }, to: { grant: { ...helps, name: 'Vera' } } }, 'Vera accepted to help as Viewer'],
  [{ from: { grant: helps }, to: { grant: { ...helps, role: 'door' } } }, 'Mia made vera@people.test Helper at the door of the team'],
  [
    { from: { grant: helps }, to: { grant: { ...helps, until: '2026-12-03T12:00:00.000Z' } } },
    'Mia lets vera@people.test help until 3 Dec 2026, ',
  ],
  [{ from: { grant: { ...helps, until: '2026-12-03T12:00:00.000Z' } }, to: { grant: helps } }, 'help until a week after the event'],
  [{ to: { grant: helps } }, 'Mia lets vera@people.test help as Viewer'],
  [{ from: { grant: helps }, to: {} }, 'Mia took vera@people.test off the team, who was Viewer'],
])('R208 a line says whom it is about and what became of their role (%#)', (part, sentence) => {
  expect(entryText(line({ kind: 'grant', rsvp: undefined, ...part }))).toContain(sentence)
})

test('R105 loads, says that nothing has happened, fails and can be tried again', async () => {
  let isDown = true
  await open(() => (isDown ? 'offline' : page([])))
  expect(document.querySelector('[role=alert]')).not.toBeNull()
  isDown = false
  await press('Try again')
  await settle()
  expect(text()).toContain('Nothing has happened yet')
})

test('R105 lines stand under their days, the newest first; more are loaded, and new ones come live, each once', async () => {
  const old = line({ at: '2026-11-01T09:05:00.000Z', kind: 'create', rsvp: undefined, to: {} })
  const asked = await open(({ path }) => (path.includes('cursor') ? page([old]) : page([line({ at: '2026-11-02T10:00:00.000Z' })], '1_x')))
  expect([...document.querySelectorAll('h3')].map((day) => day.textContent)).toEqual(['2 Nov 2026'])
  await press('Show more')
  expect([...document.querySelectorAll('h3')].map((day) => day.textContent)).toEqual(['2 Nov 2026', '1 Nov 2026'])
  expect(asked.filter(({ path }) => path.includes('cursor'))).toHaveLength(1)
  const fresh = line({ kind: 'unassign', from: { roles: [speaker] }, to: {} })
  const { lists, byId } = useActivities.getState()
  const known = Object.values(lists)[0]?.ids.flatMap((id) => byId[id] ?? []) ?? []
  await act(async () => putView({ _id: groupId, rev: 3, activity: [fresh, ...known.slice(0, 1)], next: '1_x' }))
  expect(text()).toContain('Mia took the role “Speaker” from Ann')
  expect(document.querySelectorAll('li')).toHaveLength(3)
})

test('R105 filters by person and kind, and says where nothing fits', async () => {
  const asked = await open(({ path }) => (path.includes('kind=') ? page([]) : page([line()])))
  await type('Filter by kind', 'message')
  await settle()
  expect(asked.at(-1)?.path).toContain('kind=message')
  expect(text()).toContain('No matches')
  await press('Clear filters')
  await type('Filter by person', ann._id)
  await settle()
  expect(asked.at(-1)?.path).toContain(`person=${ann._id}`)
})

test('R105 the file has a row for each line, and no cell that is a formula', async () => {
  const csv = await csvText(activityTable([line({ rsvp: { ...ann, name: '=1+1' } })], 'UTC'))
  expect(csv.split('\r\n')[0]).toContain('At (UTC),Who,By,Kind,About,What')
  expect(csv).toContain("'=1+1")
})

test('R106 a line of one’s own has a way back for 30 seconds: not another’s, not what was taken back, not the switch of confirmation', () => {
  const held = (...lines: ActivityLine[]) => ({ byId: Object.fromEntries(lines.map((one) => [one._id, one])), arrived: {} })
  const own = line()
  const until = Date.parse(own.at) + 30_000
  expect(undoableUntil(own, me, held(own))).toBe(until)
  expect(undoableUntil(own, 'd'.repeat(24), held(own))).toBeUndefined()
  expect(undoableUntil(own, me, held(own, line({ undoes: own.act })))).toBeUndefined()
  expect(undoableUntil(line({ undoes: own.act }), me, held())).toBeUndefined()
  expect(undoableUntil(line({ kind: 'message' }), me, held())).toBeUndefined()
  expect(undoableUntil(line({ kind: 'settings', to: { settings: { showConfirmation: true } } }), me, held())).toBeUndefined()
  expect(undoableUntil(own, me, { ...held(own), arrived: { [own.act]: 1 } })).toBe(30_001)
})

test('R106 the panel takes back, and says in the server’s words why not', async () => {
  const own = line()
  let isGone = false
  const sentence = 'Somebody else now has the seat as “Speaker”.'
  const asked = await open(({ path }) => {
    if (!path.startsWith('/activity/')) return page([own])
    return isGone ? { body: { group: filled(), rsvps: [] } } : { status: 409, body: { error: sentence, code: 'undo-seat-gone' } }
  })
  await press('Undo: Mia gave Ann')
  expect(text()).toContain(sentence)
  isGone = true
  await press('Undo: Mia gave Ann')
  expect(asked.at(-1)).toMatchObject({ method: 'POST', path: `/activity/${own._id}/undo` })
  expect(text()).toContain('Undone')
})

test('R106 the toast has the same, takes several acts back from the last to the first, and its key is Ctrl with Z, not in a field', async () => {
  const asked = serve(() => ({ body: { group: filled({ roles: [{ _id: hostId, name: 'Host', max: 2 }] }), rsvps: [] } }))
  await show(<input aria-label="Field" />)
  act(() => toastUndoable('“Speaker”, “Host” removed', ['1'.repeat(24), undefined, '2'.repeat(24)]))
  expect(document.querySelector('[role=status]')?.textContent).toContain('“Speaker”, “Host” removed')
  expect(button('Undo')).toBeTruthy()
  const key = (target: EventTarget) =>
    target.dispatchEvent(new KeyboardEvent('keydown', { key: 'z', ctrlKey: true, bubbles: true, cancelable: true }))
  act(() => void key(document.querySelector('input') as HTMLInputElement))
  await settle()
  expect(asked).toEqual([])
  act(() => void key(document.body))
  await settle()
  expect(asked.map(({ path }) => path)).toEqual([`/activity/${'2'.repeat(24)}/undo`, `/activity/${'1'.repeat(24)}/undo`])
  expect(text()).toContain('Undone')
  act(() => toastUndoable('Saved', [undefined]))
  expect(() => button('Undo')).toThrow('No button')
})
