// How buttons look, shared by buttons, links that look like buttons, and icon buttons.
import { cx } from '../cx.ts'

export type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger'
export type ButtonSize = 'sm' | 'md' | 'lg'

export interface ButtonLook {
  /** primary: the one action of a screen; secondary: beside it; ghost: in toolbars and rows; danger: takes something away. */
  variant?: ButtonVariant
  /** sm 36 px (its target stays 44), md 44 px, lg 52 px. */
  size?: ButtonSize
  /** Fills its line. */
  block?: boolean
}

const variants: Record<ButtonVariant, string> = {
  primary: 'border border-transparent bg-action text-on-action hover:bg-action-hover',
  secondary: 'bg-raised text-ink border border-line-strong shadow-card hover:border-edge hover:bg-fill',
  ghost: 'border border-transparent text-ink hover:bg-fill active:bg-fill-strong',
  danger: 'border border-transparent bg-danger-solid text-on-danger hover:bg-danger-solid-hover',
}

const sizes: Record<ButtonSize, string> = {
  sm: 'hit h-9 px-3.5 text-13 gap-1.5 rounded-[8px]',
  md: 'h-11 px-4.5 text-15 gap-2 rounded',
  lg: 'h-13 px-6 text-17 gap-2.5 rounded',
}

const off =
  'disabled:pointer-events-none disabled:border-transparent disabled:bg-fill-strong disabled:text-muted disabled:shadow-none aria-[busy=true]:cursor-progress'

/** Gives the classes of a button. */
export const buttonClass = ({ variant = 'secondary', size = 'md', block }: ButtonLook, className?: string) =>
  cx(
    'relative inline-flex shrink-0 print:hidden select-none items-center justify-center whitespace-nowrap font-medium transition active:scale-[0.985]',
    '[&_svg]:size-[1.125em] [&_svg]:shrink-0',
    variants[variant],
    sizes[size],
    off,
    block && 'w-full',
    className,
  )

/** Gives the classes of a square button that holds one icon. */
export const iconButtonClass = ({ variant = 'ghost', size = 'md' }: ButtonLook, className?: string) =>
  cx(buttonClass({ variant, size }), 'aspect-square px-0! [&_svg]:size-[1.25em]', className)
