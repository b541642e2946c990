// The product in the palm of a hand: an invitation whose seats fill while one looks, with a seat to take. It is made of
// the invitee's own parts, so it can't show what the product doesn't look like. Nothing is sent.
import { Pause, Play } from 'lucide-react'
import { useEffect, useReducer, useState, useSyncExternalStore } from 'react'
import { formatTime, formatWeekday } from '#client/lib/dates.ts'
import { IconButton } from '#client/ui/actions/button.tsx'
import { Avatar } from '#client/ui/avatar.tsx'
import { Badge } from '#client/ui/badge.tsx'
import { Glow } from '#client/ui/feedback/glow.tsx'
import { LiveDot } from '#client/ui/feedback/live-dot.tsx'
import { ChoiceCard } from '#client/ui/fields/choice-card.tsx'
import { Card } from '#client/ui/layout/card.tsx'
import { Cover } from '#client/ui/seats/cover.tsx'
import { Seats } from '#client/ui/seats/seats.tsx'
import { nearlyFullShare } from '#protocol/kernel/limits.ts'
import { choose, isHouseFull, type Miniature, type MiniRole, opening, pass, seatsLeft } from './miniature.ts'

const momentMs = 1700
const calm = '(prefers-reduced-motion: reduce)'

const followCalm = (tell: () => void) => {
  const query = window.matchMedia(calm)
  query.addEventListener('change', tell)
  return () => query.removeEventListener('change', tell)
}

/** Whether the visitor asked for less motion; then nothing moves by itself. */
const useCalm = () =>
  useSyncExternalStore(
    followCalm,
    () => window.matchMedia(calm).matches,
    () => false,
  )

const step = (now: Miniature, choice: string | null) => (choice === null ? pass(now) : choose(now, choice))

function FillBadge({ role }: { role: MiniRole }) {
  if (seatsLeft(role) === 0) return <Badge tone="ink">Full</Badge>
  return role.taken >= role.total * nearlyFullShare ? <Badge tone="warn">Nearly Full</Badge> : null
}

const RoleCard = ({ role, isMine, onChoose }: { role: MiniRole; isMine: boolean; onChoose: () => void }) => (
  <Glow rev={role.taken}>
    <ChoiceCard
      title={role.name}
      badge={<FillBadge role={role} />}
      aside={`${seatsLeft(role)} of ${role.total} left`}
      checked={isMine}
      disabled={seatsLeft(role) === 0 && !isMine}
      onValue={onChoose}
    >
      <Seats total={role.total} taken={role.taken} mine={isMine ? 1 : 0} />
    </ChoiceCard>
  </Glow>
)

const sum = ({ roles }: Miniature, what: 'total' | 'taken') => roles.reduce((all, role) => all + role[what], 0)

function FillNote({ board }: { board: Miniature }) {
  if (isHouseFull(board) && board.fullFor > 0) return <p className="font-medium">Every seat is taken. Not one too many.</p>
  if (!board.last) return <p className="text-muted">Try it: take a seat.</p>
  const { who, role } = board.last
  return (
    <p key={board.arrivals} className="flex min-w-0 animate-fade items-center gap-2.5">
      <Avatar name={who} size="sm" />
      <span className="truncate">
        <span className="font-medium">{who}</span> took a seat as {role}
      </span>
    </p>
  )
}

const friday = '2026-12-04T19:30:00Z'

/** It rests while the tab is hidden, when paused, and under reduced motion. */
export function MiniatureBoard() {
  const [board, next] = useReducer(step, opening)
  const [isPaused, setPaused] = useState(false)
  const isCalm = useCalm()
  useEffect(() => {
    if (isPaused || isCalm) return
    const timer = setInterval(() => document.visibilityState === 'visible' && next(null), momentMs)
    return () => clearInterval(timer)
  }, [isPaused, isCalm])
  return (
    <Card
      as="section"
      padding="sm"
      aria-label="An example: seats fill while you look"
      className="mx-auto w-full max-w-120 shadow-lift lg:mr-0"
    >
      <Cover
        theme="dusk"
        seats={sum(board, 'total')}
        taken={sum(board, 'taken')}
        mine={board.mine ? 1 : 0}
        seed="miniature"
        className="mb-4"
      />
      <div className="flex items-start justify-between gap-3">
        <div>
          <p className="text-20 font-semibold">Open stage night</p>
          <p className="text-muted">{`${formatWeekday(friday, 'UTC')}, ${formatTime(friday, 'UTC')}`}</p>
        </div>
        {!isCalm && (
          <span className="flex items-center gap-1">
            {!isPaused && <LiveDot state="live" />}
            <IconButton
              size="sm"
              label={isPaused ? 'Resume the example' : 'Pause the example'}
              icon={isPaused ? <Play /> : <Pause />}
              onClick={() => setPaused(!isPaused)}
            />
          </span>
        )}
      </div>
      <div className="my-5 flex flex-col gap-3">
        {board.roles.map((role) => (
          <RoleCard key={role.name} role={role} isMine={board.mine === role.name} onChoose={() => next(role.name)} />
        ))}
      </div>
      <div aria-hidden="true" className="flex h-7 items-center">
        <FillNote board={board} />
      </div>
    </Card>
  )
}
