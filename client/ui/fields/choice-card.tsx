// Something one can pick, drawn as a card: a checkbox (several) or a radio (one) with a title, a count and room for more.
import { Check, Lock } from 'lucide-react'
import { type InputHTMLAttributes, type MouseEvent, type ReactNode, type Ref, useId } from 'react'
import { cx } from '../cx.ts'

export interface ChoiceCardProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'type' | 'title'> {
  /** checkbox: several may be picked; radio: one of those with the same name. */
  type?: 'checkbox' | 'radio'
  title: ReactNode
  /** At the end of the title's line, e.g. "2 of 5 left". */
  aside?: ReactNode
  /** Beside the title, e.g. a badge. */
  badge?: ReactNode
  /** Says why it can't be picked; the card stays in sight and in reach, greyed. */
  unavailable?: ReactNode
  /** Called when someone tries to pick it all the same. */
  onRefused?: () => void
  /** Below the title, e.g. seats. */
  children?: ReactNode
  onValue?: (isChecked: boolean) => void
  ref?: Ref<HTMLInputElement>
}

const cardClass =
  'relative flex items-start gap-3.5 rounded border px-4 py-3.5 transition has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus'
const stateClass = {
  open: 'border-edge bg-raised hover:border-ink has-checked:border-ink has-checked:ring-1 has-checked:ring-ink',
  shut: 'cursor-not-allowed border-line bg-fill/60',
}

/** All of it is the target, and its title names the input. */
export function ChoiceCard(props: ChoiceCardProps) {
  const {
    type = 'checkbox',
    title,
    aside,
    badge,
    unavailable,
    onRefused,
    children,
    onValue,
    onChange,
    onClick,
    className,
    disabled,
    ...rest
  } = props
  const id = useId()
  const isShut = disabled || Boolean(unavailable)
  const refuse = (event: MouseEvent) => {
    event.preventDefault()
    onRefused?.()
  }
  return (
    <label className={cx(cardClass, stateClass[isShut ? 'shut' : 'open'], className)}>
      <input
        {...rest}
        type={type}
        disabled={disabled}
        aria-disabled={unavailable ? true : undefined}
        onClick={unavailable ? refuse : onClick}
        aria-labelledby={`${id}-title`}
        aria-describedby={`${id}-more`}
        onChange={(event) => {
          onChange?.(event)
          onValue?.(event.target.checked)
        }}
        className="peer absolute inset-0 cursor-[inherit] appearance-none opacity-0"
      />
      <span
        aria-hidden="true"
        className={cx(
          'mt-px flex size-5.5 shrink-0 items-center justify-center border forced-color-adjust-none transition peer-checked:border-ink peer-checked:bg-ink peer-checked:text-on-ink peer-not-checked:[&>.tick]:opacity-0',
          type === 'radio' ? 'rounded-full' : 'rounded-sm',
          isShut ? 'border-line-strong bg-fill' : 'border-edge bg-raised',
        )}
      >
        {unavailable ? <Lock className="size-3 text-muted" /> : <Check strokeWidth={3} className="tick size-3.5" />}
      </span>
      <span className="min-w-0 flex-1">
        <span className="flex flex-wrap items-baseline justify-between gap-x-3">
          <span className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
            <span id={`${id}-title`} dir="auto" className={cx('min-w-0 font-semibold', isShut && 'text-muted')}>
              {title}
            </span>
            {badge}
          </span>
          {aside && <span className="tabular text-13 text-muted">{aside}</span>}
        </span>
        <span id={`${id}-more`} className="block">
          {children && <span className="mt-2 block">{children}</span>}
          {unavailable && <span className="mt-1.5 block text-13 text-muted has-[>.sr-only]:contents">{unavailable}</span>}
        </span>
      </span>
    </label>
  )
}
