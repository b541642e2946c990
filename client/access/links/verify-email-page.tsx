// Verify email (/verify-email?token=): the link of the email that follows a sign-up. It sets a password only for whoever chose it (R115), and leads on by itself.
import { useEffect, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { AccessFrame } from '#client/access/access-frame.tsx'
import { verifyEmail } from '#client/access/store.ts'
import { CallFailed, errorText } from '#client/lib/call.ts'
import { useSession } from '#client/lib/session.ts'
import { Button, ButtonLink } from '#client/ui/actions/button.tsx'
import { DeadLink } from '#client/ui/dead-link.tsx'
import { Notice, type NoticeTone } from '#client/ui/feedback/notice.tsx'
import { Spinner } from '#client/ui/feedback/spinner.tsx'
import { focusMain } from '#client/ui/layout/focus-main.ts'
import { VerifyPasswordForm } from './verify-password-form.tsx'

interface Verdict {
  tone: NoticeTone
  sentence: string
  canRetry?: boolean
  /** This is not the browser that signed up. */
  needsPassword?: boolean
}

const noLink: Verdict = { tone: 'danger', sentence: 'Invalid verification link.' }
const verified: Verdict = { tone: 'success', sentence: 'Email verified successfully!' }

async function verify(token: string): Promise<Verdict> {
  try {
    const { alreadyVerified } = await verifyEmail({ token })
    return alreadyVerified ? { tone: 'success', sentence: 'Your email is verified.' } : verified
  } catch (error) {
    if (error instanceof CallFailed && error.status === 0)
      return { tone: 'danger', sentence: 'Verification failed. Try again.', canRetry: true }
    if (error instanceof CallFailed && error.code === 'password-needed')
      return { tone: 'info', sentence: error.message, needsPassword: true }
    return { tone: 'danger', sentence: errorText(error, 'Verification failed.') }
  }
}

/** Verifications under way or done, by token: a link is opened once, however often the page is drawn. */
const asked = new Map<string, Promise<Verdict>>()
function verifyOnce(token: string): Promise<Verdict> {
  const verdict = asked.get(token) ?? verify(token)
  asked.set(token, verdict)
  return verdict
}

/** Long enough to read that it worked. */
const onAfterMs = 2_000

/** Goes on by itself once the email is verified. */
function useGoingOn(isDone: boolean, href: string) {
  const [, navigate] = useLocation()
  useEffect(() => {
    if (!isDone) return undefined
    const timer = setTimeout(() => navigate(href, { replace: true }), onAfterMs)
    return () => clearTimeout(timer)
  }, [isDone, href, navigate])
}

export function VerifyEmailPage() {
  const token = new URLSearchParams(useSearch()).get('token') ?? ''
  const [verdict, setVerdict] = useState<Verdict | null>(token ? null : noLink)
  const [tries, setTries] = useState(0)
  const isIn = useSession((session) => session.token !== null)
  const next = isIn ? '/dashboard' : '/login'
  useGoingOn(verdict?.tone === 'success', next)
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
  const done = () => {
    asked.set(token, Promise.resolve(verified))
    setVerdict(verified)
    focusMain()
  }
  if (verdict?.tone === 'danger')
    return (
      <DeadLink
        title={verdict.sentence}
        action={
          verdict.canRetry ? (
            <Button variant="primary" onClick={retry}>
              Try again
            </Button>
          ) : (
            <ButtonLink href="/login" variant="primary">
              Back to Login
            </ButtonLink>
          )
        }
      >
        {!verdict.canRetry && 'Log in to get a new link.'}
      </DeadLink>
    )
  return (
    <AccessFrame
      title={verdict?.tone === 'success' ? 'Your account is ready' : 'Verify your email'}
      lead={verdict?.needsPassword && 'You signed up in another browser. Your password shows that it was you.'}
    >
      {verdict && !verdict.needsPassword && (
        <Notice tone={verdict.tone} live>
          {verdict.sentence}
        </Notice>
      )}
      {!verdict && (
        <p role="status" className="flex items-center gap-3">
          <Spinner /> Verifying...
        </p>
      )}
      {verdict?.needsPassword && <VerifyPasswordForm token={token} asks={verdict.sentence} onDone={done} />}
      {verdict?.tone === 'success' && (
        <ButtonLink href={next} variant="primary">
          {isIn ? 'Continue to dashboard' : 'Continue to Login'}
        </ButtonLink>
      )}
    </AccessFrame>
  )
}
