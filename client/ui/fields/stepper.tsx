// A small whole number with - and + around it.
import { Minus, Plus } from 'lucide-react'
import { type Ref, useEffect, useState } from 'react'
import { cx } from '../cx.ts'
import { useFieldWiring } from './field-wiring.ts'

export interface StepperProps {
  value: number
  onValue: (value: number) => void
  min?: number
  max?: number
  /** Names the number for screen readers; not needed inside a Field. */
  label?: string
  disabled?: boolean
  id?: string
  name?: string
  onBlur?: () => void
  className?: string
  ref?: Ref<HTMLInputElement>
}

const stepClass =
  'hit flex size-10.5 shrink-0 items-center justify-center rounded-[9px] text-ink transition hover:bg-fill active:bg-fill-strong disabled:text-muted disabled:opacity-45 disabled:hover:bg-transparent [&_svg]:size-4'

const clamp = (value: number, min: number, max: number) => Math.min(max, Math.max(min, value))

export function Stepper({ value, onValue, min = 1, max = 99, label, disabled, className, onBlur, ref, ...rest }: StepperProps) {
  const wiring = useFieldWiring(rest)
  const [typed, setTyped] = useState(String(value))
  useEffect(() => setTyped(String(value)), [value])
  const set = (next: number) => {
    setTyped(String(next))
    if (next !== value) onValue(next)
  }
  const type = (text: string) => {
    setTyped(text)
    if (/^\d+$/.test(text) && Number(text) >= min && Number(text) <= max) onValue(Number(text))
  }
  const settle = () => {
    set(/^\d+$/.test(typed.trim()) ? clamp(Number(typed), min, max) : min)
    onBlur?.()
  }
  const named = label ? `${label}: ` : ''
  return (
    <span className={cx('control inline-flex w-auto! items-center self-start p-0!', className)}>
      <button
        type="button"
        aria-label={`${named}one less`}
        disabled={disabled || value <= min}
        onClick={() => set(clamp(value - 1, min, max))}
        className={stepClass}
      >
        <Minus aria-hidden="true" />
      </button>
      <input
        {...rest}
        {...wiring}
        ref={ref}
        inputMode="numeric"
        autoComplete="off"
        role="spinbutton"
        aria-label={label}
        aria-valuenow={value}
        aria-valuemin={min}
        aria-valuemax={max}
        disabled={disabled}
        value={typed}
        onChange={(event) => type(event.target.value)}
        onBlur={settle}
        onFocus={(event) => event.target.select()}
        onKeyDown={(event) => {
          const by = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : 0
          if (by !== 0) event.preventDefault()
          if (by !== 0) set(clamp(value + by, min, max))
        }}
        className="w-11 min-w-0 self-stretch bg-transparent text-center tabular font-medium focus-visible:outline-none"
      />
      <button
        type="button"
        aria-label={`${named}one more`}
        disabled={disabled || value >= max}
        onClick={() => set(clamp(value + 1, min, max))}
        className={stepClass}
      >
        <Plus aria-hidden="true" />
      </button>
    </span>
  )
}
