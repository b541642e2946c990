// What somebody who created an event while signed out sees next: the event waits for the link in their mailbox (R32).
import { MailOpen } from 'lucide-react'
import { useEffect } from 'react'
import { Button } from '#client/ui/actions/button.tsx'
import { Link } from '#client/ui/actions/link.tsx'
import { CopyField } from '#client/ui/fields/copy-field.tsx'
import { Card } from '#client/ui/layout/card.tsx'
import { focusMain } from '#client/ui/layout/focus-main.ts'
import { Text } from '#client/ui/layout/heading.tsx'
import { Page, PageHeader } from '#client/ui/layout/page.tsx'
import { linkLifeHours } from '#protocol/limits.ts'

export interface Created {
  eventName: string
  email: string
  /** For invitees; '' where it is not known. */
  link: string
}

/** Draws the page, which takes the place of the form. */
export function CheckEmail({ eventName, email, link, onAnother }: Created & { onAnother: () => void }) {
  useEffect(() => focusMain(), [])
  return (
    <Page width="narrow">
      <title>Check your email · Rolecall</title>
      <PageHeader
        align="center"
        above={<MailOpen aria-hidden="true" className="mx-auto size-10" strokeWidth={1.5} />}
        title="Check your email"
        lead={
          <>
            We sent a link to <strong className="text-ink wrap-anywhere">{email}</strong>. Open it and press Publish: then invitees see{' '}
            <strong className="text-ink wrap-anywhere">{eventName}</strong>.
          </>
        }
      />
      <Card padding="lg" className="flex flex-col gap-3">
        <Text>
          The link works for {linkLifeHours} hours and is your key to the dashboard: no account, no password. Until you have published the
          event, the share link tells invitees that it is not there yet.
        </Text>
        <Text tone="muted">
          No email after a few minutes? Look into the spam folder, or <Link href="/request-token">get a new access link</Link>. An event
          that nobody publishes is deleted after two days.
        </Text>
      </Card>
      {link && (
        <Card padding="lg">
          <CopyField label="Link for invitees" hint="Copy it now if you like; it opens for them once you have published." value={link} />
        </Card>
      )}
      <Button variant="ghost" className="self-center" onClick={onAnother}>
        Create another event
      </Button>
    </Page>
  )
}
