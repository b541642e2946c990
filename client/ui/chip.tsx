// A small thing in a row of its like (a role someone holds): plain, pressable, or removable.
import { Check, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from './cx.ts'

export interface ChipProps {
  children: ReactNode
  /** Makes it a toggle button. */
  pressed?: boolean
  onPress?: () => void
  /** Adds a remove button; `removeLabel` names it. */
  onRemove?: () => void
  removeLabel?: string
  disabled?: boolean
}

const chipClass = 'inline-flex max-w-full min-w-0 items-center gap-1.5 rounded-full border px-3 text-13 font-medium transition'

export function Chip({ children, pressed, onPress, onRemove, removeLabel, disabled }: ChipProps) {
  if (onPress)
    return (
      <button
        type="button"
        aria-pressed={pressed}
        disabled={disabled}
        onClick={onPress}
        className={cx(
          chipClass,
          'hit h-8 disabled:text-muted',
          pressed ? 'border-ink bg-ink text-on-ink' : 'border-edge bg-raised hover:border-ink',
        )}
      >
        {pressed && <Check aria-hidden="true" strokeWidth={3} className="-ml-0.5 size-3.5 shrink-0" />}
        <span dir="auto" className="truncate">
          {children}
        </span>
      </button>
    )
  return (
    <span className={cx(chipClass, 'min-h-7 border-line bg-fill', disabled && 'text-muted')}>
      <span dir="auto" className="truncate">
        {children}
      </span>
      {onRemove && (
        <button
          type="button"
          aria-label={removeLabel ?? 'Remove'}
          onClick={onRemove}
          className="hit -mr-1.5 rounded-full p-0.5 hover:bg-fill-strong"
        >
          <X aria-hidden="true" className="size-3.5" />
        </button>
      )}
    </span>
  )
}
