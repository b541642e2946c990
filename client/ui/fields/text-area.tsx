// Several lines of text; the box grows with them.
import type { Ref, TextareaHTMLAttributes } from 'react'
import { cx } from '../cx.ts'
import { useFieldWiring } from './field-wiring.ts'

export interface TextAreaProps extends TextareaHTMLAttributes<HTMLTextAreaElement> {
  ref?: Ref<HTMLTextAreaElement>
  /** Fixed-width text, for pasted rows. */
  mono?: boolean
}

export const TextArea = ({ mono, className, rows = 3, ...rest }: TextAreaProps) => (
  <textarea
    rows={rows}
    dir="auto"
    {...rest}
    {...useFieldWiring(rest)}
    className={cx('control field-sizing-content max-h-96 resize-y', mono && 'font-mono text-13', className)}
    style={{ minHeight: `calc(${rows} * 1lh + 1.25rem)`, ...rest.style }}
  />
)
