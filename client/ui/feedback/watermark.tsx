// Says across its children that they are not the real thing.
import type { ReactNode } from 'react'

/** The children under the word are inert. */
export const Watermark = ({ text, children }: { text: string; children: ReactNode }) => (
  <div className="relative">
    <div inert>{children}</div>
    <p className="pointer-events-none absolute inset-0 flex items-center justify-center overflow-hidden">
      <span className="-rotate-12 rounded border-2 border-ink bg-raised px-5 py-1 text-32 font-bold tracking-[0.16em] opacity-90">
        {text}
      </span>
    </p>
  </div>
)
