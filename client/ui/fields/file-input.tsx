// A file of the user's, chosen or dropped.
import type { InputHTMLAttributes } from 'react'
import { cx } from '../cx.ts'
import { useFieldWiring } from './field-wiring.ts'

export interface FileInputProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'type' | 'onChange'> {
  /** Called with the file; undefined when none is chosen any more. */
  onFile: (file: File | undefined) => void
}

export const FileInput = ({ onFile, className, ...rest }: FileInputProps) => (
  <input
    {...rest}
    {...useFieldWiring(rest)}
    type="file"
    onChange={(event) => onFile(event.target.files?.[0])}
    className={cx(
      'control h-auto! cursor-pointer py-2! file:mr-3 file:h-8 file:cursor-pointer file:rounded-sm file:border-0 file:bg-fill file:px-3 file:text-13 file:font-medium file:text-ink',
      className,
    )}
  />
)
