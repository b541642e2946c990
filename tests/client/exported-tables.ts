// Every table of people that we save, by the module that makes it, each full of one text; and a saved workbook as it is inside.
import { strFromU8, unzipSync } from 'fflate'
import { activityTable } from '#client/activity/activity-table.ts'
import { scheduleTable } from '#client/event/groups/schedule.ts'
import { answersTable, groupsTable } from '#client/group/answers/answers-table.ts'
import { rosterOf, rosterTable } from '#client/group/roster/roster.ts'
import type { Table } from '#client/lib/files/table.ts'
import { aGroup, anEvent } from './event-fixtures.ts'
import { aRow } from './group-fixtures.ts'

const line = (text: string) => ({
  _id: 'l',
  at: '2026-12-05T18:30:12.000Z',
  by: { type: 'person', userId: 'u', name: text },
  via: 'account',
  kind: 'assign',
  from: {},
  to: { roles: [{ _id: 's', name: text }] },
  rsvp: { _id: 'r', name: text },
})
const rowOf = (text: string) =>
  aRow(1, {
    name: text,
    note: text,
    roles: [text, '=1+1'],
    confirmationDate: '2026-12-05T18:30:12.000Z',
    handOver: { name: text, email: '-b@guests.test' } as never,
  })
const question = (label: string) => ({ _id: 'q', kind: 'line', label, options: [], audience: 'door' }) as never
const at = { start: '2026-12-05T18:30:12.000Z', end: '2026-12-05T20:30:00.000Z' }

export const tables: Readonly<Record<string, Readonly<Record<string, (text: string, zone: string) => Table>>>> = {
  'client/group/answers/answers-table.ts': {
    answers: (text, zone) => answersTable([rowOf(text)], zone, [question(text)]),
    groups: (text, zone) => groupsTable([{ ...at, name: text, location: text, questions: [question(text)], rows: [rowOf(text)] }], zone),
  },
  'client/event/groups/schedule.ts': {
    people: (text, zone) =>
      scheduleTable(
        anEvent({ timeZone: zone, location: text }),
        [aGroup({ name: text })],
        [{ key: 'k', name: text, email: '-a@guests.test', parts: [] }],
      ),
  },
  'client/activity/activity-table.ts': { activity: (text, zone) => activityTable([line(text) as never], zone) },
  'client/group/roster/roster.ts': {
    roster: (text, zone) => {
      const group = aGroup({ roles: [{ _id: 's', name: text, max: 2 }], questions: [question(text)] })
      return rosterTable(group, rosterOf(group, [rowOf(text)]), zone)
    },
  },
}

/** The one sheet of a workbook, as its program reads it. */
export const sheetIn = (bytes: Uint8Array) => strFromU8(unzipSync(bytes)['xl/worksheets/sheet1.xml'] ?? new Uint8Array())
