// Emails that were tried and have not gone out: why, when they are tried next, and the way to send one again.
import { RotateCw } from 'lucide-react'
import { useState } from 'react'
import { ActionDialog } from '#client/lib/actions/action-dialog.tsx'
import { call } from '#client/lib/call.ts'
import { formatCount } from '#client/lib/format-count.ts'
import { usePages } from '#client/lib/use-pages.ts'
import { Button } from '#client/ui/actions/button.tsx'
import { Badge } from '#client/ui/badge.tsx'
import { List, ListRow } from '#client/ui/layout/list.tsx'
import { Section } from '#client/ui/layout/section.tsx'
import { operatorApi, type UndeliveredEmail } from '#protocol/app/operator.ts'
import { listFailed, PagesList } from './pages-list.tsx'
import { whenOf } from './words.ts'

const load = async (cursor: string | undefined) => {
  const page = await call(operatorApi.emails, { cursor })
  return { rows: page.emails, nextCursor: page.cursor }
}

function EmailRow({ email, onRetry }: { email: UndeliveredEmail; onRetry: () => void }) {
  const { maskedTo, attempts, failedAt, why, nextAt, canRetry } = email
  return (
    <ListRow
      title={maskedTo}
      meta={`${attempts === 1 ? 'Tried once' : `Tried ${formatCount(attempts)} times`}, last ${whenOf(failedAt)}`}
      trailing={
        <>
          {nextAt ? <Badge tone="warn">Next {whenOf(nextAt)}</Badge> : <Badge tone="danger">Given up</Badge>}
          {canRetry && (
            <Button size="sm" icon={<RotateCw aria-hidden="true" />} aria-label={`Send again to ${maskedTo}`} onClick={onRetry}>
              Send again
            </Button>
          )}
        </>
      }
    >
      <p className="text-13 wrap-anywhere text-muted">{why}</p>
    </ListRow>
  )
}

export function EmailsTab() {
  const pages = usePages<UndeliveredEmail>(load, listFailed)
  const [asking, setAsking] = useState<UndeliveredEmail | null>(null)
  const retry = async ({ _id: id }: UndeliveredEmail) => {
    await call(operatorApi.retryEmail, { id })
    pages.edit((rows) => rows.filter(({ _id }) => _id !== id))
  }
  return (
    <Section
      title="Undelivered emails"
      description="Emails that the mail server didn’t accept. Codes and sign-in links aren’t kept: people have to ask for a new one."
      actions={<Button onClick={pages.again}>Reload</Button>}
    >
      <PagesList
        pages={pages}
        empty={{ title: 'No undelivered emails', text: 'Emails that the mail server doesn’t accept show up here, with the reason.' }}
      >
        {(rows) => (
          <List label="Undelivered emails">
            {rows.map((email) => (
              <EmailRow key={email._id} email={email} onRetry={() => setAsking(email)} />
            ))}
          </List>
        )}
      </PagesList>
      <ActionDialog
        about={asking}
        onClose={() => setAsking(null)}
        work={retry}
        done="It is being sent again"
        failed="It could not be sent again."
        title="Send this email again?"
        confirmLabel="Send again"
        tone="primary"
      >
        It goes to {asking?.maskedTo} right away, and is tried six times as if it were new. If the reason is still there, it fails again.
      </ActionDialog>
    </Section>
  )
}
