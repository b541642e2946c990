// All of the activity as a CSV file: every page is fetched first.

import { csvText, saveCsv } from '#client/lib/files/csv-cells.ts'
import type { ActivityLine } from '#protocol/record/activity.ts'
import { everything, listKey, loadActivity, useActivities } from './store.ts'
import { kindWords, sentenceOf, whoOf } from './words.ts'

const columns = ['At', 'Who', 'By', 'Kind', 'About', 'What'] as const
const ways: Readonly<Record<ActivityLine['via'], string>> = {
  account: 'Login',
  organizer: 'Sign-in link',
  guest: 'Guest',
  job: 'By itself',
  payments: 'Payment',
}
const cellsOf = (line: ActivityLine) => [
  line.at,
  whoOf(line.by),
  ways[line.via],
  kindWords[line.kind],
  line.rsvp?.name ?? '',
  sentenceOf(line),
]

/** Gives the text of the file. */
export const activityCsv = (lines: readonly ActivityLine[]): Promise<string> => csvText(columns, lines.map(cellsOf))

/** Loads the pages that aren't here yet; a cursor that doesn't move ends it. */
async function loadAll(groupId: string): Promise<readonly ActivityLine[]> {
  const held = () => useActivities.getState().lists[listKey(groupId, everything)]
  if (!held()) await loadActivity(groupId, everything)
  for (let next = held()?.next; next; ) {
    await loadActivity(groupId, everything)
    const further = held()?.next
    if (further === next) break
    next = further
  }
  const { byId } = useActivities.getState()
  return (held()?.ids ?? []).flatMap((id) => byId[id] ?? [])
}

/** Saves all of a group's activity as a file. */
export async function exportActivity(groupId: string, groupName: string) {
  saveCsv(groupName, 'activity', await activityCsv(await loadAll(groupId)))
}
