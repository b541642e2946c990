// The event in one glance, over its groups: whose it is, when from first to last, where; its cover has a section for each group.
import type { ReactNode } from 'react'
import { coverPhoto } from '#client/lib/event/cover-photo.ts'
import { EventPlace } from '#client/lib/event/event-place.tsx'
import { EventTime } from '#client/lib/event/event-time.tsx'
import { HostLine } from '#client/lib/event/host-line.tsx'
import { LiveBadge } from '#client/lib/live-badge.tsx'
import { Description } from '#client/rsvp/event-glance.tsx'
import { Card } from '#client/ui/layout/card.tsx'
import { Heading } from '#client/ui/layout/heading.tsx'
import { Cover, fitSections } from '#client/ui/seats/cover.tsx'
import { namedHost } from '#protocol/kernel/texts.ts'
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
  isOpen: boolean
  /** What is to be done first: the ticket's last part (R242). */
  children: ReactNode
}

/** R216: as the brand has it, where the host has no name. */
const hostOf = ({ event, all }: Pick<EventHeadProps, 'event' | 'all'>) => all[0]?.form.event?.organizer ?? event.organizer

/** The ticket of whoever has answered in none. */
export function EventHead({ event, all, isOpen, children }: EventHeadProps) {
  const organizer = hostOf({ event, all })
  return (
    <header className="flex flex-col gap-4">
      <Card padding="none" className="overflow-hidden">
        <SeveralCover event={event} all={all} className="rounded-none" />
        <div className="flex flex-col gap-3.5 px-4.5 py-4 md:px-7 md:py-6">
          <div className="flex items-start justify-between gap-2 sm:gap-4">
            <HostLine form={all[0]?.form}>{organizer ? `${organizer} invites you` : 'You are invited'}</HostLine>
            {isOpen && (
              <span className="min-h-6 min-w-28 text-right">
                <LiveBadge />
              </span>
            )}
          </div>
          <Heading level={1} size={32} className="-mt-2">
            {event.name}
          </Heading>
          <EventTime event={event} keepsRoom />
          <EventPlace event={event} />
        </div>
        {children}
      </Card>
      {event.description && <Description text={event.description} />}
    </header>
  )
}

/** The event's part of the ticket of whoever has answered. */
export function EventFacts({ event, all }: Pick<EventHeadProps, 'event' | 'all'>) {
  const organizer = namedHost(hostOf({ event, all }))
  return (
    <div className="flex flex-col gap-3.5">
      <div className="flex flex-col gap-1">
        <Heading level={2} size={20} className="wrap-anywhere">
          {event.name}
        </Heading>
        {organizer && (
          <HostLine form={all[0]?.form} size={13}>
            Organized by {organizer}
          </HostLine>
        )}
      </div>
      <EventTime event={event} keepsRoom />
      <EventPlace event={event} />
      {event.description && <Description text={event.description} />}
    </div>
  )
}
