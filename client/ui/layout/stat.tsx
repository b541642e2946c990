// A number worth seeing from afar.
import type { ReactNode } from 'react'

export interface StatProps {
  label: ReactNode
  value: ReactNode
  /** After the number, smaller, e.g. "of 30". */
  of?: ReactNode
  hint?: ReactNode
}

/** Put several into a Stats. */
export const Stat = ({ label, value, of, hint }: StatProps) => (
  <div className="flex min-w-0 flex-col gap-0.5 px-5 py-4">
    <dt className="text-13 text-muted">{label}</dt>
    <dd className="tabular text-24 font-semibold">
      {value}
      {of && <span className="text-15 font-normal text-muted"> {of}</span>}
    </dd>
    {hint && <dd className="text-13 text-muted">{hint}</dd>}
  </div>
)

export const Stats = ({ children }: { children: ReactNode }) => (
  <dl className="flex flex-wrap overflow-hidden rounded-lg border border-line bg-surface shadow-card [&>*]:grow [&>*]:basis-36 [&>*]:shadow-[0_0_0_0.5px_var(--color-line)]">
    {children}
  </dl>
)
