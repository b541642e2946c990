// R85: the cover of the invitation, drawn with the page (R81); one's own seats are marked on it.
import type { Ref } from 'react'
import { coverPhoto } from '#client/lib/event/cover-photo.ts'
import { coverSections } from '#client/lib/event/cover-seats.ts'
import { Cover } from '#client/ui/seats/cover.tsx'
import type { FormView } from '#protocol/seats/rsvp.ts'

interface EventCoverProps {
  form: FormView
  /** The ids of the roles that the viewer has or has chosen, and of those that they have. */
  mine?: readonly string[]
  held?: readonly string[]
  /** The names of the roles in which one is held for them. */
  offered?: readonly string[]
  /** By role, the key of the seat that they tapped. */
  picked?: Readonly<Record<string, string>>
  ref?: Ref<HTMLDivElement>
  className?: string | undefined
}

export function EventCover({ form, mine = [], held, offered, picked = {}, ref, className }: EventCoverProps) {
  const { event, roleCoverage } = form
  if (!event) return null
  const sections = coverSections(roleCoverage, mine, held, offered).map((one) => ({ ...one, picked: picked[one._id] }))
  return (
    <Cover
      ref={ref}
      className={className}
      theme={form.brand?.face ? 'brand' : event.theme}
      seed={event._id}
      seats={0}
      taken={0}
      sections={sections}
      photo={coverPhoto(event.photo)}
    />
  )
}
