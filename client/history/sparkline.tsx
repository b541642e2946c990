// A small curve on a card: how full all seats were, from the first day until now.

import { useEffect } from 'react'
import { create } from 'zustand'
import { call } from '#client/lib/call.ts'
import { useReturn } from '#client/lib/connection.ts'
import { formatDay } from '#client/lib/dates.ts'
import { useSession } from '#client/lib/session.ts'
import { historyApi, maxSparklines, type Sparkline as Read } from '#protocol/record/history.ts'
import type { RoleCoverage } from '#protocol/seats/group.ts'

const useSparklines = create<{ byGroup: Readonly<Record<string, Read>> }>(() => ({ byGroup: {} }))
const asked = new Set<string>()

/** Reads those that are not here yet. A card does without one, so a failure is not shown; they are asked for again after being offline. */
async function ask(groupIds: readonly string[]) {
  const fresh = groupIds.filter((id) => !asked.has(id)).slice(0, maxSparklines)
  if (fresh.length === 0) return
  for (const id of fresh) asked.add(id)
  try {
    const { sparklines } = await call(historyApi.sparklines, { groups: fresh.join(',') })
    useSparklines.setState(({ byGroup }) => ({
      byGroup: { ...byGroup, ...Object.fromEntries(sparklines.map((one) => [one.groupId, one])) },
    }))
  } catch {
    for (const id of fresh) asked.delete(id)
  }
}

useSession.subscribe((now, before) => {
  if (now.token === before.token && now.organizerToken === before.organizerToken) return
  asked.clear()
  useSparklines.setState({ byGroup: {} })
})

/** Has the sparklines of these groups read, together. */
export function useSparklinesOf(groupIds: readonly string[]) {
  const key = groupIds.join(',')
  useEffect(() => void (key && ask(key.split(','))), [key])
  useReturn(() => void (key && ask(key.split(','))))
}

const wide = 96
const high = 22

/** The line ends at how full the seats are now. */
export function Sparkline({ groupId, coverage, timeZone }: { groupId: string; coverage: readonly RoleCoverage[]; timeZone: string }) {
  const read = useSparklines(({ byGroup }) => byGroup[groupId])
  const total = coverage.reduce((sum, role) => sum + role.total, 0)
  if (total === 0) return null
  if (!read) return coverage.some(({ count }) => count > 0) ? <span className="h-5.5 w-24 shrink-0" /> : null
  const now = Math.round((100 * coverage.reduce((sum, role) => sum + role.count, 0)) / total)
  const percents = [...read.percents.slice(0, -1), now]
  if (percents.every((percent) => percent === percents[0])) return null // a flat line tells nothing
  const points = percents.map(
    (percent, at) => `${(at * wide) / (percents.length - 1)},${high - 1 - (Math.min(percent, 100) * (high - 2)) / 100}`,
  )
  return (
    <svg
      role="img"
      aria-label={`Seats taken since ${formatDay(read.from, timeZone)}: from ${percents[0]} % to ${now} %`}
      viewBox={`0 0 ${wide} ${high}`}
      className="h-5.5 w-24 shrink-0 text-muted"
    >
      <polyline points={`0,${high} ${points.join(' ')} ${wide},${high}`} className="fill-fill-strong" />
      <polyline points={points.join(' ')} fill="none" stroke="currentColor" strokeWidth={1.5} strokeLinejoin="round" />
    </svg>
  )
}
