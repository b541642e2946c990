// R85: the cover of the invitation, drawn with the page (R81).
import { coverSeats } from '#client/lib/event/cover-seats.ts'
import { Cover } from '#client/ui/seats/cover.tsx'
import type { FormView } from '#protocol/rsvp.ts'

/** Draws the cover of the form's event, `mine` seats of it the viewer's own; nothing where there is no event. */
export function EventCover({ form, mine = 0 }: { form: FormView; mine?: number }) {
  const { event, roleCoverage } = form
  return event && <Cover theme={event.theme} seed={event._id} {...coverSeats(roleCoverage, mine)} />
}
