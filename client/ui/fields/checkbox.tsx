// A yes or no that waits for the form to be sent (decision 0035).
import { Check } from 'lucide-react'
import { type InputHTMLAttributes, type ReactNode, type Ref, useId } from 'react'
import { cx } from '../cx.ts'
import { FieldError } from './field.tsx'
import { useFieldWiring } from './field-wiring.ts'

export interface CheckboxProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'type'> {
  label: ReactNode
  hint?: ReactNode
  error?: ReactNode
  /** Keeps the label for screen readers only, e.g. in rows. */
  hideLabel?: boolean
  /** Called with the new state, besides onChange. */
  onValue?: (isChecked: boolean) => void
  ref?: Ref<HTMLInputElement>
}

const boxClass =
  'peer size-5.5 forced-color-adjust-none shrink-0 appearance-none rounded-sm border border-edge bg-raised transition-colors checked:border-ink checked:bg-ink enabled:hover:border-ink disabled:border-line-strong disabled:bg-fill aria-invalid:border-danger'

/** The whole line is the target. */
export function Checkbox({ label, hint, error, hideLabel, onValue, onChange, className, ...rest }: CheckboxProps) {
  const id = useId()
  const wiring = useFieldWiring({
    'aria-describedby': cx(Boolean(error) && `${id}-error`, Boolean(hint) && `${id}-hint`),
    'aria-invalid': Boolean(error) || undefined,
    ...rest,
  })
  return (
    <div data-field="" className={className}>
      <label className={cx('inline-flex min-h-11 gap-3 py-2.5', hideLabel && 'min-w-11 justify-center', rest.disabled && 'text-muted')}>
        <span className="relative mt-px flex h-5.5 shrink-0">
          <input
            {...rest}
            {...wiring}
            id={rest.id ?? id}
            type="checkbox"
            className={boxClass}
            onChange={(event) => {
              onChange?.(event)
              onValue?.(event.target.checked)
            }}
          />
          <Check
            aria-hidden="true"
            strokeWidth={3}
            className="pointer-events-none absolute inset-0 m-auto forced-color-adjust-none size-3.5 scale-50 text-on-ink opacity-0 transition peer-checked:scale-100 peer-checked:opacity-100 peer-disabled:text-muted"
          />
        </span>
        <span dir="auto" className={hideLabel ? 'sr-only' : 'min-w-0 wrap-anywhere'}>
          {label}
          {hint && (
            <span id={`${id}-hint`} className="block text-13 text-muted">
              {hint}
            </span>
          )}
        </span>
      </label>
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </div>
  )
}
