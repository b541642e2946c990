// Verify e-mail (/verify-email?token=): the link of the e-mail that follows a sign-up.
import { useEffect, useState } from 'react'
import { useSearch } from 'wouter'
import { AccessFrame } from '#client/access/access-frame.tsx'
import { useAccess, verifyEmail } from '#client/access/store.ts'
import { CallFailed, sentenceOf } from '#client/lib/call.ts'
import { Button, ButtonLink } from '#client/ui/actions/button.tsx'
import { Notice, type NoticeTone } from '#client/ui/feedback/notice.tsx'
import { Spinner } from '#client/ui/feedback/spinner.tsx'

interface Verdict {
  tone: NoticeTone
  sentence: string
  canRetry?: boolean
}

const noLink: Verdict = { tone: 'danger', sentence: 'Invalid verification link.' }

async function verify(token: string): Promise<Verdict> {
  try {
    const { alreadyVerified } = await verifyEmail(token)
    useAccess.setState({ pending: null })
    return { tone: 'success', sentence: alreadyVerified ? 'Your email is verified.' : 'Email verified successfully!' }
  } catch (error) {
    if (error instanceof CallFailed && error.status === 0)
      return { tone: 'danger', sentence: 'Verification failed. Try again.', canRetry: true }
    return { tone: 'danger', sentence: sentenceOf(error, 'Verification failed.') }
  }
}

/** Verifications under way or done, by token: a link is opened once, however often the page is drawn. */
const asked = new Map<string, Promise<Verdict>>()
function verifyOnce(token: string): Promise<Verdict> {
  const verdict = asked.get(token) ?? verify(token)
  asked.set(token, verdict)
  return verdict
}

/** Draws the page. */
export function VerifyEmailPage() {
  const token = new URLSearchParams(useSearch()).get('token') ?? ''
  const [verdict, setVerdict] = useState<Verdict | null>(token ? null : noLink)
  const [tries, setTries] = useState(0)
  useEffect(() => {
    let isHere = true
    if (token)
      void verifyOnce(token).then((reached) => {
        if (reached.canRetry) asked.delete(token)
        if (isHere) setVerdict(reached)
      })
    return () => {
      isHere = false
    }
  }, [token, tries])
  const retry = () => {
    setVerdict(null)
    setTries(tries + 1)
  }
  return (
    <AccessFrame title="Verify your email">
      {verdict ? (
        <Notice tone={verdict.tone} live>
          {verdict.sentence}
        </Notice>
      ) : (
        <p role="status" className="flex items-center gap-3">
          <Spinner /> Verifying...
        </p>
      )}
      {verdict?.canRetry && <Button onClick={retry}>Try again</Button>}
      {verdict?.tone === 'success' && (
        <ButtonLink href="/login" variant="primary">
          Continue to Login
        </ButtonLink>
      )}
      {verdict?.tone === 'danger' && !verdict.canRetry && <ButtonLink href="/login">Back to Login</ButtonLink>}
    </AccessFrame>
  )
}
