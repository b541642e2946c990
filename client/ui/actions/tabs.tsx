// Views of one thing, one at a time.
import * as Radix from 'radix-ui/tabs'
import type { ReactNode } from 'react'
import { cx } from '../cx.ts'

export interface TabItem {
  value: string
  label: ReactNode
  /** A number beside the label. */
  count?: number
}

export interface TabsProps {
  /** Names the row of tabs. */
  label: string
  items: readonly TabItem[]
  value: string
  onValue: (value: string) => void
  /** TabPanels, one for each value. */
  children: ReactNode
  /** At the end of the row. */
  aside?: ReactNode
  /** On a phone the tabs share the width, so that each is in reach of a tap; numbers go. */
  fit?: boolean
}

const tabClass =
  'relative -mx-2 flex h-12 shrink-0 items-center gap-2 rounded-sm px-2 font-medium text-muted transition-colors hover:text-ink data-[state=active]:text-ink after:absolute after:inset-x-2 after:-bottom-px after:h-0.5 after:origin-left after:scale-x-0 after:rounded-full after:bg-ink forced-colors:after:bg-[Highlight] after:transition-transform data-[state=active]:after:scale-x-100 focus-visible:-outline-offset-2'

/** Draws the row of tabs and the chosen panel. */
export const Tabs = ({ label, items, value, onValue, children, aside, fit }: TabsProps) => (
  <Radix.Root value={value} onValueChange={onValue} className="flex flex-col gap-6">
    <div className="flex items-center justify-between gap-4 border-b border-line">
      <Radix.List
        aria-label={label}
        className={cx(
          '-mx-2 -mb-px flex min-w-0 gap-6 overflow-x-auto px-2 pb-px',
          fit && 'max-sm:flex-1 max-sm:justify-between max-sm:gap-2',
        )}
      >
        {items.map((item) => (
          <Radix.Trigger key={item.value} value={item.value} className={tabClass}>
            <span>{item.label}</span>
            {item.count !== undefined && (
              <span className={cx('tabular rounded-full bg-fill px-2 text-13 text-muted', fit && 'max-sm:sr-only')}>
                {item.count.toLocaleString('en')}
              </span>
            )}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {aside}
    </div>
    {children}
  </Radix.Root>
)

interface TabPanelProps {
  value: string
  children: ReactNode
  /** Stays there unseen while another tab is open, with all that was typed; needs the tab that is. */
  keptBehind?: string
}

/** Holds what one tab shows. */
export const TabPanel = ({ value, children, keptBehind }: TabPanelProps) => (
  <Radix.Content value={value} className="rounded" {...(keptBehind !== undefined && { forceMount: true, hidden: keptBehind !== value })}>
    {children}
  </Radix.Content>
)
