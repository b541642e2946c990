// Buttons, and links that look like them. While busy a button keeps its size, its focus and its place, and takes no second click.
import type { ButtonHTMLAttributes, MouseEvent, ReactNode, Ref } from 'react'
import { cx } from '../cx.ts'
import { type ButtonLook, buttonClass, iconButtonClass } from './button-style.ts'
import { Link, type LinkProps } from './link.tsx'

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement>, ButtonLook {
  busy?: boolean
  /** Takes the label's place while busy, e.g. "Saving..."; room for it is kept from the start. */
  busyLabel?: string
  icon?: ReactNode
  ref?: Ref<HTMLButtonElement>
}

const whileBusy = {
  'aria-busy': true,
  'aria-disabled': true,
  // Someone reads what it is busy with: then that is its name (R249).
  'aria-label': undefined,
  onClick: (event: MouseEvent) => {
    event.preventDefault()
    event.stopPropagation()
  },
}

const BusyBar = () => (
  <span aria-hidden="true" className="absolute inset-x-0 bottom-0 overflow-hidden rounded-b-[inherit]">
    <span className="block h-0.5 w-1/4 animate-slide bg-current" />
  </span>
)

/** Type is "button" by default. */
export function Button({ variant, size, block, busy = false, busyLabel, icon, className, children, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      dir="auto"
      {...rest}
      {...(busy && whileBusy)}
      className={buttonClass({ variant, size, block }, cx(busy && 'overflow-hidden', className))}
    >
      {icon}
      {busyLabel ? (
        <span className="grid *:col-start-1 *:row-start-1">
          <span className={busy ? 'invisible' : ''}>{children}</span>
          <span className={busy ? '' : 'invisible'}>{busyLabel}</span>
        </span>
      ) : (
        children
      )}
      {busy && <BusyBar />}
    </button>
  )
}

export interface ButtonLinkProps extends Omit<LinkProps, 'tone'>, ButtonLook {
  icon?: ReactNode
}

/** Draws a link as a button: for going somewhere, never for doing something. */
export const ButtonLink = ({ variant, size, block, icon, className, children, ...rest }: ButtonLinkProps) => (
  <Link tone="bare" dir="auto" {...rest} className={buttonClass({ variant, size, block }, className)}>
    {icon}
    {children}
  </Link>
)

export interface IconButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children'>, Omit<ButtonLook, 'block'> {
  /** Says what the icon does. */
  label: string
  icon: ReactNode
  ref?: Ref<HTMLButtonElement>
}

export const IconButton = ({ label, icon, variant, size, className, ...rest }: IconButtonProps) => (
  <button type="button" aria-label={label} {...rest} className={iconButtonClass({ variant, size }, className)}>
    {icon}
  </button>
)
