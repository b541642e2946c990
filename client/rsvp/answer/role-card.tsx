// One role as a card with its seats: how many are left, whose they are, and what there is instead where all are taken.
import { Badge } from '#client/ui/badge.tsx'
import { cx } from '#client/ui/cx.ts'
import { Glow } from '#client/ui/feedback/glow.tsx'
import { ChoiceCard } from '#client/ui/fields/choice-card.tsx'
import { Text } from '#client/ui/layout/heading.tsx'
import { Seats } from '#client/ui/seats/seats.tsx'
import { fullSentence, leftLabel, type RoleSeats, shortSentence } from './seats.ts'
import { WaitLine, type WaitLineProps } from './wait-line.tsx'
import { warnFull } from './warn-full.ts'

interface RoleCardProps {
  role: RoleSeats
  /** One role only: the cards behave as radio buttons. */
  isSingle: boolean
  isLocked: boolean
  /** Full, and among the last: one line is enough. */
  isFolded?: boolean
  /** In the page for who has no script. */
  isOutOfSight?: boolean
  /** R89: the waitlist, where there is one. */
  waiting?: WaitLineProps | undefined
  onChoose: (isChosen: boolean, event: Event) => void
}

function RoleBadge({ role }: { role: RoleSeats }) {
  if (role.isChosen && role.isFull) return <Badge tone="warn">Just taken</Badge>
  if (role.isHeld) return <Badge tone={role.isChosen ? 'accent' : 'neutral'}>{role.isChosen ? 'Yours' : 'Giving it back'}</Badge>
  return null
}

export function RoleCard({ role, isSingle, isLocked, isFolded = false, isOutOfSight = false, waiting, onChoose }: RoleCardProps) {
  const isLost = role.isChosen && role.isFull
  const isShut = role.isFull && !isLost && !isLocked
  const { mine } = role
  // What one has isn't given back for a wait.
  const hasLine = waiting !== undefined && !(isLost && role.isHeld) && !role.isOffered && (role.isFull || waiting.isOn)
  return (
    <Glow as="li" rev={role.others} className={cx('rounded!', isOutOfSight && 'hidden noscript:list-item')}>
      <ChoiceCard
        type={isSingle ? 'radio' : 'checkbox'}
        name={isSingle ? 'role' : undefined}
        data-role={role._id}
        // Firefox would check the box that stood here before a reload, whichever role it is for now.
        autoComplete="off"
        data-lost={isLost || undefined}
        title={role.name}
        aside={role.isOffered ? 'Held for you' : role.left === 0 && !mine ? 'Full' : leftLabel(role)}
        badge={<RoleBadge role={role} />}
        checked={role.isChosen}
        disabled={isLocked}
        unavailable={
          isShut ? (
            <span className={isFolded || role.isOffered || (hasLine && role.left === 0) ? 'sr-only' : undefined}>
              {shortSentence(role)}
            </span>
          ) : undefined
        }
        onRefused={() => warnFull(shortSentence(role))}
        // React reports a change even for a click that was refused.
        onChange={isShut ? undefined : ({ target, nativeEvent }) => onChoose(target.checked, nativeEvent)}
        className={hasLine ? 'rounded-b-none!' : undefined}
      >
        {isFolded ? null : (
          <>
            <Seats total={role.total} taken={role.others + mine} mine={mine} />
            {isLost && (
              <Text as="span" size={13} tone="warn" className="mt-1.5 block">
                {fullSentence(role.name)} Someone just took the last seat. Please pick another role{hasLine ? ', or join its waitlist' : ''}
                .
              </Text>
            )}
          </>
        )}
      </ChoiceCard>
      {hasLine && <WaitLine {...waiting} />}
    </Glow>
  )
}
