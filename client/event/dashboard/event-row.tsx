// One event on the dashboard where many should be in sight: a line with its day, its name and how full it is.
import { formatInstant } from '#client/lib/dates.ts'
import { EventStatusBadge } from '#client/lib/event/event-status.tsx'
import { PeopleOnCard } from '#client/presence/people-here.tsx'
import { Text } from '#client/ui/layout/heading.tsx'
import { ListRow } from '#client/ui/layout/list.tsx'
import { CoverageBar } from '#client/ui/seats/coverage-bar.tsx'
import { answersText, coverageSum } from '#protocol/seats/coverage.ts'
import type { EventCard as Event } from '#protocol/seats/event.ts'
import { concernsOf, statusAt } from './event-order.ts'
import { RiskAct, RiskLine } from './risk-line.tsx'

function Seats({ card: { name, roleCoverage, showConfirmation } }: { card: Event }) {
  const taken = roleCoverage.reduce((sum, { count }) => sum + count, 0)
  const total = roleCoverage.reduce((sum, role) => sum + role.total, 0)
  return (
    <span className="flex w-28 flex-col gap-1 sm:w-40">
      <Text as="span" size={13} tone="muted" className="tabular text-right">
        <span className="font-medium text-ink">{taken}</span> of {total} seats
      </Text>
      <CoverageBar size="sm" label={`Seats of ${name}`} parts={coverageSum(roleCoverage, showConfirmation)} total={total} />
    </span>
  )
}

export function EventRow({ card, now }: { card: Event; now: number }) {
  const status = statusAt(card, now)
  const concerns = concernsOf(card, now)
  return (
    <ListRow
      dense
      href={`/event/${card._id}`}
      title={<span className="line-clamp-1 wrap-anywhere">{card.name}</span>}
      meta={
        <>
          <span className="tabular line-clamp-2 sm:line-clamp-1">
            {[formatInstant(card.start, card.timeZone), answersText(card.answers, card.showConfirmation, card.companions), card.location]
              .filter(Boolean)
              .join(' · ')}
          </span>
          <RiskLine concerns={concerns} />
        </>
      }
      trailing={
        <>
          <PeopleOnCard groupId={card.groups ? card._id : card.groupId} roles={card.roleCoverage} />
          {status !== 'active' && <EventStatusBadge status={status} />}
          {card.roleCoverage.length > 0 && <Seats card={card} />}
          <RiskAct card={card} concerns={concerns} />
        </>
      }
    />
  )
}
