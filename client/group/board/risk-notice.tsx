// R108: what is at risk at this event, above its board; it goes by itself once nothing is.
import { useNow } from '#client/lib/use-now.ts'
import { Notice } from '#client/ui/feedback/notice.tsx'
import type { PublicEvent } from '#protocol/event.ts'
import type { GroupView } from '#protocol/group.ts'
import { risksOf } from '#protocol/risk.ts'

/** Draws the notice; nothing without an event, which alone has a start. */
export function RiskNotice({ group, event }: { group: GroupView; event: PublicEvent | undefined }) {
  const now = useNow()
  const risks = event ? risksOf({ ...group, status: event.status, start: event.start }, now) : []
  if (risks.length === 0) return null
  return (
    <Notice tone="warn" title="At risk" live>
      <ul className="flex flex-col gap-0.5">
        {risks.map((risk) => (
          <li key={risk} className="wrap-anywhere">
            {risk}
          </li>
        ))}
      </ul>
    </Notice>
  )
}
