// The event in one glance, over its groups: whose it is, when from first to last, where; its cover has a section for each group.
import { coverPhoto } from '#client/lib/event/cover-photo.ts'
import { EventPlace } from '#client/lib/event/event-place.tsx'
import { EventTime } from '#client/lib/event/event-time.tsx'
import { HostLine } from '#client/lib/event/host-line.tsx'
import { LiveBadge } from '#client/lib/live-badge.tsx'
import { Description } from '#client/rsvp/event-glance.tsx'
import { Heading } from '#client/ui/layout/heading.tsx'
import { Cover, fitSections } from '#client/ui/seats/cover.tsx'
import type { PublicEvent } from '#protocol/seats/event.ts'
import type { GroupChoice } from './choice.ts'

/** One's own seats are marked in each. */
export function SeveralCover({ event, all, className }: { event: PublicEvent; all: readonly GroupChoice[]; className?: string }) {
  const sections = fitSections(
    all.map(({ form, seats }) => {
      const total = seats.reduce((sum, role) => sum + role.total, 0)
      const mine = seats.reduce((sum, role) => sum + role.mine, 0)
      const others = seats.reduce((sum, role) => sum + Math.min(role.others, role.total), 0)
      return { _id: form._id, seats: total, taken: Math.min(total, others + mine), mine: Math.min(mine, total) }
    }),
  )
  return (
    <Cover
      className={className}
      theme={all[0]?.form.brand?.face ? 'brand' : event.theme}
      seed={event._id}
      seats={0}
      taken={0}
      sections={sections}
      photo={coverPhoto(event.photo)}
    />
  )
}

interface EventHeadProps {
  event: PublicEvent
  all: readonly GroupChoice[]
  /** Under the reader's own groups: then those have the page's heading. */
  isBelow: boolean
  isOpen: boolean
}

export const EventHead = ({ event, all, isBelow, isOpen }: EventHeadProps) => {
  // R216: as the brand has it, where the host has no name.
  const organizer = all[0]?.form.event?.organizer ?? event.organizer
  return (
    <header className="flex flex-col gap-4">
      {!isBelow && <SeveralCover event={event} all={all} />}
      <div className="flex items-start justify-between gap-2 sm:gap-4">
        <HostLine form={all[0]?.form}>{organizer ? `${organizer} invites you` : 'You are invited'}</HostLine>
        {isOpen && !isBelow && (
          <span className="min-h-6 min-w-28 text-right">
            <LiveBadge />
          </span>
        )}
      </div>
      <Heading level={isBelow ? 2 : 1} size={isBelow ? 24 : 32} className="-mt-2.5">
        {event.name}
      </Heading>
      <EventTime event={event} keepsRoom />
      <EventPlace event={event} />
      {event.description && <Description text={event.description} />}
    </header>
  )
}
