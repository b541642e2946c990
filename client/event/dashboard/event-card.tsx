// One event on the dashboard: what and when at the start, one bar per role beside it.
import { MapPin } from 'lucide-react'
import { useState } from 'react'
import { Sparkline } from '#client/history/sparkline.tsx'
import { tileOf } from '#client/lib/dates.ts'
import { coverSeats } from '#client/lib/event/cover-seats.ts'
import { EventStatusBadge, isMoving } from '#client/lib/event/event-status.tsx'
import { EventWhen } from '#client/lib/event/event-when.tsx'
import { severalUrl, shareUrl } from '#client/lib/event/share-path.ts'
import { PeopleOnCard } from '#client/presence/people-here.tsx'
import { CoverageRow } from '#client/role/coverage-row.tsx'
import { Button } from '#client/ui/actions/button.tsx'
import { CopyButton } from '#client/ui/actions/copy-button.tsx'
import { sayCopyRefused } from '#client/ui/actions/share-button.tsx'
import { DateTile } from '#client/ui/date-time.tsx'
import { Card, CardLink } from '#client/ui/layout/card.tsx'
import { Heading, Text } from '#client/ui/layout/heading.tsx'
import { Cover } from '#client/ui/seats/cover.tsx'
import { CoverageLegend } from '#client/ui/seats/coverage-bar.tsx'
import { answersText, coverageSum, legendOf } from '#protocol/seats/coverage.ts'
import type { EventCard as Event } from '#protocol/seats/event.ts'
import { CardMenu } from './card-menu.tsx'
import { cardRisks, statusAt } from './event-order.ts'
import { RiskAct, RiskLine } from './risk-line.tsx'

const shownRoles = 6

/** Its roles or, where it has several groups, these. Beyond a handful the rest open on request. */
function Roles({ card }: { card: Event }) {
  const { name, groups, roleCoverage: coverage, showConfirmation: isAsked } = card
  const what = groups ? 'groups' : 'roles'
  const [isOpen, setOpen] = useState(false)
  const shown = isOpen ? coverage : coverage.slice(0, shownRoles)
  if (coverage.length === 0) {
    return (
      <Text size={13} tone="muted">
        No roles yet
      </Text>
    )
  }
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <ul
        aria-label={`${groups ? 'Groups' : 'Roles'} of ${name}`}
        className="grid gap-x-6 gap-y-3 sm:grid-cols-2 md:grid-cols-1 lg:grid-cols-2"
      >
        {shown.map((role) => (
          <li key={role._id} className="min-w-0">
            <CoverageRow coverage={role} isAsked={isAsked} of={card} compact />
          </li>
        ))}
      </ul>
      {coverage.length > shownRoles && (
        <Button variant="ghost" size="sm" className="-ml-3.5 self-start" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? `Show fewer ${what}` : `Show all ${coverage.length} ${what}`}
        </Button>
      )}
      <CoverageLegend parts={legendOf(coverageSum(coverage, isAsked), isAsked).filter(({ count }) => count > 0)} />
    </div>
  )
}

export function EventCard({ card, now }: { card: Event; now: number }) {
  const { day, month } = tileOf(card.start, card.timeZone)
  const status = statusAt(card, now)
  const risks = cardRisks(card, now)
  return (
    <Card
      as="li"
      interactive
      className="grid items-start gap-x-8 gap-y-4 md:grid-cols-[minmax(0,23rem)_minmax(0,1fr)] lg:grid-cols-[minmax(0,31rem)_minmax(0,1fr)]"
    >
      <div className="flex min-w-0 flex-col gap-4 lg:flex-row">
        <Cover theme={card.theme} seed={card._id} size="card" className="max-sm:hidden" {...coverSeats(card.roleCoverage)} />
        <div className="flex min-w-0 items-start gap-4">
          <DateTile month={month} day={day} isPast={!isMoving(status)} />
          <div className="flex min-w-0 flex-1 flex-col items-start gap-1">
            <Heading level={4} size={17} className="line-clamp-2 max-w-full wrap-anywhere">
              <CardLink href={`/event/${card._id}`}>{card.name}</CardLink>
            </Heading>
            <Text as="div" size={13} tone="muted">
              <EventWhen start={card.start} end={card.end} timeZone={card.timeZone} />
            </Text>
            <div className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1">
              <EventStatusBadge status={status} />
              <Text as="span" size={13} tone="muted" className="tabular">
                {answersText(card.answers, card.showConfirmation, card.companions)}
              </Text>
              {!card.groups && <Sparkline groupId={card.groupId} coverage={card.roleCoverage} timeZone={card.timeZone} />}
              <PeopleOnCard groupId={card.groups ? card._id : card.groupId} roles={card.roleCoverage} />
            </div>
            {risks.length > 0 && (
              <span className="flex w-full items-center justify-between gap-3">
                <RiskLine risks={risks} />
                <RiskAct card={card} risks={risks} />
              </span>
            )}
            {card.location && (
              <Text as="span" size={13} tone="muted" className="flex max-w-full items-center gap-1.5">
                <MapPin aria-hidden="true" className="size-3.5 shrink-0" />
                <span dir="auto" className="truncate">
                  {card.location}
                </span>
              </Text>
            )}
            {isMoving(status) && !card.groups && (
              <CopyButton
                size="sm"
                variant="ghost"
                label="Copy link"
                aria-label={`Copy link of ${card.name}`}
                text={card.groups ? severalUrl(card._id) : shareUrl(card.groupId, card._id)}
                className="relative z-10 -ml-3.5"
                onRefused={sayCopyRefused}
              />
            )}
          </div>
          <CardMenu card={card} />
        </div>
      </div>
      <Roles card={card} />
    </Card>
  )
}
