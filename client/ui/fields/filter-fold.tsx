// Filters in a grid of the page's own; on a phone they stand behind one button, so that what is filtered begins on the first screen.
import { SlidersHorizontal } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { Button } from '../actions/button.tsx'

export interface FilterFoldProps {
  /** How many filters are active; the button says it while they are out of sight. */
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
    <Button
      className="sm:hidden"
      icon={<SlidersHorizontal aria-hidden="true" />}
      aria-expanded={isOpen}
      aria-controls={id}
      onClick={() => setOpen(!isOpen)}
    >
      <span className="tabular">
        Filters
        {count > 0 && ` (${count})`}
        {count > 0 && <span className="sr-only"> active</span>}
      </span>
    </Button>
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
