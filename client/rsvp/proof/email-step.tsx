// The first step: who answers, and the proof that the email is theirs.
import { BadgeCheck } from 'lucide-react'
import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { editDraft } from '#client/rsvp/answer/draft.ts'
import type { Filled } from '#client/rsvp/answer/filled.ts'
import { useGuest } from '#client/rsvp/guest.ts'
import { MembersOnlyRefusal } from '#client/rsvp/members-only.tsx'
import { Button } from '#client/ui/actions/button.tsx'
import { Badge } from '#client/ui/badge.tsx'
import { Field, FieldError } from '#client/ui/fields/field.tsx'
import { Form } from '#client/ui/fields/form.tsx'
import { TextInput } from '#client/ui/fields/text-input.tsx'
import { Text } from '#client/ui/layout/heading.tsx'
import { emailSentence, isEmail, nameMissing, normalEmail } from '#protocol/texts.ts'
import { CodeEntry } from './code-entry.tsx'
import { useHasAnswered } from './use-has-answered.ts'
import { useSendCode } from './use-send-code.ts'

interface EmailStepProps {
  filled: Filled
  /** The email is proven: leads on and says so, unless the name is missing. */
  onDone: () => boolean
  /** The email is proven already: this step was opened to change something. */
  isReopened: boolean
  emailBox: RefObject<HTMLInputElement | null>
}

/** Draws email, name, and either Verify, the code, or Continue. */
export function EmailStep({ filled, onDone, isReopened, emailBox }: EmailStepProps) {
  const { email, name, isVerified } = filled
  const { codeFor, isSession } = useGuest()
  const [shown, setShown] = useState({ email: false, name: false })
  const nameBox = useRef<HTMLInputElement>(null)
  const address = normalEmail(email)
  const isCodeOut = !isVerified && codeFor !== '' && codeFor === address
  const code = useSendCode(address)
  const hasAnswered = useHasAnswered(isVerified ? '' : address)
  const emailError = shown.email && !isEmail(address) ? emailSentence : ''
  const nameError = shown.name && !name.trim() ? nameMissing : ''
  // Proven by the emailed link, only the name is missing.
  const [lacksName] = useState(isVerified && !name)
  useEffect(() => {
    if (isReopened) (isSession || lacksName ? nameBox : emailBox).current?.focus()
  }, [isReopened, isSession, lacksName, nameBox, emailBox])

  /** Leads on, or to the name when that is still missing. */
  const goOn = () => {
    if (onDone()) return
    flushSync(() => setShown({ email: true, name: true }))
    nameBox.current?.focus()
  }
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (isVerified) return goOn()
    setShown({ ...shown, email: true })
    if (!isEmail(address)) return emailBox.current?.focus()
    if (!isCodeOut && !code.isSending) void code.send()
  }
  return (
    <Form onSubmit={send}>
      <Field
        label="Email"
        required
        error={emailError}
        hint={hasAnswered ? 'You have answered already. Verify your email to see or change it.' : undefined}
      >
        <TextInput
          ref={emailBox}
          type="email"
          name="email"
          autoComplete="email"
          inputMode="email"
          enterKeyHint="next"
          maxLength={254}
          readOnly={isSession}
          value={email}
          onChange={({ target }) => editDraft({ email: target.value })}
          onBlur={() => email !== '' && setShown({ ...shown, email: true })}
          after={
            isVerified && (
              <Badge tone="success" icon={<BadgeCheck aria-hidden="true" />}>
                Verified
              </Badge>
            )
          }
        />
      </Field>
      <Field label="Name" required error={nameError}>
        <TextInput
          ref={nameBox}
          name="name"
          autoComplete="name"
          autoCapitalize="words"
          maxLength={100}
          value={name}
          onChange={({ target }) => editDraft({ name: target.value })}
          onBlur={() => name !== '' && setShown({ ...shown, name: true })}
        />
      </Field>
      {isCodeOut && <CodeEntry email={address} onProven={goOn} onResend={code.send} isResending={code.isSending} />}
      <MembersOnlyRefusal email={address} />
      <FieldError>{code.failure}</FieldError>
      {!isCodeOut && !isVerified && <VerifyButton isSending={code.isSending} />}
      {isVerified && (
        <Button type="submit" variant="primary" size="lg" block>
          Continue
        </Button>
      )}
    </Form>
  )
}

const VerifyButton = ({ isSending }: { isSending: boolean }) => (
  <div className="flex flex-col gap-2.5">
    <Button type="submit" variant="primary" size="lg" block busy={isSending}>
      Verify
    </Button>
    <Text size={13} tone="muted" className="text-center">
      We send you a 6-character code, so that nobody else can answer for you.
    </Text>
  </div>
)
