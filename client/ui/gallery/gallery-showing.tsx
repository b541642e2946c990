// The gallery's ways to show things: seats, coverage, badges, people, cards.
import { Users } from 'lucide-react'
import { Avatar } from '../avatar.tsx'
import { Badge } from '../badge.tsx'
import { DateTile, DateTime } from '../date-time.tsx'
import { Watermark } from '../feedback/watermark.tsx'
import { Card, CardLink } from '../layout/card.tsx'
import { Facts } from '../layout/facts.tsx'
import { Heading, Text } from '../layout/heading.tsx'
import { Feature } from '../layout/hero.tsx'
import { List, ListRow } from '../layout/list.tsx'
import { Stat, Stats } from '../layout/stat.tsx'
import { Ticket } from '../layout/ticket.tsx'
import { Cover } from '../seats/cover.tsx'
import { CoverageBar, CoverageLegend } from '../seats/coverage-bar.tsx'
import { SeatMark } from '../seats/seat-mark.tsx'
import { SeatPlan } from '../seats/seat-plan.tsx'
import { Seats } from '../seats/seats.tsx'
import { Money, Rows } from './gallery-rows.tsx'
import { Sheet, Sheets } from './gallery-sheet.tsx'

const tones = ['neutral', 'ink', 'outline', 'accent', 'success', 'coming', 'warn', 'danger'] as const
/** The four parts where guests are asked to confirm, and the two where they aren't. */
const asked = ([confirmed, yes, assigned, declined]: readonly [number, number, number, number]) =>
  [
    { look: 'confirmed', name: 'Yes, confirmed', count: confirmed },
    { look: 'unconfirmed', name: 'Yes, not confirmed', count: yes },
    { look: 'assigned', name: 'Assigned, no response', count: assigned },
    { look: 'declined', name: 'Declined', count: declined },
  ] as const
const plain = [
  { look: 'coming', name: 'Coming', count: 7 },
  { look: 'expected', name: 'Assigned, no answer yet', count: 2 },
] as const

const SeatSheets = () => (
  <>
    <Sheet title="Seats" column>
      <div className="flex items-center gap-5 text-13 text-muted">
        {(['free', 'taken', 'mine'] as const).map((state) => (
          <span key={state} className="flex items-center gap-2">
            <SeatMark state={state} className="size-6" /> {state}
          </span>
        ))}
      </div>
      <Seats label="Speaker" total={5} taken={3} mine={1} />
      <Seats label="Guest" total={20} taken={13} />
      <Seats label="Hall" total={240} taken={190} mine={1} />
      <Seats label="New" total={240} taken={0} />
      <div className="grid items-center gap-6 sm:grid-cols-2">
        <SeatPlan seats={120} taken={74} mine={1} />
        <SeatPlan seats={14} taken={6} mine={1} look="house" />
        {['dusk', 'ocean', 'forest', 'ember', 'orchid', 'meadow', 'sunrise', 'glacier'].map((theme) => (
          <Cover key={theme} theme={theme} seed={theme} seats={90} taken={52} mine={1} />
        ))}
      </div>
    </Sheet>
    <Sheet title="Coverage" column>
      <CoverageBar label="Speaker" total={12} parts={asked([4, 3, 2, 1])} />
      <CoverageBar label="Host" total={4} parts={asked([2, 1, 1, 3])} />
      <CoverageBar label="Guest" total={500} parts={asked([180, 120, 1, 22])} size="sm" />
      <CoverageBar label="New" total={8} parts={asked([0, 0, 0, 0])} />
      <CoverageLegend parts={asked([4, 3, 2, 1])} />
      <CoverageBar label="Cook" total={12} parts={plain} />
      <CoverageLegend parts={plain} />
    </Sheet>
  </>
)

const Held = () => (
  <div className="flex items-center gap-3">
    <SeatMark state="mine" className="size-8" />
    <div className="min-w-0 flex-1">
      <p className="font-semibold">Speaker</p>
      <p className="text-13 text-muted">Your seat is kept</p>
    </div>
    <Badge tone="success">Confirmed</Badge>
  </div>
)

export const GalleryShowing = () => (
  <Sheets>
    <SeatSheets />
    <Sheet title="Badges">
      {tones.map((tone) => (
        <Badge key={tone} tone={tone} dot={tone === 'success'}>
          {tone}
        </Badge>
      ))}
      <Badge tone="warn">Nearly Full</Badge>
      <Badge tone="ink">Full</Badge>
    </Sheet>
    <Sheet title="People and moments">
      <Avatar name="Ada Lovelace" size="sm" />
      <Avatar name="Grace Hopper" />
      <Avatar name="k.johnson@example.com" size="lg" isNamed />
      <DateTile month="Nov" day="28" />
      <DateTile month="Nov" day="2" isPast size="lg" />
      <DateTime text="28 Nov 2026, 6:30 PM" below="CET · 11:15 PM GMT+5:45 your time" />
    </Sheet>
    <Sheet title="Ticket" column>
      <Ticket
        title="An evening with the analytical engine"
        above="Thank you, Grace. Your answer is in."
        className="max-w-narrow"
        stub={<Held />}
      >
        <DateTime text="28 Nov 2026, 6:30 PM" below="CET" />
      </Ticket>
    </Sheet>
    <Sheet title="Rows" column>
      <Rows />
    </Sheet>
    <Sheet title="Cards and numbers" column>
      <Card interactive>
        <CardLink href="/group/1">A card that is a link</CardLink>
        <Text tone="muted">Hover it, or reach it with Tab.</Text>
      </Card>
      <Card tone="sunken">
        <Heading level={3} size={17}>
          Sunken
        </Heading>
        <Text tone="muted">A well for what is secondary.</Text>
      </Card>
      <Stats>
        <Stat label="Active events" value={12} of="of 30" />
        <Stat label="Seats taken" value="1,204" />
        <Stat label="To answer" value={38} hint="3 since yesterday" />
      </Stats>
      <Facts
        items={[
          { label: 'Username', value: 'ada_lovelace' },
          { label: 'Email', value: 'a••@example.com' },
          { label: 'Member since', value: '21 Nov 2026' },
        ]}
      />
      <Feature icon={<Users />} title="Roles with their seats">
        Speaker, Host, Guest: each with as many seats as you say, never one more.
      </Feature>
      <Watermark text="DEMO">
        <List>
          <ListRow title="Jo Example" meta="Member" leading={<Avatar name="Jo Example" />} />
          <ListRow title="Sam Sample" meta="Admin" leading={<Avatar name="Sam Sample" />} />
        </List>
      </Watermark>
    </Sheet>
    <Sheet title="Plans" column>
      <Money />
    </Sheet>
  </Sheets>
)
