// What the privacy, terms and help pages share: a column of short sections, and who answers for this installation.
import type { ReactNode } from 'react'
import { supportAddress, supportMail } from '#client/lib/settings.ts'
import { Link } from '#client/ui/actions/link.tsx'
import { Page, PageHeader } from '#client/ui/layout/page.tsx'
import { Section } from '#client/ui/layout/section.tsx'

/** The operator's address, as the settings say it (SUPPORT_EMAIL). */
export const Operator = ({ subject }: { subject: string }) => {
  const address = supportAddress()
  return address ? <Link href={supportMail(subject)}>{address}</Link> : <>the person who sent you to this site</>
}

export const TextPage = ({ title, lead, children }: { title: string; lead: ReactNode; children: ReactNode }) => (
  <Page width="narrow">
    <title>{`${title} · Rolecall`}</title>
    <PageHeader title={title} lead={lead} />
    <div className="flex flex-col gap-8">{children}</div>
  </Page>
)

export const TextSection = ({ title, id, children }: { title: string; id?: string; children: ReactNode }) => (
  <Section title={id ? <span id={id}>{title}</span> : title}>
    <div className="flex flex-col gap-3 text-pretty">{children}</div>
  </Section>
)
