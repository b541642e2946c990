// The page behind a link that leads no further: the fact as its title, what to do, and one button.
import type { ReactNode } from 'react'
import { Page, PageHeader } from './layout/page.tsx'

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
    <div role="alert">
      <PageHeader title={title} lead={children} />
    </div>
    <div>{action}</div>
  </Page>
)
