// A link to hand on: shown whole, selected on focus, copied with one press.
import { CopyButton } from '../actions/copy-button.tsx'
import { Field, type FieldProps } from './field.tsx'
import { TextInput } from './text-input.tsx'

export interface CopyFieldProps extends Pick<FieldProps, 'label' | 'hint' | 'hideLabel'> {
  value: string
  /** Beside something more urgent. */
  isQuiet?: boolean
}

/** Draws the read-only field with its copy button. */
export const CopyField = ({ value, isQuiet, ...field }: CopyFieldProps) => (
  <Field {...field}>
    <div className="flex flex-col gap-2 sm:flex-row">
      <TextInput readOnly value={value} onFocus={(event) => event.target.select()} className="text-ellipsis" />
      <CopyButton text={value} label="Copy link" variant={isQuiet ? undefined : 'primary'} />
    </div>
  </Field>
)
