// Emails that were tried and have not gone out: why, when they are tried next, and the way to send one again.
import { RotateCw } from 'lucide-react'
import { useCallback, useState } from 'react'
import { call, sentenceOf } from '#client/lib/call.ts'
import { counted } from '#client/lib/counted.ts'
import { Button } from '#client/ui/actions/button.tsx'
import { ConfirmDialog } from '#client/ui/actions/confirm-dialog.tsx'
import { Badge } from '#client/ui/badge.tsx'
import { toast } from '#client/ui/feedback/toast.tsx'
import { ListRow } from '#client/ui/layout/list.tsx'
import { Section } from '#client/ui/layout/section.tsx'
import { operatorApi, type UndeliveredEmail } from '#protocol/operator.ts'
import { PagesList } from './pages-list.tsx'
import { usePages } from './use-pages.ts'
import { whenOf } from './words.ts'

const load = async (cursor: string | undefined) => {
  const page = await call(operatorApi.emails, { cursor })
  return { rows: page.emails, cursor: page.cursor }
}

function EmailRow({ email, onRetry }: { email: UndeliveredEmail; onRetry: () => void }) {
  const { maskedTo, attempts, failedAt, why, nextAt, canRetry } = email
  return (
    <ListRow
      title={maskedTo}
      meta={`${attempts === 1 ? 'Tried once' : `Tried ${counted(attempts)} times`}, last ${whenOf(failedAt)}`}
      trailing={
        <>
          {nextAt ? <Badge tone="warn">Next {whenOf(nextAt)}</Badge> : <Badge tone="danger">Given up</Badge>}
          {canRetry && (
            <Button size="sm" icon={<RotateCw aria-hidden="true" />} aria-label={`Send the email to ${maskedTo} again`} onClick={onRetry}>
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

/** Draws the tab. */
export function EmailsTab() {
  const pages = usePages<UndeliveredEmail>(load)
  const [asking, setAsking] = useState<UndeliveredEmail | null>(null)
  const { drop } = pages
  const retry = useCallback(async () => {
    if (!asking) return
    try {
      await call(operatorApi.retryEmail, { id: asking._id })
      drop(asking._id)
      toast.success('It is being sent again')
    } catch (error) {
      toast.error(sentenceOf(error, 'It could not be sent again.'))
    }
  }, [asking, drop])
  return (
    <Section
      title="Undelivered emails"
      description="Tried and not taken by the mail server. Codes and access links are not kept: whoever asked for one asks again."
      actions={<Button onClick={() => pages.again()}>Reload</Button>}
    >
      <PagesList
        label="Undelivered emails"
        pages={pages}
        empty={{ title: 'Every email has gone out', text: 'What a mail server does not take appears here, with its reason.' }}
        row={(email) => <EmailRow key={email._id} email={email} onRetry={() => setAsking(email)} />}
      />
      <ConfirmDialog
        open={asking !== null}
        onOpenChange={() => setAsking(null)}
        title="Send this email again?"
        confirmLabel="Send again"
        tone="primary"
        onConfirm={retry}
      >
        It goes to {asking?.maskedTo} at once, and is tried six times as if it were new. If the reason is still there, it fails again.
      </ConfirmDialog>
    </Section>
  )
}
