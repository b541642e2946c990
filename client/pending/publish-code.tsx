// R127: the code from the email, typed in the tab that created the event: it publishes, and stays signed in.
import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { useTabNews } from '#client/lib/actions/other-tabs.ts'
import { useAction } from '#client/lib/actions/use-action.ts'
import { CallFailed, call, errorText } from '#client/lib/call.ts'
import { followCookie } from '#client/lib/session.ts'
import { upgradeLinkFor } from '#client/lib/upgrade-link.tsx'
import { useSecondsUntil } from '#client/rsvp/proof/use-seconds-until.ts'
import { Button } from '#client/ui/actions/button.tsx'
import { announce } from '#client/ui/feedback/announcer.tsx'
import { toast } from '#client/ui/feedback/toast.tsx'
import { CodeInput } from '#client/ui/fields/code-input.tsx'
import { Field } from '#client/ui/fields/field.tsx'
import { Form } from '#client/ui/fields/form.tsx'
import { code as codeRules } from '#protocol/kernel/limits.ts'
import { codeMissing } from '#protocol/kernel/texts.ts'
import type { EventView } from '#protocol/seats/event.ts'
import type { GroupView } from '#protocol/seats/group.ts'
import { pendingApi } from '#protocol/seats/pending.ts'

interface Props {
  eventId: string
  email: string
  /** What its button says. */
  label: string
  /** By the code. */
  onPublished: (event: EventView, groups: readonly GroupView[]) => void
  /** By the link, in another tab. */
  onElsewhere: () => void
}

const wrong = 'Invalid verification code. Please try again.'
const gone = 'This event is published already, or was removed. The link in the email leads to it.'
const unsent = 'Failed to send verification code. Please try again.'

/** Sends the email again, and says until when not. */
function useResend(eventId: string) {
  const [resendAt, setResendAt] = useState(() => Date.now() + codeRules.resendSeconds * 1000)
  const seconds = useSecondsUntil(resendAt)
  const { run, isBusy, failure } = useAction(
    async () => {
      const { sent, resendSeconds } = await call(pendingApi.sendCode, { id: eventId })
      setResendAt(Date.now() + resendSeconds * 1000)
      toast.success(sent ? 'Please open the link we sent you' : 'Verification code sent to your email')
    },
    (error) => (error instanceof CallFailed && error.code === 'event-unknown' ? gone : errorText(error, unsent)),
  )
  return { resend: run, isResending: isBusy, resendFailure: failure, seconds }
}

export function PublishCode({ eventId, email, label, onPublished, onElsewhere }: Props) {
  const [, navigate] = useLocation()
  const [code, setCode] = useState('')
  const box = useRef<HTMLInputElement>(null)
  const { resend, isResending, resendFailure, seconds } = useResend(eventId)
  // The link of the same email was opened in another tab, whose cookie is this one's too.
  useTabNews((news) => {
    if (news.is !== 'published' || news.eventId !== eventId) return
    followCookie()
    navigate(`/event/${eventId}`, { replace: true })
    onElsewhere()
  })
  const { run, isBusy, failure, setFailure } = useAction(async (typed: string) => {
    const { event, groups } = await call(pendingApi.publish, { id: eventId, code: typed })
    followCookie()
    announce('Your event is live')
    onPublished(event, groups)
  }, wrong)
  useEffect(() => box.current?.focus(), [])
  useEffect(() => {
    if (failure) box.current?.focus()
  }, [failure])
  const publish = (typed: string) => (typed ? void run(typed) : setFailure(codeMissing))
  return (
    <Form
      onSubmit={(event) => {
        event.preventDefault()
        publish(code)
      }}
    >
      <Field label="Verification code" required error={failure ?? resendFailure ?? ''} hint={`We sent it to ${email}.`}>
        <CodeInput ref={box} name="code" value={code} onValue={setCode} onComplete={publish} enterKeyHint="done" />
      </Field>
      {upgradeLinkFor(failure)}
      <div className="flex flex-wrap items-center gap-2">
        <Button type="submit" variant="primary" size="lg" className="flex-1" busy={isBusy}>
          {label}
        </Button>
        <Button
          variant="ghost"
          size="lg"
          className="text-15!"
          disabled={seconds > 0}
          busy={isResending}
          onClick={() => {
            setCode('')
            setFailure(null)
            box.current?.focus()
            void resend()
          }}
        >
          {seconds > 0 ? <span className="tabular">Resend in {seconds} s</span> : 'Resend code'}
        </Button>
      </div>
    </Form>
  )
}
