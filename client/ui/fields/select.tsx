// One of a list: the platform's own select, dressed like our other boxes.
import { ChevronDown } from 'lucide-react'
import type { Ref, SelectHTMLAttributes } from 'react'
import { cx } from '../cx.ts'
import { useFieldWiring } from './field-wiring.ts'

export interface SelectOption {
  value: string
  label: string
  disabled?: boolean
}

export interface SelectProps extends SelectHTMLAttributes<HTMLSelectElement> {
  /** Or give <option> children. */
  options?: readonly SelectOption[]
  /** Shown first, with an empty value, while nothing is chosen. */
  placeholder?: string
  /** Called with the chosen value, besides onChange. */
  onValue?: (value: string) => void
  ref?: Ref<HTMLSelectElement>
}

export function Select({ options, placeholder, onValue, onChange, className, children, ...rest }: SelectProps) {
  const wiring = useFieldWiring(rest)
  return (
    <span className={cx('relative block', className)}>
      <select
        dir="auto"
        {...rest}
        {...wiring}
        onChange={(event) => {
          onChange?.(event)
          onValue?.(event.target.value)
        }}
        className="control cursor-pointer appearance-none truncate pr-10!"
      >
        {placeholder !== undefined && <option value="">{placeholder}</option>}
        {options?.map((option) => (
          <option key={option.value} dir="auto" value={option.value} disabled={option.disabled}>
            {option.label}
          </option>
        ))}
        {children}
      </select>
      <ChevronDown aria-hidden="true" className="pointer-events-none absolute top-1/2 right-3.5 size-4.5 -translate-y-1/2 text-muted" />
    </span>
  )
}
