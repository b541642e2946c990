// One line of text: plain, with a mark before or after it, or for a search.
import { Search } from 'lucide-react'
import type { InputHTMLAttributes, ReactNode, Ref } from 'react'
import { cx } from '../cx.ts'
import { useFieldWiring } from './field-wiring.ts'

export interface TextInputProps extends InputHTMLAttributes<HTMLInputElement> {
  /** An icon or a few letters inside the box, before the text. */
  before?: ReactNode
  /** A unit, a state or a small button inside the box, after the text. */
  after?: ReactNode
  ref?: Ref<HTMLInputElement>
}

/** Type, autoComplete and all native attributes pass through, and register() spreads into it. */
export function TextInput({ before, after, className, ...rest }: TextInputProps) {
  const wiring = useFieldWiring(rest)
  // What is typed in words may be of any script; addresses, numbers and dates are read from left to right.
  const direction = /^(?:text|search)$/.test(rest.type ?? 'text') ? { dir: 'auto' } : {}
  if (!before && !after) return <input type="text" {...direction} {...rest} {...wiring} className={cx('control', className)} />
  return (
    <span className={cx('control flex items-center gap-2 py-0!', className)}>
      {before && <span className="flex shrink-0 items-center text-muted [&_svg]:size-4.5">{before}</span>}
      <input
        type="text"
        {...direction}
        {...rest}
        {...wiring}
        className="min-w-0 flex-1 self-stretch bg-transparent py-2.25 focus-visible:outline-none [&::-webkit-search-cancel-button]:hidden"
      />
      {after && <span className="-mr-1.5 flex shrink-0 items-center gap-1 text-13 text-muted">{after}</span>}
    </span>
  )
}

/** Give it an aria-label or put it into a Field. */
export const SearchInput = (props: Omit<TextInputProps, 'before' | 'type'>) => (
  <TextInput type="search" enterKeyHint="search" autoComplete="off" {...props} before={<Search aria-hidden="true" />} />
)
