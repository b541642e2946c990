// The rhythm of a form: fields 20 px apart, side by side where there is room, actions at its foot.
import type { FormHTMLAttributes, ReactNode, Ref } from 'react'
import { cx } from '../cx.ts'

export interface FormProps extends FormHTMLAttributes<HTMLFormElement> {
  ref?: Ref<HTMLFormElement>
}

/** `dialog`: sent before the page is hydrated, it goes nowhere, least of all into the address bar. */
export const Form = ({ className, ...rest }: FormProps) => (
  <form noValidate method="dialog" {...rest} className={cx('flex flex-col gap-5', className)} />
)

/** Puts fields side by side from 640 px on. */
export const FieldRow = ({ children, className }: { children: ReactNode; className?: string }) => (
  <div className={cx('grid items-start gap-5 sm:auto-cols-fr sm:grid-flow-col', className)}>{children}</div>
)

export interface FormActionsProps {
  /** Buttons, the main one first. */
  children: ReactNode
  /** Stays at the foot of a phone's screen, in reach of a thumb. */
  sticky?: boolean
  className?: string
}

export const FormActions = ({ children, sticky, className }: FormActionsProps) => (
  <div
    data-sticks={sticky || undefined}
    className={cx(
      'flex flex-col gap-2 pt-1 sm:flex-row sm:items-center sm:gap-3',
      sticky &&
        'max-sm:sticky max-sm:bottom-0 low:static max-sm:flex-row-reverse max-sm:items-center max-sm:[&>:first-child]:flex-1 max-sm:z-10 max-sm:-mx-4 max-sm:border-t max-sm:border-line max-sm:bg-canvas/95 max-sm:px-4 max-sm:pt-3 max-sm:pb-[max(0.75rem,env(safe-area-inset-bottom))] max-sm:backdrop-blur-sm',
      className,
    )}
  >
    {children}
  </div>
)
