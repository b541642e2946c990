// All of the activity as a table to save: every page is fetched first.
import { type Table, tableOf } from '#client/lib/files/table.ts'
import type { ActivityLine } from '#protocol/record/activity.ts'
import { everything, listKey, loadActivity, useActivities } from './store.ts'
import { entryText, kindWords, whoOf } from './words.ts'

const ways: Readonly<Record<ActivityLine['via'], string>> = {
  account: 'Login',
  organizer: 'Sign-in link',
  guest: 'Guest',
  job: 'Automatic',
  payments: 'Payment',
}

export const activityTable = (lines: readonly ActivityLine[], zone: string): Table =>
  tableOf(
    'Activity',
    zone,
    [
      { name: 'At', is: 'time', of: ({ at }: ActivityLine) => at },
      { name: 'Who', of: ({ by }) => whoOf(by) },
      { name: 'By', of: ({ via }) => ways[via] },
      { name: 'Kind', of: ({ kind }) => kindWords[kind] },
      { name: 'About', of: ({ rsvp }) => rsvp?.name ?? '' },
      { name: 'What', of: entryText },
    ],
    lines,
  )

/** Loads the pages that aren't here yet; a cursor that doesn't move ends it. */
export async function loadAllActivity(groupId: string): Promise<readonly ActivityLine[]> {
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
