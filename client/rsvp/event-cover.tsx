// R85: the cover of the invitation, whose height is kept while it is on its way.
import { Suspense } from 'react'
import { coverSeats } from '#client/lib/event/cover-seats.ts'
import type { FormView } from '#protocol/rsvp.ts'
import { cover } from './later.ts'

/** Draws the cover of the form's event, `mine` seats of it the viewer's own; nothing where there is no event. */
export function EventCover({ form, mine = 0 }: { form: FormView; mine?: number }) {
  const { event, roleCoverage } = form
  if (!event) return null
  return (
    <Suspense fallback={<div data-cover={event.theme} className="h-44 rounded-lg sm:h-52" />}>
      <cover.Component theme={event.theme} seed={event._id} {...coverSeats(roleCoverage, mine)} />
    </Suspense>
  )
}
