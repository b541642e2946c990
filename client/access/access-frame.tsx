// The frame of every way in: the question on one side, the house with its seats on the other.
import type { ReactNode } from 'react'
import { PageHeader } from '#client/ui/layout/page.tsx'
import { SeatPlan } from '#client/ui/seats/seat-plan.tsx'

interface Props {
  title: string
  lead?: ReactNode
  /** Under the form: where else one may want to go. */
  links?: ReactNode
  children?: ReactNode
}

const house = { look: 'house', seats: 150, taken: 62, mine: 1 } as const

/** The title is also the document's. */
export const AccessFrame = ({ title, lead, links, children }: Props) => (
  <div className="mx-auto grid w-full max-w-wide flex-1 px-4 sm:px-6 lg:grid-cols-[24rem_minmax(0,1fr)] lg:gap-16 xl:gap-24">
    <title>{`${title} · Rolecall`}</title>
    <div className="flex w-full max-w-sm flex-col gap-8 py-10 max-lg:mx-auto sm:py-16 lg:justify-center">
      <PageHeader title={title} lead={lead} />
      {children}
      {links && <div className="flex flex-col items-start gap-1 text-muted">{links}</div>}
    </div>
    <div aria-hidden="true" className="hidden self-center py-6 lg:block">
      <SeatPlan {...house} seed={title} />
    </div>
  </div>
)
