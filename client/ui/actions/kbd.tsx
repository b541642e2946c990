// A key to press.
import type { ReactNode } from 'react'

/** E.g. <Kbd>Enter</Kbd>. */
export const Kbd = ({ children }: { children: ReactNode }) => (
  <kbd className="inline-flex min-w-5 items-center justify-center rounded-xs border border-line-strong border-b-2 bg-raised px-1.5 font-sans text-[11px] leading-4.5 font-medium text-ink">
    {children}
  </kbd>
)
