// One role as a card with its seats: how many are left, whose they are, and why it can't be chosen when it can't.
import { Badge } from '#client/ui/badge.tsx'
import { Glow } from '#client/ui/feedback/glow.tsx'
import { ChoiceCard } from '#client/ui/fields/choice-card.tsx'
import { Text } from '#client/ui/layout/heading.tsx'
import { Seats } from '#client/ui/seats/seats.tsx'
import { fullSentence, leftLabel, type RoleSeats } from './seats.ts'
import { warnFull } from './warn-full.ts'

interface RoleCardProps {
  role: RoleSeats
  /** One role only: the cards behave as radio buttons. */
  isSingle: boolean
  isLocked: boolean
  /** Full, and among the last: one line is enough. */
  isFolded?: boolean
  onChoose: (isChosen: boolean) => void
}

function RoleBadge({ role }: { role: RoleSeats }) {
  if (role.isChosen && role.isFull) return <Badge tone="warn">Just taken</Badge>
  if (role.isHeld) return <Badge tone={role.isChosen ? 'accent' : 'neutral'}>{role.isChosen ? 'Yours' : 'You give it back'}</Badge>
  return null
}

/** Draws the card; it glows once when others take or give back a seat. */
export function RoleCard({ role, isSingle, isLocked, isFolded = false, onChoose }: RoleCardProps) {
  const isLost = role.isChosen && role.isFull
  const isShut = role.isFull && !isLost && !isLocked
  const mine = role.isChosen && !isLost ? 1 : 0
  return (
    <Glow as="li" rev={role.others} className="rounded!">
      <ChoiceCard
        type={isSingle ? 'radio' : 'checkbox'}
        name={isSingle ? 'role' : undefined}
        data-role={role._id}
        // Firefox would check the box that stood here before a reload, whichever role it is for now.
        autoComplete="off"
        data-lost={isLost || undefined}
        title={role.name}
        aside={role.left === 0 && !mine ? 'Full' : leftLabel(role)}
        badge={<RoleBadge role={role} />}
        checked={role.isChosen}
        disabled={isLocked}
        unavailable={isShut ? <span className={isFolded ? 'sr-only' : undefined}>{fullSentence(role.name)}</span> : undefined}
        onRefused={() => warnFull(role.name)}
        // React reports a change even for a click that was refused.
        onValue={isShut ? undefined : onChoose}
      >
        {!isFolded && <Seats total={role.total} taken={role.others + mine} mine={mine} />}
        {isLost && (
          <Text as="span" size={13} tone="warn" className="mt-1.5 block">
            {fullSentence(role.name)} Somebody took the last seat while you were choosing: please pick another role.
          </Text>
        )}
      </ChoiceCard>
    </Glow>
  )
}
