// The code from the email: typed, pasted or filled in by the phone, then confirmed. It is kept nowhere but here.
import { useEffect, useRef, useState } from 'react'
import { sentenceOf } from '#client/lib/call-failed.ts'
import { useGuest } from '#client/rsvp/guest.ts'
import { guestCalls } from '#client/rsvp/later.ts'
import { progressToast } from '#client/rsvp/progress-toast.ts'
import { Button } from '#client/ui/actions/button.tsx'
import { toast } from '#client/ui/feedback/toast.tsx'
import { CodeInput } from '#client/ui/fields/code-input.tsx'
import { Field } from '#client/ui/fields/field.tsx'
import { codeMissing } from '#protocol/texts.ts'
import { useSecondsUntil } from './use-seconds-until.ts'

const codeWrong = 'Invalid verification code. Please try again.'

interface CodeEntryProps {
  email: string
  onProven: () => void
  onResend: () => Promise<void>
  isResending: boolean
}

/** Draws the code's cells with Confirm, and a new code every 30 seconds. */
export function CodeEntry({ email, onProven, onResend, isResending }: CodeEntryProps) {
  const { resendAt } = useGuest()
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState('')
  const [isChecking, setChecking] = useState(false)
  const seconds = useSecondsUntil(resendAt)
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => box.current?.focus(), [])

  const refuse = (sentence: string) => {
    setProblem(sentence)
    box.current?.focus()
  }
  const confirm = async (code: string) => {
    if (isChecking) return
    if (!code) return refuse(codeMissing)
    setProblem('')
    setChecking(true)
    try {
      await (await guestCalls()).confirmCode(email, code)
      toast.success('Email verified successfully!', { id: progressToast })
      onProven()
    } catch (error) {
      setChecking(false)
      refuse(sentenceOf(error, codeWrong))
    }
  }
  const resend = () => {
    setCode('')
    setProblem('')
    box.current?.focus()
    void onResend()
  }
  return (
    <div className="flex animate-rise flex-col gap-4">
      <Field label="Verification code" required error={problem} hint={`We sent it to ${email}. Not there? Look in your spam folder.`}>
        <CodeInput
          ref={box}
          name="code"
          value={code}
          onValue={setCode}
          onComplete={(whole) => void confirm(whole)}
          enterKeyHint="done"
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            event.preventDefault()
            void confirm(code)
          }}
        />
      </Field>
      <div className="flex flex-wrap items-center gap-2">
        <Button variant="primary" size="lg" className="flex-1" busy={isChecking} onClick={() => void confirm(code)}>
          Confirm
        </Button>
        <Button variant="ghost" size="lg" className="text-15!" disabled={seconds > 0} busy={isResending} onClick={resend}>
          {seconds > 0 ? <span className="tabular">Resend in {seconds} s</span> : 'Resend code'}
        </Button>
      </div>
    </div>
  )
}
