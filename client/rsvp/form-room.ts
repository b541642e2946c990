// The room of one form, live: it comes after the first paint, and brings the socket with it.
import { useMemo, useState } from 'react'
import { receive, useWatch, watch } from '#client/lib/live.ts'
import { formRoom } from '#protocol/live.ts'
import type { FormView } from '#protocol/seats/rsvp.ts'
import { putBrand, putForm, putHost, useRsvps } from './store.ts'

receive('form', putForm)
receive('brand', putBrand)
receive('host', putHost)
const watcher = { onView: putForm }

/** Watches a form until the returned function is called. */
export const watchForm = (groupId: string, eventId: string | null) => watch(formRoom(groupId, eventId), watcher)

/** Watches what invitees see of a group, and the event it belongs to; null until it is there. */
export function useFormView(groupId: string | null, eventId: string | null): FormView | null {
  const [formId, setFormId] = useState<string | null>(null)
  const watcher = useMemo(
    () => ({
      onView: (view: FormView) => {
        putForm(view)
        setFormId(view._id)
      },
      onRefused: () => setFormId(null),
    }),
    [],
  )
  useWatch(groupId ? formRoom(groupId, eventId) : null, watcher)
  return useRsvps((held) => (formId ? (held.forms[formId] ?? null) : null))
}
