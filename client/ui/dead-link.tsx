// The page behind a link that leads no further: the fact as its title, what to do, and one button.
import type { ReactNode } from 'react'
import { Card } from './layout/card.tsx'
import { Page, PageHeader } from './layout/page.tsx'
import { SeatMark } from './seats/seat-mark.tsx'

export interface DeadLinkProps {
  /** The fact, e.g. "This offer is no longer valid". */
  title: string
  /** What to do about it. */
  children?: ReactNode
  /** The one button. */
  action: ReactNode
}
export const DeadLink = ({ title, children, action }: DeadLinkProps) => (
  <Page width="narrow">
    <title>{`${title.replace(/\.$/, '')} · Rolecall`}</title>
    <Card padding="lg" className="flex flex-col items-center gap-6 text-center sm:py-12">
      <SeatMark className="size-10 opacity-60" />
      <div role="alert">
        <PageHeader title={title} lead={children} align="center" />
      </div>
      <div>{action}</div>
    </Card>
  </Page>
)
