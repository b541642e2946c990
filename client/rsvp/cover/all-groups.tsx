// From the page of one group to that of all groups of its event (R151).
import type { FormView } from '#protocol/seats/rsvp.ts'

export const AllGroups = ({ form }: { form: FormView }) =>
  form.isOneOfSeveral && (
    <a href={`/rsvp/event/${form.eventId}`} className="hit mb-2 inline-block self-start text-13 text-muted underline">
      All shifts of this event
    </a>
  )
