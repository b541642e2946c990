// R119: how many emails that nobody asked for one person gets in an hour. The count is kept in the store and written with the lease, so it outlives a
// restart, and is one for all processes.

import type { Email, EmailDeps } from '#server/kernel/emails/outbox.ts'
import { iso } from '#server/kernel/ports/clock.ts'
import type { Reader, Write } from '#server/kernel/store/store.ts'
import { type HourCount, hourCounts } from '#server/people/model/access.ts'

const hourMs = 3_600_000
export const unaskedPerHour = 20

/** Counts for the emails that are about to be leased. */
export interface Pace {
  /** Until when this one has to wait, in milliseconds; undefined: it is counted, and may go. */
  until(email: Email): number | undefined
  writes(): Write[]
}

const isCounted = ({ isUnasked, attempts }: Email) => isUnasked === true && attempts === 0

export async function readPace(
  store: Reader,
  { secrets }: Pick<EmailDeps, 'secrets'>,
  chosen: readonly Email[],
  now: number,
): Promise<Pace> {
  const recipients = [...new Set(chosen.filter(isCounted).map(({ to }) => to))]
  const counts = new Map<string, HourCount>()
  for (const to of recipients) {
    const _id = secrets.idOf('unasked to', to)
    const before = await store.get(hourCounts, _id)
    const isOver = before === undefined || before.expiresAt <= iso(now)
    counts.set(to, { _id, rev: before?.rev ?? 0, ...(isOver ? { count: 0, expiresAt: iso(now + hourMs) } : before) })
  }
  const changed = new Set<string>()
  return {
    until(email) {
      const count = isCounted(email) ? counts.get(email.to) : undefined
      if (!count) return undefined
      if (count.count >= unaskedPerHour) return Date.parse(count.expiresAt)
      counts.set(email.to, { ...count, count: count.count + 1 })
      changed.add(email.to)
      return undefined
    },
    writes: () =>
      [...changed].flatMap((to) => {
        const count = counts.get(to)
        return count ? [{ collection: hourCounts, put: { ...count, rev: count.rev + 1 }, expectedRev: count.rev }] : []
      }),
  }
}
