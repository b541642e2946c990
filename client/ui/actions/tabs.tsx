// Views of one thing, one at a time. By the pattern of the ARIA guide: one stop of the Tab key, arrows and Home and End from tab to tab, and what has the focus is open.
import { createContext, type KeyboardEvent, type ReactNode, useContext, useId } from 'react'
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
  /** Before that where there is room, else in a row of their own below. */
  tools?: ReactNode
  /** On a phone the tabs share the width, so that each is in reach of a tap; numbers go. */
  fit?: boolean
  /** What they open begins close under them. */
  dense?: boolean
}

const OpenTab = createContext({ id: '', open: '' })

const tabClass =
  'relative -mx-2 flex h-12 shrink-0 items-center gap-2 rounded-sm px-2 font-medium text-muted transition-colors hover:text-ink data-[state=active]:text-ink after:absolute after:inset-x-2 after:-bottom-px after:h-0.5 after:origin-left after:scale-x-0 after:rounded-full after:bg-ink forced-colors:after:bg-[Highlight] after:transition-transform data-[state=active]:after:scale-x-100 focus-visible:-outline-offset-2'

const steps: Readonly<Record<string, (at: number, last: number) => number>> = {
  ArrowRight: (at, last) => (at === last ? 0 : at + 1),
  ArrowLeft: (at, last) => (at === 0 ? last : at - 1),
  Home: () => 0,
  End: (_, last) => last,
}

/** Moves the focus to another tab, which opens it. */
function move(event: KeyboardEvent<HTMLButtonElement>) {
  const step = steps[event.key]
  if (!step || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
  const all = [...(event.currentTarget.parentElement?.querySelectorAll<HTMLButtonElement>(':scope > [role=tab]') ?? [])]
  event.preventDefault()
  all[step(all.indexOf(event.currentTarget), all.length - 1)]?.focus()
}

interface TabProps {
  item: TabItem
  isOpen: boolean
  /** Whether the Tab key leads to it. */
  isStop: boolean
  onOpen: () => void
  fit: boolean | undefined
}

function Tab({ item, isOpen, isStop, onOpen, fit }: TabProps) {
  const { id } = useContext(OpenTab)
  return (
    <button
      type="button"
      role="tab"
      id={`${id}-tab-${item.value}`}
      aria-selected={isOpen}
      aria-controls={`${id}-panel-${item.value}`}
      data-state={isOpen ? 'active' : 'inactive'}
      tabIndex={isStop ? 0 : -1}
      onClick={onOpen}
      onFocus={() => isOpen || isStop || onOpen()}
      onKeyDown={move}
      className={tabClass}
    >
      <span>{item.label}</span>
      {item.count !== undefined && (
        <span className={cx('tabular rounded-full bg-fill px-2 text-13 text-muted', fit && 'max-sm:sr-only')}>
          {item.count.toLocaleString('en')}
        </span>
      )}
    </button>
  )
}

export function Tabs({ label, items, value, onValue, children, aside, tools, fit, dense }: TabsProps) {
  const id = useId()
  const stop = items.find((item) => item.value === value) ?? items[0]
  return (
    <OpenTab value={{ id, open: value }}>
      <div className={cx('flex flex-col', dense ? 'gap-3' : 'gap-6')}>
        <div className="flex flex-wrap items-center gap-x-4 print:hidden lg:gap-x-2">
          <div
            role="tablist"
            aria-label={label}
            className={cx(
              '-mx-2 -mb-px flex min-w-0 flex-1 gap-6 overflow-x-auto px-2 pb-px',
              fit && 'max-sm:justify-between max-sm:gap-2',
            )}
          >
            {items.map((item) => (
              <Tab
                key={item.value}
                item={item}
                isOpen={item.value === value}
                isStop={item === stop}
                onOpen={() => item.value === value || onValue(item.value)}
                fit={fit}
              />
            ))}
          </div>
          {tools && <div className="order-last mt-3 min-w-0 basis-full lg:order-none lg:-mt-2 lg:mb-2 lg:basis-auto">{tools}</div>}
          {aside}
          <div className="h-px basis-full bg-line" />
        </div>
        {children}
      </div>
    </OpenTab>
  )
}

interface TabPanelProps {
  value: string
  children: ReactNode
  /** Stays there unseen while another tab is open, with all that was typed; needs the tab that is. */
  keptBehind?: string
}

/** One that isn't open is there, empty, for its tab to name. */
export function TabPanel({ value, children, keptBehind }: TabPanelProps) {
  const { id, open } = useContext(OpenTab)
  const isOpen = value === open
  return (
    <div
      role="tabpanel"
      id={`${id}-panel-${value}`}
      aria-labelledby={`${id}-tab-${value}`}
      data-state={isOpen ? 'active' : 'inactive'}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: whoever leaves the tabs by keyboard comes to what they opened
      tabIndex={0}
      hidden={!isOpen}
      className="rounded"
    >
      {(isOpen || keptBehind !== undefined) && children}
    </div>
  )
}
