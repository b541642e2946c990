// Something to buy: what it is called, what it costs, what one gets.
import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from './cx.ts'

export interface PlanCardProps {
  name: string
  price: ReactNode
  /** After the price, e.g. "/month". */
  interval?: ReactNode
  description?: ReactNode
  features: readonly string[]
  badge?: ReactNode
  action?: ReactNode
  isHighlighted?: boolean
}

/** Cards in one grid row stand level. */
export const PlanCard = ({ name, price, interval, description, features, badge, action, isHighlighted }: PlanCardProps) => (
  <article
    className={cx(
      'flex min-w-0 flex-col rounded-lg border bg-surface p-6',
      isHighlighted ? 'border-ink shadow-lift ring-1 ring-ink' : 'border-line shadow-card',
    )}
  >
    <div className="flex min-h-7 items-center justify-between gap-2">
      <h3 className="text-17 font-semibold">{name}</h3>
      {badge}
    </div>
    <p className="mt-3 tabular text-32 font-bold">
      {price}
      {interval && <span className="ml-1 text-15 font-normal tracking-normal text-muted">{interval}</span>}
    </p>
    {description && <p className="mt-1 text-muted">{description}</p>}
    <ul className="my-6 flex flex-1 flex-col gap-2.5">
      {features.map((feature) => (
        <li key={feature} className="flex gap-2.5">
          <Check aria-hidden="true" className="mt-0.75 size-4.5 shrink-0 text-muted" />
          <span>{feature}</span>
        </li>
      ))}
    </ul>
    {action}
  </article>
)
