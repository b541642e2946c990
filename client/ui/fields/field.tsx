// A labelled place in a form: label, required mark, hint and error around any one control, or around a group of them.
import { CircleAlert } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { cx } from '../cx.ts'
import { Sentence } from '../feedback/sentence.tsx'
import { FieldContext } from './field-wiring.ts'

export interface FieldProps {
  label: ReactNode
  hint?: ReactNode
  /** The sentence that says what is wrong; shown and announced while it is there. */
  error?: ReactNode
  required?: boolean
  /** Shows "Optional" beside the label. */
  optional?: boolean
  /** Keeps the label for screen readers only. */
  hideLabel?: boolean
  /** At the end of the label's line, e.g. a "Forgot password?" link. */
  aside?: ReactNode
  className?: string
  children: ReactNode
}

const labelClass = 'text-13 font-medium text-ink'

const LabelText = ({ label, required, optional }: Pick<FieldProps, 'label' | 'required' | 'optional'>) => (
  <>
    {label}
    {required && (
      <span aria-hidden="true" className="ml-0.5 text-danger">
        *
      </span>
    )}
    {optional && <span className="ml-1.5 font-normal text-muted">Optional</span>}
  </>
)

/** Shows an error beside its control, and reads it out when it comes. */
export const FieldError = ({ id, children }: { id?: string; children?: ReactNode }) => (
  <div id={id} aria-live="polite" className={children ? 'flex animate-fade gap-1.5 text-13 text-danger' : '-mt-1.5'}>
    {children && (
      <>
        <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
        <span>
          <Sentence>{children}</Sentence>
        </span>
      </>
    )}
  </div>
)

export const FieldHint = ({ id, children }: { id?: string; children: ReactNode }) => (
  <p id={id} dir="auto" className="text-13 text-muted">
    {children}
  </p>
)

/** Labels one control: <Field label="Name" error={errors.name?.message}><TextInput {...register('name')} /></Field>. */
export function Field({ label, hint, error, required = false, optional, hideLabel, aside, className, children }: FieldProps) {
  const id = useId()
  const describedBy = cx(error ? `${id}-error` : null, hint ? `${id}-hint` : null) || undefined
  return (
    <div data-field="" className={cx('flex min-w-0 flex-col gap-1.5', className)}>
      <div className={cx('flex items-baseline justify-between gap-3', hideLabel && 'sr-only')}>
        <label htmlFor={id} dir="auto" className={labelClass}>
          <LabelText label={label} required={required} optional={optional} />
        </label>
        {aside && <span className="text-13">{aside}</span>}
      </div>
      <FieldContext value={{ id, describedBy, isInvalid: Boolean(error), isRequired: required }}>{children}</FieldContext>
      <FieldError id={`${id}-error`}>{error}</FieldError>
      {hint && <FieldHint id={`${id}-hint`}>{hint}</FieldHint>}
    </div>
  )
}

/** Labels several controls that answer one question: a fieldset with its legend. In a box of its own: as an item of a flex column WebKit counts its legend twice. */
export function FieldGroup({ label, hint, error, required, optional, hideLabel, className, children }: Omit<FieldProps, 'aside'>) {
  const id = useId()
  const describedBy = cx(error ? `${id}-error` : null, hint ? `${id}-hint` : null) || undefined
  return (
    <div data-field="" className={cx('min-w-0', className)}>
      <fieldset aria-describedby={describedBy} className="min-w-0">
        <legend dir="auto" className={cx(labelClass, hideLabel ? 'sr-only' : 'mb-1.5')}>
          <LabelText label={label} required={required} optional={optional} />
        </legend>
        <div className="flex min-w-0 flex-col gap-1.5">
          {children}
          <FieldError id={`${id}-error`}>{error}</FieldError>
          {hint && <FieldHint id={`${id}-hint`}>{hint}</FieldHint>}
        </div>
      </fieldset>
    </div>
  )
}
