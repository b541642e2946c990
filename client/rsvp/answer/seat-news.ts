// Tells a screen reader how the seats move while one chooses: politely, and not for every change.
import { useEffect, useRef } from 'react'
import { announce } from '#client/ui/feedback/announcer.tsx'
import { fullSentence, leftLabel, type RoleSeats } from './seats.ts'

/** At most one sentence in this time; changes meanwhile are announced together. */
const gapMs = 4000

/** Says what has changed: the one role by name, several by number. */
export function seatNews(changed: readonly RoleSeats[]): string {
  const lost = changed.find((role) => role.isChosen && role.isFull)
  if (lost) return `${fullSentence(lost.name)} Someone just took the last seat.`
  const [first] = changed
  if (!first) return ''
  return changed.length === 1 ? `${first.name}: ${leftLabel(first)}.` : `Seats changed in ${changed.length} roles.`
}

/** Announces changes that others make to `seats`; draws nothing. */
export function SeatNews({ seats }: { seats: readonly RoleSeats[] }) {
  const news = useRef({ before: new Map<string, number>(), changed: new Set<string>(), seats, nextAt: 0 })
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => {
    const { before, changed } = news.current
    for (const { _id, others } of seats) if (before.has(_id) && before.get(_id) !== others) changed.add(_id)
    news.current = { ...news.current, seats, before: new Map(seats.map(({ _id, others }) => [_id, others])) }
    if (changed.size === 0 || timer.current) return
    timer.current = setTimeout(
      () => {
        timer.current = undefined
        const now = news.current
        announce(seatNews(now.seats.filter((role) => now.changed.has(role._id))))
        news.current = { ...now, changed: new Set(), nextAt: Date.now() + gapMs }
      },
      Math.max(0, news.current.nextAt - Date.now()),
    )
  }, [seats])
  useEffect(() => () => clearTimeout(timer.current), [])
  return null
}
