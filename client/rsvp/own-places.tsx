// Loads a guest's places and offers where they have any; most have none.
import { Suspense } from 'react'
import type { FormView } from '#protocol/rsvp.ts'
import { myWaiting } from './later.ts'
import { putForm, putRsvp, type SavedAnswer } from './store.ts'

export const OwnPlaces = ({ form, saved }: { form: FormView; saved: SavedAnswer | null }) =>
  (saved?.waiting || saved?.offers) && (
    <Suspense>
      <myWaiting.Component form={form} rsvp={saved} putForm={putForm} putRsvp={putRsvp} />
    </Suspense>
  )
