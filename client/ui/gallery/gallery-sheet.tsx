// The frame of one entry of the gallery.
import type { ReactNode } from 'react'
import { Section } from '../layout/section.tsx'

export const Sheets = ({ children }: { children: ReactNode }) => <div className="flex flex-col gap-12">{children}</div>

export const Sheet = ({ title, children, column }: { title: string; children: ReactNode; column?: boolean }) => (
  <Section title={title}>
    <div className={column ? 'flex max-w-normal flex-col gap-5' : 'flex flex-wrap items-center gap-3'}>{children}</div>
  </Section>
)
