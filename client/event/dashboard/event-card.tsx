// One event on the dashboard: when and where, who answered, how full all of it is, and its own act. Where there is room these stand in columns.
import { MapPin } from 'lucide-react'
import { Sparkline } from '#client/history/sparkline.tsx'
import { tileOf } from '#client/lib/dates.ts'
import { EventStatusBadge, isMoving } from '#client/lib/event/event-status.tsx'
import { EventWhen } from '#client/lib/event/event-when.tsx'
import { severalUrl, shareUrl } from '#client/lib/event/share-path.ts'
import { PeopleOnCard } from '#client/presence/people-here.tsx'
import { CoverageRow } from '#client/role/coverage-row.tsx'
import { CopyButton } from '#client/ui/actions/copy-button.tsx'
import { sayCopyRefused } from '#client/ui/actions/share-button.tsx'
import { cx } from '#client/ui/cx.ts'
import { DateTile } from '#client/ui/date-time.tsx'
import { CardLink } from '#client/ui/layout/card.tsx'
import { Heading, Text } from '#client/ui/layout/heading.tsx'
import { answersText, wholeCoverage } from '#protocol/seats/coverage.ts'
import type { EventCard as Event } from '#protocol/seats/event.ts'
import { CardMenu } from './card-menu.tsx'
import { concernsOf, statusAt } from './event-order.ts'
import { RiskAct, RiskLine } from './risk-line.tsx'

/** All roles as one bar; what one of them still needs is told by the risk, and on the board. */
function Seats({ card }: { card: Event }) {
  const { min: _, ...whole } = wholeCoverage({ _id: card._id, name: `Seats of ${card.name}` }, card.roleCoverage)
  if (card.roleCoverage.length === 0) {
    return (
      <Text size={13} tone="muted">
        No roles yet
      </Text>
    )
  }
  return (
    <CoverageRow coverage={whole} isAsked={card.showConfirmation} of={card} title={<span className="text-muted">Seats</span>} compact />
  )
}

function Answers({ card }: { card: Event }) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <Text as="span" size={13} className="tabular">
        {/* In its column the others stand in a line of their own, never broken within a count. */}
        {answersText(card.answers, card.showConfirmation, card.companions)
          .split(', ')
          .map((said, nth, all) => (
            <span key={said} className={cx('whitespace-nowrap', nth === 0 ? 'lg:block' : 'lg:text-muted')}>
              {said}
              {nth < all.length - 1 && <span className={nth === 0 ? 'lg:hidden' : ''}>, </span>}
            </span>
          ))}
      </Text>
      {!card.groups && <Sparkline groupId={card.groupId} coverage={card.roleCoverage} timeZone={card.timeZone} />}
      <PeopleOnCard groupId={card.groups ? card._id : card.groupId} roles={card.roleCoverage} />
    </div>
  )
}

function Place({ of }: { of: string }) {
  return (
    <Text as="span" size={13} tone="muted" className="flex min-w-0 items-center gap-1.5">
      <MapPin aria-hidden="true" className="size-3.5 shrink-0" />
      <span dir="auto" className="truncate">
        {of}
      </span>
    </Text>
  )
}

export function EventCard({ card, now }: { card: Event; now: number }) {
  const { day, month } = tileOf(card.start, card.timeZone)
  const status = statusAt(card, now)
  const concerns = concernsOf(card, now)
  const link = isMoving(status) ? (card.groups ? severalUrl(card._id) : shareUrl(card.groupId, card._id)) : null
  return (
    <li className="relative flex items-start gap-4 px-4 py-3.5 transition-colors hover:bg-fill sm:px-5 lg:items-center">
      <DateTile month={month} day={day} isPast={!isMoving(status)} />
      <div className="flex min-w-0 flex-1 flex-col gap-1.5 lg:grid lg:min-h-13 lg:grid-cols-[minmax(0,3fr)_minmax(0,1.7fr)_minmax(0,1.3fr)_9rem_7rem] lg:items-center lg:gap-x-6">
        <div className="flex min-w-0 flex-col items-start gap-1">
          <Heading level={4} size={17} className="line-clamp-2 max-w-full pr-9 wrap-anywhere lg:pr-0">
            <CardLink href={`/event/${card._id}`}>{card.name}</CardLink>
          </Heading>
          <span className="flex max-w-full items-center gap-2">
            <EventStatusBadge status={status} />
            {card.location && <Place of={card.location} />}
          </span>
        </div>
        <Text as="div" size={13} tone="muted">
          <EventWhen start={card.start} end={card.end} timeZone={card.timeZone} />
        </Text>
        <Answers card={card} />
        <Seats card={card} />
        <div className="flex items-center justify-between gap-x-3 lg:contents">
          <RiskLine concerns={concerns} className="lg:col-span-4 lg:col-start-1 lg:row-start-2" />
          <RiskAct card={card} concerns={concerns} />
          {link && concerns.lines.length === 0 && (
            <CopyButton
              size="sm"
              variant="ghost"
              label="Copy link"
              aria-label={`Copy link of ${card.name}`}
              text={link}
              className="relative z-10 max-lg:hidden"
              onRefused={sayCopyRefused}
            />
          )}
        </div>
      </div>
      <CardMenu card={card} link={link} />
    </li>
  )
}
