// A guest's event into their calendar (R95): a file, or the pages of two providers.
import { CalendarArrowDown } from 'lucide-react'
import type { SavedAnswer } from '#client/rsvp/store.ts'
import { ButtonLink } from '#client/ui/actions/button.tsx'
import type { FormView } from '#protocol/rsvp.ts'
import { fileLink, googleLink, outlookLink } from './calendar-links.ts'

const elsewhere = { target: '_blank', rel: 'noopener noreferrer' } as const

/** Three ways into a calendar, for who comes to an event that is still ahead. */
export function CalendarButtons({ form, saved }: { form: FormView; saved: SavedAnswer }) {
  const { event } = form
  if (!event || !saved.attending || form.status !== 'open') return null
  return (
    <div className="flex flex-wrap gap-2.5 max-sm:*:grow">
      <ButtonLink href={fileLink(form)} download icon={<CalendarArrowDown aria-hidden="true" />}>
        Add to calendar
      </ButtonLink>
      <ButtonLink href={googleLink(form, event)} {...elsewhere}>
        Google Calendar
      </ButtonLink>
      <ButtonLink href={outlookLink(form, event)} {...elsewhere}>
        Outlook
      </ButtonLink>
    </div>
  )
}
