// R108: what is at risk at an event, in words, on its card or row.
import { TriangleAlert } from 'lucide-react'
import { cx } from '#client/ui/cx.ts'

interface RiskLineProps {
  risks: readonly string[]
  className?: string
}

const maxShown = 2

export function RiskLine({ risks, className }: RiskLineProps) {
  if (risks.length === 0) return null
  const more = risks.length - maxShown
  return (
    <span className={cx('flex max-w-full items-start gap-1.5 text-13 font-medium text-warn', className)}>
      <TriangleAlert aria-hidden="true" className="mt-0.5 size-3.5 shrink-0" />
      <span className="min-w-0 wrap-anywhere">
        At risk: {risks.slice(0, maxShown).join(', ')}
        {more > 0 && `, and ${more} more`}
      </span>
    </span>
  )
}
