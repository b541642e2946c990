// An invitee's page made of the parts, for the gallery.
import { useState } from 'react'
import { Button } from '../actions/button.tsx'
import { Badge } from '../badge.tsx'
import { DateTile, DateTime } from '../date-time.tsx'
import { LiveDot } from '../feedback/live-dot.tsx'
import { ChoiceCard } from '../fields/choice-card.tsx'
import { FormActions } from '../fields/form.tsx'
import { Card } from '../layout/card.tsx'
import { Heading, Text } from '../layout/heading.tsx'
import { Step, Steps } from '../layout/step.tsx'
import { SeatPlan } from '../seats/seat-plan.tsx'
import { Seats } from '../seats/seats.tsx'

const roles = [
  { name: 'Speaker', total: 5, taken: 3 },
  { name: 'Host', total: 8, taken: 7 },
  { name: 'Guest', total: 120, taken: 64 },
  { name: 'Timekeeper', total: 2, taken: 2 },
]

function RoleCards() {
  const [mine, setMine] = useState('Speaker')
  return (
    <div className="flex flex-col gap-3">
      {roles.map(({ name, total, taken }) => {
        const own = mine === name ? 1 : 0
        const isFull = taken >= total
        return (
          <ChoiceCard
            key={name}
            title={name}
            checked={own === 1}
            onValue={(isOn) => setMine(isOn ? name : '')}
            aside={`${total - taken - own} of ${total} left`}
            badge={isFull ? <Badge tone="ink">Full</Badge> : own === 1 ? <Badge tone="accent">Yours</Badge> : null}
            unavailable={isFull && `Role "${name}" is already full.`}
          >
            <Seats label={name} total={total} taken={taken + own} mine={own} />
          </ChoiceCard>
        )
      })}
    </div>
  )
}

export const InviteePage = () => (
  <div className="flex flex-col gap-6">
    <SeatPlan seats={135} taken={76} mine={1} seed="evening" look="house" />
    <div className="flex flex-col gap-4">
      <div className="flex items-center justify-between gap-3">
        <Text size={13} tone="muted">
          Ada Lovelace invites you
        </Text>
        <LiveDot state="live" />
      </div>
      <Heading level={2} size={32}>
        An evening with the analytical engine
      </Heading>
      <div className="flex items-center gap-4">
        <DateTile month="Nov" day="28" />
        <DateTime text="28 Nov 2026, 6:30 PM" below="CET · 11:15 PM GMT+5:45 your time" className="font-medium" />
      </div>
    </div>
    <Card padding="none" className="px-5">
      <Steps label="Your answer in three steps">
        <Step number={1} title="Your email" state="done" summary="grace@example.com" onEdit={() => undefined} />
        <Step number={2} title="Your answer" state="done" summary="Yes, I'll be there" onEdit={() => undefined} />
        <Step number={3} title="Your roles" state="current">
          <RoleCards />
        </Step>
      </Steps>
    </Card>
    <FormActions>
      <Button variant="primary" size="lg" block>
        Send
      </Button>
    </FormActions>
  </div>
)
