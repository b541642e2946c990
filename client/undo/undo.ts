// Taking back what one has just done (R106): one call for each act, the latest first, and its reply goes into the store.
import { call } from '#client/lib/call.ts'
import { putEvent } from '#client/records/events.ts'
import { putGroup, putRows } from '#client/records/groups.ts'
import { undoApi } from '#protocol/record/undo.ts'

/** Throws CallFailed with the sentence of the first that can't be taken back. */
export async function takeBack(acts: readonly string[]) {
  for (const id of acts.toReversed()) {
    const { group, rsvps, event } = await call(undoApi.undo, { id }, { key: id })
    if (event) putEvent(event)
    putGroup(group)
    if (rsvps.length > 0) putRows(rsvps, 'first')
  }
}
