// The event in one glance: who invites, to what, when there and here, and whether this page is live.
import { type ReactNode, useState } from 'react'
import { EventPlace } from '#client/lib/event/event-place.tsx'
import { EventTime } from '#client/lib/event/event-time.tsx'
import { HostLine } from '#client/lib/event/host-line.tsx'
import { TextWithLinks } from '#client/lib/event/text-with-links.tsx'
import { LiveBadge } from '#client/lib/live-badge.tsx'
import { Button } from '#client/ui/actions/button.tsx'
import { Card } from '#client/ui/layout/card.tsx'
import { Heading, Text } from '#client/ui/layout/heading.tsx'
import type { FormView } from '#protocol/seats/rsvp.ts'
import { AllGroups } from './cover/all-groups.tsx'
import { CoverChoice } from './cover/cover-choice.tsx'
import { ForMembersOnly } from './members-only.tsx'

const longText = 260

export function Description({ text }: { text: string }) {
  const [isOpen, setOpen] = useState(false)
  const isLong = text.length > longText || text.split('\n').length > 5
  return (
    <div>
      <Text className={`whitespace-pre-line ${isLong && !isOpen ? 'line-clamp-4 noscript:line-clamp-none' : ''}`}>
        <TextWithLinks text={text} />
      </Text>
      {isLong && (
        <Button variant="ghost" size="sm" className="-ml-3.5 noscript:hidden" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Show less' : 'Show more'}
        </Button>
      )}
    </div>
  )
}

/** The ticket of whoever has not answered. `children` are what is to be done first: they are its last part (R124, R242). */
export function EventGlance({ form, children }: { form: FormView; children?: ReactNode }) {
  const { event } = form
  const description = event?.description || form.description
  return (
    <header className="flex flex-col gap-4">
      <Card padding="none" className="overflow-hidden">
        <CoverChoice form={form} />
        <div className="flex flex-col gap-3.5 px-4.5 py-4 md:px-7 md:py-6">
          <div className="flex items-start justify-between gap-2 sm:gap-4">
            <HostLine form={form}>{event?.organizer ? `${event.organizer} invites you` : 'You are invited'}</HostLine>
            {form.status === 'open' && (
              <span className="min-h-6 min-w-28 text-right">
                <LiveBadge />
              </span>
            )}
          </div>
          <Heading level={1} size={32} className="-mt-2">
            {event?.name || form.name}
          </Heading>
          {event && <EventTime event={event} keepsRoom />}
          {event && <EventPlace event={event} />}
          <AllGroups form={form} />
        </div>
        {children}
      </Card>
      {form.membersOnly && <ForMembersOnly />}
      {description && <Description text={description} />}
    </header>
  )
}
