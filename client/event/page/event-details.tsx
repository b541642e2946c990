// Who organizes an event, where it is, its link for those who manage it, and what is said about it.

import { Link as LinkIcon } from 'lucide-react'
import { EventPlace } from '#client/lib/event/event-place.tsx'
import { TextWithLinks } from '#client/lib/event/text-with-links.tsx'
import { supportMail } from '#client/lib/settings.ts'
import { Link } from '#client/ui/actions/link.tsx'
import { Avatar } from '#client/ui/avatar.tsx'
import { LongText } from '#client/ui/layout/long-text.tsx'
import { namedHost } from '#protocol/kernel/texts.ts'
import type { EventView, PublicEvent } from '#protocol/seats/event.ts'

interface EventDetailsProps {
  event: PublicEvent
  /** Null for those who don't manage it. */
  managed: EventView | null
}

const forYes = 'Shown only to guests who said yes'
const LinkLine = ({ href, says, children }: { href: string; says: string; children: string }) => (
  <p className="flex items-start gap-2.5">
    <LinkIcon aria-hidden="true" className="mt-0.75 size-4.5 shrink-0 text-muted" />
    <span dir="auto" className="min-w-0">
      <Link href={href} target="_blank" rel="noopener noreferrer nofollow" className="wrap-anywhere">
        {children}
      </Link>{' '}
      <span className="text-13 text-muted">{says}</span>
    </span>
  </p>
)

export const EventDetails = ({ event, managed }: EventDetailsProps) => (
  <div className="flex flex-col gap-4">
    {namedHost(event.organizer) && (
      <p className="flex items-center gap-2.5 text-muted">
        <Avatar name={event.organizer} size="sm" />
        <span dir="auto" className="min-w-0">
          Organized by {event.organizer}
        </span>
      </p>
    )}
    <EventPlace event={managed?.placeLink ? { ...event, location: '' } : event} />
    {event.photo && !managed && (
      <Link href={supportMail(`Report: /event/${event._id}`)} tone="quiet" className="hit self-start py-1.5 text-13">
        Report abuse
      </Link>
    )}
    {managed?.placeLink && (
      <LinkLine href={managed.placeLink} says={managed.link ? 'Not shown to guests, who get the link below' : forYes}>
        {managed.location}
      </LinkLine>
    )}
    {managed?.link && (
      <LinkLine href={managed.link} says={forYes}>
        {managed.link}
      </LinkLine>
    )}
    {event.description && (
      <LongText text={event.description}>
        <TextWithLinks text={event.description} />
      </LongText>
    )}
  </div>
)
