// A guest's places and offers, where they have any; most have none, so it comes when it is needed.
import { Suspense } from 'react'
import type { FormView } from '#protocol/rsvp.ts'
import { myWaiting } from './later.ts'
import { putForm, putRsvp, type SavedAnswer } from './store.ts'

/** Draws them; a place that was lost or gained meanwhile is followed as long as the page is open. */
export function OwnWaiting({ form, saved }: { form: FormView; saved: SavedAnswer | null }) {
  if (!saved?.waiting && !saved?.offers) return null
  return (
    <Suspense>
      <myWaiting.Component
        form={form}
        rsvp={saved}
        onNews={(view, rsvp) => {
          putForm(view)
          putRsvp(rsvp, view)
        }}
      />
    </Suspense>
  )
}
