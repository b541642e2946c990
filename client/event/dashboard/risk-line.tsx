// R108, R130g: what somebody should see to at an event, in words, on its card or row, with what one does about it.
import { TriangleAlert } from 'lucide-react'
import { formatCount } from '#client/lib/format-count.ts'
import { ButtonLink } from '#client/ui/actions/button.tsx'
import { cx } from '#client/ui/cx.ts'
import type { EventCard } from '#protocol/seats/event.ts'
import { stillNeeded } from '#protocol/seats/risk.ts'
import type { Concerns } from './event-order.ts'

interface RiskLineProps {
  concerns: Concerns
  className?: string
}

interface RiskActProps {
  card: EventCard
  concerns: Concerns
}
/** An event's own act stands on its row: who is missing is invited, who has not confirmed is looked at, what doesn't arrive is mended. */
function actOf({ _id, groupId, groups, roleCoverage }: EventCard, { isAtRisk, undelivered }: Concerns): readonly [string, string] {
  const fix = `Fix ${formatCount(undelivered)}`
  if (groups) return [isAtRisk ? 'See groups' : fix, `/event/${_id}`]
  if (!isAtRisk) return [fix, `/event/${_id}?tab=answers&show=unreached`]
  const isShort = roleCoverage.some((role) => stillNeeded(role) > 0)
  return isShort ? ['Invite', `/group/${groupId}/invite`] : ['See answers', `/event/${_id}?tab=answers`]
}
export function RiskAct({ card, concerns }: RiskActProps) {
  if (concerns.lines.length === 0) return null
  const [label, href] = actOf(card, concerns)
  return (
    <ButtonLink size="sm" href={href} aria-label={`${label}: ${card.name}`} className="hit relative z-10 shrink-0">
      {label}
    </ButtonLink>
  )
}

const maxShown = 2

export function RiskLine({ concerns: { lines }, className }: RiskLineProps) {
  if (lines.length === 0) return null
  const more = lines.length - maxShown
  return (
    <span className={cx('flex max-w-full items-start gap-1.5 text-13 font-medium text-warn', className)}>
      <TriangleAlert aria-hidden="true" className="mt-0.5 size-3.5 shrink-0" />
      <span className="min-w-0 wrap-anywhere">
        {lines.slice(0, maxShown).join(', ')}
        {more > 0 && `, and ${more} more`}
      </span>
    </span>
  )
}
