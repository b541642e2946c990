// An organizer's board made of the parts, for the gallery.
import { Plus } from 'lucide-react'
import { ButtonLink } from '../actions/button.tsx'
import { Badge } from '../badge.tsx'
import { DateTile } from '../date-time.tsx'
import { LiveDot } from '../feedback/live-dot.tsx'
import { Card, CardLink } from '../layout/card.tsx'
import { Text } from '../layout/heading.tsx'
import { Section } from '../layout/section.tsx'
import { CoverageBar, type CoveragePart } from '../seats/coverage-bar.tsx'

const plain = (coming: number, expected: number): CoveragePart[] => [
  { look: 'coming', name: 'Coming', count: coming },
  { look: 'expected', name: 'Assigned, no answer yet', count: expected },
]

const board: {
  name: string
  month: string
  day: string
  when: string
  isFull?: boolean
  roles: { name: string; total: number; parts: CoveragePart[] }[]
}[] = [
  {
    name: 'An evening with the analytical engine',
    month: 'Nov',
    day: '28',
    when: '28 Nov 2026, 6:30 PM',
    roles: [
      { name: 'Speaker', total: 5, parts: plain(3, 1) },
      { name: 'Host', total: 8, parts: plain(7, 1) },
      { name: 'Guest', total: 120, parts: plain(60, 4) },
    ],
  },
  {
    name: 'Spring members’ meeting',
    month: 'Dec',
    day: '3',
    when: '3 Dec 2026, 9:00 AM',
    isFull: true,
    roles: [
      { name: 'Chair', total: 1, parts: plain(1, 0) },
      { name: 'Member', total: 40, parts: plain(38, 2) },
    ],
  },
]

const heldSeats = (parts: readonly CoveragePart[]) => parts.reduce((sum, { count }) => sum + count, 0)

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
              <CoverageBar label={role.name} total={role.total} parts={role.parts} />
              <span className="tabular text-end text-muted">
                {heldSeats(role.parts)}/{role.total}
              </span>
            </li>
          ))}
        </ul>
      </Card>
    ))}
  </Section>
)
