// The code from the email: typed, pasted or filled in by the phone; its last character confirms it.
import { useEffect } from 'react'
import { useTabNews } from '#client/lib/actions/other-tabs.ts'
import { useGuest } from '#client/rsvp/guest.ts'
import { Button } from '#client/ui/actions/button.tsx'
import { CodeInput } from '#client/ui/fields/code-input.tsx'
import { Field } from '#client/ui/fields/field.tsx'
import type { Code } from './use-code.ts'
import { useSecondsUntil } from './use-seconds-until.ts'

interface CodeEntryProps {
  email: string
  entry: Code
  onResend: () => Promise<void>
}

export function CodeEntry({ email, entry, onResend }: CodeEntryProps) {
  const { resendAt } = useGuest()
  const seconds = useSecondsUntil(resendAt)
  const { code, setCode, problem, box, confirm, takeProof, clear } = entry
  // The link of the same email was opened beside this page (R118).
  useTabNews(({ is }) => is === 'verified' && void takeProof())
  useEffect(() => box.current?.focus(), [box])
  const resend = () => {
    clear()
    void onResend()
  }
  return (
    <div className="flex animate-rise flex-col gap-2">
      <Field
        label="Verification code"
        required
        error={problem}
        hint={`We sent it to ${email}. The link in our latest email works, too. Not there? Look in your spam folder.`}
      >
        <CodeInput ref={box} name="code" value={code} onValue={setCode} onComplete={(whole) => void confirm(whole)} enterKeyHint="done" />
      </Field>
      <Button variant="ghost" className="self-start" disabled={seconds > 0} onClick={resend}>
        {seconds > 0 ? <span className="tabular">Resend in {seconds} s</span> : 'Resend code'}
      </Button>
    </div>
  )
}
