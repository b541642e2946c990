// Filters in a grid of the page's own; on a phone they stand behind one button, so that what is filtered begins on the first screen.
import { SlidersHorizontal } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { Button, type ButtonProps } from '../actions/button.tsx'

export interface FilterButtonProps extends Omit<ButtonProps, 'icon' | 'children'> {
  /** How many filters are active: it says so, since they are out of sight. */
  count: number
}

/** Leads to filters that are out of sight. */
export const FilterButton = ({ count, ...rest }: FilterButtonProps) => (
  <Button icon={<SlidersHorizontal aria-hidden="true" />} {...rest}>
    <span className="tabular">
      Filters
      {count > 0 && ` (${count})`}
      {count > 0 && <span className="sr-only"> active</span>}
    </span>
  </Button>
)

export interface FilterFoldProps {
  /** How many filters are active. */
  count: number
  /** Stays in sight beside the button: the search. */
  first?: ReactNode
  /** The filters, as cells of the grid around them. */
  children: ReactNode
}

export function FilterFold({ count, first, children }: FilterFoldProps) {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const button = (
    <FilterButton count={count} className="sm:hidden" aria-expanded={isOpen} aria-controls={id} onClick={() => setOpen(!isOpen)} />
  )
  return (
    <>
      {first ? (
        <div className="flex min-w-0 gap-2">
          <div className="min-w-0 flex-1">{first}</div>
          {button}
        </div>
      ) : (
        button
      )}
      <div id={id} className={isOpen ? 'contents' : 'contents max-sm:hidden'}>
        {children}
      </div>
    </>
  )
}
