// A setting that takes effect at once.
import { Lock } from 'lucide-react'
import { type InputHTMLAttributes, type ReactNode, type Ref, useId } from 'react'
import { cx } from '../cx.ts'

export interface SwitchProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'type'> {
  label: ReactNode
  hint?: ReactNode
  /** Says why it can't be changed; locks the switch. */
  locked?: ReactNode
  /** Called with the new state, besides onChange. */
  onValue?: (isOn: boolean) => void
  ref?: Ref<HTMLInputElement>
}

const trackClass =
  'peer h-6.5 w-11 forced-color-adjust-none appearance-none rounded-full border border-edge bg-raised transition-colors checked:border-ink checked:bg-ink enabled:hover:border-ink disabled:border-line-strong disabled:bg-fill'
const knobClass =
  'pointer-events-none absolute top-1 left-1 size-4.5 scale-85 rounded-full bg-edge forced-color-adjust-none transition peer-checked:translate-x-4.5 peer-checked:scale-100 peer-checked:bg-on-ink peer-disabled:bg-line-strong'

/** A native checkbox tells its own state, so it needs no aria-checked. */
const switchRole = { type: 'checkbox', role: 'switch' } as const

export function Switch({ label, hint, locked, onValue, onChange, className, disabled, ...rest }: SwitchProps) {
  const id = useId()
  const isOff = disabled || Boolean(locked)
  return (
    <label data-field="" className={cx('flex min-h-11 items-start justify-between gap-4 py-2', className)}>
      <span className="min-w-0 pt-0.5">
        <span className={cx('font-medium', isOff && 'text-muted')}>{label}</span>
        {(hint || locked) && (
          <span id={`${id}-hint`} className="block text-13 text-muted">
            {hint}
            {locked && (
              <span className="mt-0.5 flex items-center gap-1.5 font-medium">
                <Lock aria-hidden="true" className="size-3.5 shrink-0" />
                {locked}
              </span>
            )}
          </span>
        )}
      </span>
      <span className="relative mt-0.5 flex shrink-0">
        <input
          {...rest}
          {...switchRole}
          disabled={isOff}
          aria-describedby={hint || locked ? `${id}-hint` : undefined}
          className={trackClass}
          onChange={(event) => {
            onChange?.(event)
            onValue?.(event.target.checked)
          }}
        />
        <span aria-hidden="true" className={knobClass} />
      </span>
    </label>
  )
}
