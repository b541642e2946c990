// Prove email (/prove-email?token=): the link of a code's email. Opening it does nothing; the button proves the email as the code would (R116, R118).
import { useState } from 'react'
import { useLocation } from 'wouter'
import { CallFailed, call, sentenceOf } from '#client/lib/call.ts'
import { forgetToken, takeToken } from '#client/lib/link-token.ts'
import { Button } from '#client/ui/actions/button.tsx'
import { Notice } from '#client/ui/feedback/notice.tsx'
import { toast } from '#client/ui/feedback/toast.tsx'
import { Page, PageHeader } from '#client/ui/layout/page.tsx'
import { proofLifeHours } from '#protocol/limits.ts'
import { proofApi } from '#protocol/proof.ts'
import { refusals } from '#protocol/refusals.ts'

const linkOver = 'This link is no longer valid. Please open the invitation again and ask for a new code.'

/** Draws the page: one button, which leads on to the invitation. */
export function ProveEmailPage() {
  const [, navigate] = useLocation()
  const [token, setToken] = useState(takeToken)
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState(token ? '' : linkOver)
  const [isProvenEverywhere, setProvenEverywhere] = useState(false)
  const prove = async () => {
    setBusy(true)
    setFailure('')
    try {
      const { groupId, eventId } = await call(proofApi.verifyLink, { token })
      forgetToken('/prove-email')
      if (groupId === null) {
        setToken('')
        setBusy(false)
        return setProvenEverywhere(true)
      }
      toast.success('Email verified successfully!')
      navigate(`/rsvp/${groupId}${eventId ? `?eventId=${eventId}` : ''}`, { replace: true })
    } catch (error) {
      setBusy(false)
      const isOver = error instanceof CallFailed && error.code === 'link-invalid'
      if (isOver) {
        forgetToken('/prove-email')
        setToken('')
      }
      setFailure(isOver ? linkOver : sentenceOf(error, refusals.internal[1]))
    }
  }
  return (
    <Page width="narrow">
      <title>Verify your email · Rolecall</title>
      <PageHeader title="Verify your email" lead="You are here by a link from your mailbox. It proves that the email is yours." />
      {failure && (
        <Notice tone="danger" live>
          {failure}
        </Notice>
      )}
      {isProvenEverywhere && (
        <Notice tone="success" live>
          Email verified. Now open your invitation again, or reload its page: in this browser you need no code for {proofLifeHours} hours.
        </Notice>
      )}
      {token && (
        <Button variant="primary" size="lg" className="self-start" busy={isBusy} onClick={() => void prove()}>
          Verify my email
        </Button>
      )}
    </Page>
  )
}
