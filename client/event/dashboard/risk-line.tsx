// R108: what is at risk at an event, in words, on its card or row, with what one does about it.
import { TriangleAlert } from 'lucide-react'
import { ButtonLink } from '#client/ui/actions/button.tsx'
import { cx } from '#client/ui/cx.ts'
import type { EventCard } from '#protocol/seats/event.ts'
import { stillNeeded } from '#protocol/seats/risk.ts'

interface RiskLineProps {
  risks: readonly string[]
  className?: string
}

interface RiskActProps {
  card: EventCard
  risks: readonly string[]
}
/** An event's own act stands on its row: who is missing is invited, who has not confirmed is looked at. */
export function RiskAct({ card, risks }: RiskActProps) {
  if (risks.length === 0) return null
  const isShort = card.roleCoverage.some((role) => stillNeeded(role) > 0)
  const [label, href] = card.groups
    ? ['See groups', `/event/${card._id}`]
    : isShort
      ? ['Invite', `/group/${card.groupId}/invite`]
      : ['See answers', `/group/${card.groupId}?tab=answers`]
  return (
    <ButtonLink size="sm" href={href} aria-label={`${label}: ${card.name}`} className="hit relative z-10 shrink-0">
      {label}
    </ButtonLink>
  )
}

const maxShown = 2

export function RiskLine({ risks, className }: RiskLineProps) {
  if (risks.length === 0) return null
  const more = risks.length - maxShown
  return (
    <span className={cx('flex max-w-full items-start gap-1.5 text-13 font-medium text-warn', className)}>
      <TriangleAlert aria-hidden="true" className="mt-0.5 size-3.5 shrink-0" />
      <span className="min-w-0 wrap-anywhere">
        {risks.slice(0, maxShown).join(', ')}
        {more > 0 && `, and ${more} more`}
      </span>
    </span>
  )
}
