// A color: the browser's own picker, and its code beside it for who has it from somewhere.
import { cx } from '../cx.ts'
import { TextInput } from './text-input.tsx'

interface ColorInputProps {
  /** #rrggbb, or what is typed on the way there. */
  value: string
  onValue: (value: string) => void
  /** Names the picker; the code is named by the field around it. */
  pickLabel: string
  className?: string
}

const isColor = (text: string) => /^#[0-9a-f]{6}$/i.test(text)

export const ColorInput = ({ value, onValue, pickLabel, className }: ColorInputProps) => (
  <span className={cx('flex items-center gap-2', className)}>
    <input
      type="color"
      aria-label={pickLabel}
      value={isColor(value) ? value : '#000000'}
      onChange={(event) => onValue(event.target.value)}
      className="size-11 shrink-0 cursor-pointer rounded border border-edge bg-raised p-1 forced-color-adjust-none"
    />
    <TextInput
      value={value}
      onChange={(event) => onValue(event.target.value)}
      maxLength={7}
      spellCheck={false}
      autoComplete="off"
      dir="ltr"
      className="max-w-32 tabular"
    />
  </span>
)
