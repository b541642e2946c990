// One of a few, all in sight: a radio group drawn as segments of one bar or as cards side by side.
import type { ChangeEvent, ChangeEventHandler, FocusEventHandler, ReactNode, Ref } from 'react'
import { cx } from '../cx.ts'
import { FieldGroup, type FieldProps } from './field.tsx'

export interface SegmentedOption<Value extends string> {
  value: Value
  label: ReactNode
  hint?: ReactNode
  icon?: ReactNode
  disabled?: boolean
}

export interface SegmentedProps<Value extends string> extends Omit<FieldProps, 'children' | 'aside'> {
  name: string
  options: readonly SegmentedOption<Value>[]
  /** segments: one compact bar; cards: large, with room for an icon and a hint; acts: drawn as buttons, the first one filled, while nothing is chosen. */
  look?: 'segments' | 'cards' | 'acts'
  /** Controlled: null is nothing chosen. Leave it out with register(). */
  value?: Value | null
  defaultValue?: Value
  onValue?: (value: Value) => void
  /** What register() gives: onChange, onBlur, ref. */
  onChange?: ChangeEventHandler<HTMLInputElement>
  onBlur?: FocusEventHandler<HTMLInputElement>
  ref?: Ref<HTMLInputElement>
  disabled?: boolean
  /** Labels for screen readers only, icons in sight. */
  iconsOnly?: boolean
}

const looks = {
  segments: {
    row: 'inline-flex w-full rounded bg-fill p-1 sm:w-auto sm:self-start',
    option:
      'relative flex min-h-9 flex-1 items-center justify-center gap-2 rounded-[7px] border border-transparent px-3.5 text-13 font-medium whitespace-nowrap text-muted transition has-checked:border-edge has-checked:bg-raised has-checked:text-ink has-checked:shadow-card forced-colors:has-checked:bg-[Highlight] forced-colors:has-checked:text-[HighlightText] forced-colors:has-checked:forced-color-adjust-none',
  },
  cards: {
    row: 'choices',
    option:
      'relative flex min-h-14 max-w-full grow items-center gap-2 rounded border border-edge bg-raised p-3 transition has-checked:border-ink has-checked:ring-1 has-checked:ring-ink hover:border-ink has-disabled:border-line-strong has-disabled:bg-fill has-disabled:has-checked:border-muted has-disabled:has-checked:ring-muted',
  },
  acts: {
    // Of two columns that don't go by what stands in them nothing moves when the page comes in pieces.
    row: 'grid grid-cols-[5fr_minmax(9.75rem,4fr)] gap-2 max-[359px]:min-h-28 max-[359px]:grid-cols-1 max-[359px]:content-start',
    option:
      'relative flex min-h-13 items-center justify-center rounded border border-line-strong bg-raised px-4 text-17 font-medium shadow-card transition first:border-transparent first:bg-action first:text-on-action hover:border-ink has-disabled:border-line-strong has-disabled:bg-fill has-disabled:text-muted',
  },
}

const Radio = () => (
  <span
    aria-hidden="true"
    className="flex size-5.5 shrink-0 items-center justify-center rounded-full border border-edge transition peer-checked:border-[6.5px] peer-checked:border-ink peer-disabled:border-line-strong peer-disabled:peer-checked:border-muted"
  />
)

export function Segmented<Value extends string>(props: SegmentedProps<Value>) {
  const { name, options, look = 'segments', value, defaultValue, onValue, onChange, onBlur, ref, disabled, iconsOnly, ...field } = props
  const choose = (event: ChangeEvent<HTMLInputElement>, next: Value) => {
    onChange?.(event)
    onValue?.(next)
  }
  return (
    <FieldGroup {...field}>
      <div className={looks[look].row}>
        {options.map((option) => (
          <label
            key={option.value}
            className={cx(
              looks[look].option,
              'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus',
              (disabled || option.disabled) && 'pointer-events-none text-muted',
            )}
          >
            <input
              type="radio"
              name={name}
              value={option.value}
              ref={ref}
              onBlur={onBlur}
              disabled={disabled || option.disabled}
              onChange={(event) => choose(event, option.value)}
              {...(value !== undefined
                ? { checked: value === option.value }
                : { defaultChecked: defaultValue === option.value || undefined })}
              aria-invalid={Boolean(field.error) || undefined}
              className={cx(
                'peer absolute z-1 cursor-[inherit] appearance-none opacity-0',
                look === 'segments' ? '-inset-y-1 inset-x-0' : 'inset-0',
              )}
            />
            {look === 'cards' && <Radio />}
            {option.icon && <span className="flex shrink-0 [&_svg]:size-4.5">{option.icon}</span>}
            <span className={cx('min-w-0 wrap-break-word', iconsOnly && 'sr-only')}>
              <span dir="auto" className={cx(look === 'cards' && 'font-medium')}>
                {option.label}
              </span>
              {option.hint && <span className="block text-13 font-normal text-muted">{option.hint}</span>}
            </span>
          </label>
        ))}
      </div>
    </FieldGroup>
  )
}
