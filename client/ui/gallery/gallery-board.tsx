// An organizer's board made of the parts, for the gallery.
import { Plus } from 'lucide-react'
import { ButtonLink } from '../actions/button.tsx'
import { Badge } from '../badge.tsx'
import { DateTile } from '../date-time.tsx'
import { LiveDot } from '../feedback/live-dot.tsx'
import { Card, CardLink } from '../layout/card.tsx'
import { Text } from '../layout/heading.tsx'
import { Section } from '../layout/section.tsx'
import { CoverageBar, type CoverageCounts, CoverageLegend } from '../seats/coverage-bar.tsx'

const board: {
  name: string
  month: string
  day: string
  when: string
  isFull?: boolean
  roles: { name: string; total: number; counts: CoverageCounts }[]
}[] = [
  {
    name: 'An evening with the analytical engine',
    month: 'Nov',
    day: '28',
    when: '28 Nov 2026, 6:30 PM',
    roles: [
      { name: 'Speaker', total: 5, counts: { confirmedAndYes: 2, yesNotConfirmed: 1, assignedNoResponse: 1, declined: 0 } },
      { name: 'Host', total: 8, counts: { confirmedAndYes: 3, yesNotConfirmed: 4, assignedNoResponse: 1, declined: 2 } },
      { name: 'Guest', total: 120, counts: { confirmedAndYes: 38, yesNotConfirmed: 22, assignedNoResponse: 4, declined: 9 } },
    ],
  },
  {
    name: 'Spring members’ meeting',
    month: 'Dec',
    day: '3',
    when: '3 Dec 2026, 9:00 AM',
    isFull: true,
    roles: [
      { name: 'Chair', total: 1, counts: { confirmedAndYes: 1, yesNotConfirmed: 0, assignedNoResponse: 0, declined: 0 } },
      { name: 'Member', total: 40, counts: { confirmedAndYes: 21, yesNotConfirmed: 17, assignedNoResponse: 2, declined: 6 } },
    ],
  },
]

const heldSeats = (counts: CoverageCounts) => counts.confirmedAndYes + counts.yesNotConfirmed + counts.assignedNoResponse

/** Draws an organizer's board. */
export const Board = () => (
  <Section
    title="Events"
    badge={<LiveDot state="live" />}
    actions={
      <ButtonLink variant="primary" size="sm" href="/create" icon={<Plus aria-hidden="true" />}>
        Create
      </ButtonLink>
    }
  >
    <CoverageLegend />
    {board.map((event) => (
      <Card key={event.name} interactive as="article">
        <div className="flex items-start gap-4">
          <DateTile month={event.month} day={event.day} />
          <div className="min-w-0 flex-1">
            <CardLink href="/event/1" className="text-17">
              {event.name}
            </CardLink>
            <Text size={13} tone="muted">
              {event.when}
            </Text>
          </div>
          {event.isFull ? <Badge tone="ink">Full</Badge> : <Badge tone="warn">Nearly Full</Badge>}
        </div>
        <ul className="mt-4 flex flex-col gap-2.5">
          {event.roles.map((role) => (
            <li key={role.name} className="grid grid-cols-[6rem_1fr_3.5rem] items-center gap-3 text-13">
              <span className="truncate font-medium">{role.name}</span>
              <CoverageBar label={role.name} total={role.total} counts={role.counts} />
              <span className="tabular text-end text-muted">
                {heldSeats(role.counts)}/{role.total}
              </span>
            </li>
          ))}
        </ul>
      </Card>
    ))}
  </Section>
)
