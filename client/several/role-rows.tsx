// The roles of one group with the seats that are left; without roles or self-selection, whether one comes.
import { Suspense } from 'react'
import { isSelfSelect, isSingleRole } from '#client/rsvp/answer/form-state.ts'
import { leftLabel, type RoleSeats, shortSentence } from '#client/rsvp/answer/seats.ts'
import { WaitLine } from '#client/rsvp/answer/wait-line.tsx'
import { warnFull } from '#client/rsvp/answer/warn-full.ts'
import { waitOptions } from '#client/rsvp/lazy-parts.ts'
import { useHydrated } from '#client/rsvp/use-hydrated.ts'
import { Badge } from '#client/ui/badge.tsx'
import { Glow } from '#client/ui/feedback/glow.tsx'
import { ChoiceCard } from '#client/ui/fields/choice-card.tsx'
import { areParties } from '#protocol/seats/companions/counting.ts'
import { type GroupChoice, takeRole, waitForRole } from './choice.ts'
import { editPicks } from './picks.ts'

interface RowProps {
  chosen: GroupChoice
  role: RoleSeats
  /** The group doesn't fit as a whole; it says so itself. */
  isUnfit: boolean
}

function RoleBadge({ isChosen, isFull, isHeld }: RoleSeats) {
  if (isChosen && isFull) return <Badge tone="warn">Just taken</Badge>
  if (isHeld) return <Badge tone={isChosen ? 'accent' : 'neutral'}>{isChosen ? 'Yours' : 'Giving it back'}</Badge>
  return null
}

function RoleRow({ chosen, role, isUnfit }: RowProps) {
  const { form, pick, saved, isClosed } = chosen
  const isAway = isUnfit || (form.shut !== undefined && !role.isHeld)
  const isShut = (role.isFull || isAway) && !role.isChosen && !isClosed
  const isWaiting = pick.waitFor.includes(role.name)
  const hasLine = form.waitlist === true && !role.isOffered && !isClosed && !isAway && !role.isChosen && (role.isFull || isWaiting)
  const position = saved?.waiting?.find((one) => one.role === role.name)?.position
  const before = form.roleCoverage.find(({ _id }) => _id === role._id)?.waiting ?? 0
  const edit = (next: GroupChoice['pick']) => editPicks({ [form._id]: next })
  return (
    <Glow as="li" rev={role.others} className="rounded!">
      <ChoiceCard
        data-pick={`${form._id} ${role._id}`}
        autoComplete="off"
        title={role.name}
        aside={role.isOffered ? 'Held for you' : role.left === 0 && role.mine === 0 ? 'Full' : leftLabel(role)}
        badge={<RoleBadge {...role} />}
        checked={role.isChosen}
        disabled={isClosed}
        unavailable={
          isShut ? (
            <span className="sr-only">
              {form.shut ? 'Takes no answers now' : isUnfit ? 'Doesn’t fit your choice' : shortSentence(role)}
            </span>
          ) : undefined
        }
        onRefused={() => !isAway && warnFull(shortSentence(role))}
        onChange={isShut ? undefined : ({ target }) => edit(takeRole(chosen, role._id, target.checked))}
        className={hasLine ? 'rounded-b-none! py-2.5!' : 'py-2.5!'}
      />
      {hasLine && (
        <WaitLine
          isOfParties={areParties(form)}
          before={before}
          position={position}
          isOn={isWaiting}
          onWait={(isOn) => edit(waitForRole(chosen, role.name, isOn))}
        />
      )}
    </Glow>
  )
}

export function RoleRows({ chosen }: { chosen: GroupChoice }) {
  const { form, seats, pick, saved, isClosed, unfit, hasSeat } = chosen
  const isHydrated = useHydrated()
  if (seats.length > 0 && isSelfSelect(form))
    return (
      <>
        <ul aria-label={`Roles of ${form.name}`} className="flex flex-col gap-2">
          {seats.map((role) => (
            <RoleRow key={role._id} chosen={chosen} role={role} isUnfit={unfit !== null && !hasSeat} />
          ))}
        </ul>
        {isHydrated && pick.waitFor.length > 0 && (
          <Suspense>
            <waitOptions.Component
              waitFor={pick.waitFor}
              keepWaiting={pick.keepWaiting ?? false}
              replaceRole={pick.replaceRole ?? false}
              mayReplace={isSingleRole(form) && seats.some((role) => role.isChosen)}
              onChange={({ keepWaiting, replaceRole }) => editPicks({ [form._id]: { ...pick, keepWaiting, replaceRole } })}
            />
          </Suspense>
        )}
      </>
    )
  return (
    <ChoiceCard
      data-pick={`${form._id} `}
      autoComplete="off"
      title="I’m coming"
      checked={pick.isComing}
      disabled={isClosed || (form.shut !== undefined && !saved?.attending)}
      onValue={(isOn) => editPicks({ [form._id]: { ...pick, isComing: isOn } })}
      className="py-2.5!"
    >
      {seats.length > 0 && <span className="text-13 text-muted">{form.event?.organizer || 'The organizer'} gives out the roles.</span>}
    </ChoiceCard>
  )
}
