// One of several looks to choose from: a native radio drawn as a disc in the look's two colors.
import { cx } from '../cx.ts'

export interface SwatchProps {
  /** Groups the radios. */
  name: string
  value: string
  /** The name of a theme in cover.css. */
  theme: string
  label: string
  checked: boolean
  onValue: () => void
}

export const Swatch = ({ theme, label, onValue, ...input }: SwatchProps) => (
  <label title={label} className="relative grid size-11 place-items-center rounded-full">
    <input type="radio" {...input} aria-label={label} onChange={onValue} className="peer absolute inset-0 cursor-pointer opacity-0" />
    <span
      aria-hidden="true"
      data-cover={theme}
      className={cx(
        'size-8 rounded-full border border-edge forced-color-adjust-none transition outline-2 outline-offset-2 outline-transparent',
        'peer-checked:outline-ink peer-focus-visible:outline-focus grid place-items-center',
      )}
    >
      <span className="size-3.5 rounded-[5px] bg-(--cover-taken)" />
    </span>
  </label>
)
