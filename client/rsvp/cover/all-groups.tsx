// From the page of one group to that of all groups of its event (R151).
import { Link } from '#client/ui/actions/link.tsx'
import type { FormView } from '#protocol/seats/rsvp.ts'

export const AllGroups = ({ form: { eventId, isOneOfSeveral } }: { form: FormView }) =>
  isOneOfSeveral && eventId ? (
    <Link href={`/rsvp/event/${eventId}`} className="self-start">
      All shifts of this event
    </Link>
  ) : null
