// A word or two about a control, on hover and on focus; never the only place where something is said.
import * as Radix from 'radix-ui/tooltip'
import type { ReactNode } from 'react'

export interface TooltipProps {
  text: ReactNode
  /** One focusable element. */
  children: ReactNode
  side?: 'top' | 'bottom' | 'left' | 'right'
}

export const Tooltip = ({ text, children, side = 'top' }: TooltipProps) => (
  <Radix.Provider delayDuration={300} skipDelayDuration={200}>
    <Radix.Root>
      <Radix.Trigger asChild>{children}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          side={side}
          sideOffset={6}
          collisionPadding={8}
          className="z-50 max-w-64 animate-fade rounded-[8px] bg-ink px-2.5 py-1.5 text-13 text-balance text-on-ink shadow-pop"
        >
          {text}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  </Radix.Provider>
)
