// The frame of one entry of the gallery.
import type { ReactNode } from 'react'
import { Section } from '../layout/section.tsx'

/** Draws the sheets of a gallery tab under each other. */
export const Sheets = ({ children }: { children: ReactNode }) => <div className="flex flex-col gap-12">{children}</div>

/** Draws one part with its states in a row that wraps, or in a column. */
export const Sheet = ({ title, children, column }: { title: string; children: ReactNode; column?: boolean }) => (
  <Section title={title}>
    <div className={column ? 'flex max-w-normal flex-col gap-5' : 'flex flex-wrap items-center gap-3'}>{children}</div>
  </Section>
)
