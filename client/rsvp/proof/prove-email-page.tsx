// Prove email (/prove-email?token=): the link of a code's email. Opening it does nothing; the button proves the email as the code would (R116, R118).
import { useState } from 'react'
import { useLocation } from 'wouter'
import { AccessFrame } from '#client/access/access-frame.tsx'
import { tellOtherTabs } from '#client/lib/actions/other-tabs.ts'
import { useAction } from '#client/lib/actions/use-action.ts'
import { CallFailed, call } from '#client/lib/call.ts'
import { forgetToken, takeToken } from '#client/lib/link-token.ts'
import { Button, ButtonLink } from '#client/ui/actions/button.tsx'
import { DeadLink } from '#client/ui/dead-link.tsx'
import { Failure } from '#client/ui/feedback/failure.tsx'
import { Notice } from '#client/ui/feedback/notice.tsx'
import { toast } from '#client/ui/feedback/toast.tsx'
import { proofLifeHours } from '#protocol/kernel/limits.ts'
import { proofApi } from '#protocol/people/proof.ts'

export function ProveEmailPage() {
  const [, navigate] = useLocation()
  const [token, setToken] = useState(takeToken)
  const [isProvenEverywhere, setProvenEverywhere] = useState(false)
  const endLink = () => {
    forgetToken('/prove-email')
    setToken('')
  }
  const { run, isBusy, failure } = useAction(async () => {
    const { groupId, eventId } = await call(proofApi.verifyLink, { token }).catch((error: unknown) => {
      if (error instanceof CallFailed && error.code === 'link-invalid') endLink()
      throw error
    })
    forgetToken('/prove-email')
    tellOtherTabs({ is: 'verified' })
    if (groupId === null) {
      setToken('')
      return setProvenEverywhere(true)
    }
    toast.success('Email verified successfully!')
    navigate(`/rsvp/${groupId}${eventId ? `?eventId=${eventId}` : ''}`, { replace: true })
  })
  if (!token && !isProvenEverywhere)
    return (
      <DeadLink
        title="This link is no longer valid"
        action={
          <ButtonLink href="/my-answers" variant="primary">
            Get a link to your answer
          </ButtonLink>
        }
      >
        Please open the invitation again and ask for a new code.
      </DeadLink>
    )
  return (
    <AccessFrame
      title={isProvenEverywhere ? 'Email verified' : 'Verify your email'}
      lead={token && 'The link from your mailbox shows that this email is yours. Press to go on to your invitation.'}
    >
      <Failure>{failure}</Failure>
      {isProvenEverywhere && (
        <Notice tone="success" live>
          Email verified. Open or reload your invitation: in this browser you need no code for {proofLifeHours} hours.
        </Notice>
      )}
      {token && (
        <Button variant="primary" size="lg" busy={isBusy} onClick={() => void run()}>
          Verify my email
        </Button>
      )}
    </AccessFrame>
  )
}
