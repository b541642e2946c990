// What stands around a guest's page: our own, or the face of whose event it is (R216).
import { type ReactNode, Suspense } from 'react'
import { useFace } from '#client/lib/event/brand-face.ts'
import { AppShell } from '#client/ui/layout/app-shell.tsx'
import type { BrandFace } from '#protocol/people/brand/brand.ts'
import { brandFoot, wornMark } from './lazy-parts.ts'

interface BrandShellProps {
  /** What the page was drawn with. */
  drawn: BrandFace | null | undefined
  /** Of the foot. */
  links: ReactNode
  children: ReactNode
}

export function BrandShell({ drawn, links, children }: BrandShellProps) {
  const said = useFace((now) => now.face)
  const face = said === undefined ? drawn : said
  const mark = face && (
    <Suspense>
      <wornMark.Component face={face} />
    </Suspense>
  )
  const foot = (
    <nav aria-label="Foot" className="flex flex-wrap gap-x-5 gap-y-1">
      {links}
      <Suspense>{face && <brandFoot.Component face={face} />}</Suspense>
    </nav>
  )
  return (
    <AppShell brand="Rolecall" mark={mark} look="bare" footer={foot}>
      {children}
    </AppShell>
  )
}
