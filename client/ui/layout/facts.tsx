// Names and values of one thing.
import type { ReactNode } from 'react'

export interface Fact {
  /** Where labels may be the same. */
  key?: string
  label: string
  value: ReactNode
}

export const Facts = ({ items }: { items: readonly Fact[] }) => (
  <dl className="[&>div+div]:border-t [&>div+div]:border-line">
    {items.map((fact) => (
      <div key={fact.key ?? fact.label} className="flex flex-col gap-x-6 py-2.5 sm:grid sm:grid-cols-[10rem_1fr]">
        <dt className="text-13 leading-6 text-muted">{fact.label}</dt>
        <dd dir="auto" className="min-w-0 font-medium wrap-anywhere">
          {fact.value}
        </dd>
      </div>
    ))}
  </dl>
)
