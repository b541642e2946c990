// One event on the dashboard where many should be in sight: a line with its day, its name and how full it is.
import { formatInstant } from '#client/lib/dates.ts'
import { EventStatusBadge } from '#client/lib/event/event-status.tsx'
import { PeopleOnCard } from '#client/presence/people-here.tsx'
import { Text } from '#client/ui/layout/heading.tsx'
import { ListRow } from '#client/ui/layout/list.tsx'
import { CoverageBar, type CoverageCounts } from '#client/ui/seats/coverage-bar.tsx'
import type { EventCard as Event } from '#protocol/event.ts'
import type { RoleCoverage } from '#protocol/group.ts'
import { answersText } from './event-card.tsx'
import { cardRisks, statusAt } from './event-order.ts'
import { RiskLine } from './risk-line.tsx'

const noCounts: CoverageCounts = { confirmedAndYes: 0, yesNotConfirmed: 0, assignedNoResponse: 0, declined: 0 }

/** The seats of all roles as one. */
function allSeats(coverage: readonly RoleCoverage[]) {
  const counts = { ...noCounts }
  for (const { detailedCounts } of coverage)
    for (const key of Object.keys(counts) as (keyof CoverageCounts)[]) counts[key] += detailedCounts?.[key] ?? 0
  const sum = (of: (role: RoleCoverage) => number) => coverage.reduce((all, role) => all + of(role), 0)
  return { counts, taken: sum(({ count }) => count), total: sum(({ total }) => total) }
}

function Seats({ card }: { card: Event }) {
  const { counts, taken, total } = allSeats(card.roleCoverage)
  return (
    <span className="flex w-28 flex-col gap-1 sm:w-40">
      <Text as="span" size={13} tone="muted" className="tabular text-right">
        <span className="font-medium text-ink">{taken}</span>/{total} seats
      </Text>
      <CoverageBar size="sm" label={`Seats of ${card.name}`} counts={counts} total={total} />
    </span>
  )
}

/** Draws the row; all of it opens the event. */
export function EventRow({ card, now }: { card: Event; now: number }) {
  const status = statusAt(card, now)
  return (
    <ListRow
      href={`/event/${card._id}`}
      title={<span className="line-clamp-1 wrap-anywhere">{card.name}</span>}
      meta={
        <>
          <span className="tabular line-clamp-2 sm:line-clamp-1">
            {[formatInstant(card.start, card.timeZone), answersText(card.answers), card.location].filter(Boolean).join(' · ')}
          </span>
          <RiskLine risks={cardRisks(card, now)} />
        </>
      }
      trailing={
        <>
          <PeopleOnCard groupId={card.groupId} roles={card.roleCoverage} />
          {status !== 'active' && <EventStatusBadge status={status} />}
          {card.roleCoverage.length > 0 && <Seats card={card} />}
        </>
      }
    />
  )
}
