// The room of one form, live: it comes after the first paint, and brings the socket with it.
import { receive, watch } from '#client/lib/live.ts'
import { formRoom } from '#protocol/live.ts'
import { putForm } from './store.ts'

receive('form', putForm)
const watcher = { onView: putForm }

/** Watches a form until the returned function is called. */
export const watchForm = (groupId: string, eventId: string | null) => watch(formRoom(groupId, eventId), watcher)
