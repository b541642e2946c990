// Who answers, and the proof that the email is theirs.
import { Check } from 'lucide-react'
import { type FormEvent, type RefObject, Suspense, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { editDraft } from '#client/rsvp/answer/draft.ts'
import { whoPlace } from '#client/rsvp/answer/form-parts.ts'
import type { Filled } from '#client/rsvp/answer/form-state.ts'
import { useGuest } from '#client/rsvp/guest.ts'
import { useHydrated } from '#client/rsvp/use-hydrated.ts'
import { Button } from '#client/ui/actions/button.tsx'
import { Badge } from '#client/ui/badge.tsx'
import { Field, FieldError } from '#client/ui/fields/field.tsx'
import { Form } from '#client/ui/fields/form.tsx'
import { TextInput } from '#client/ui/fields/text-input.tsx'
import { Text } from '#client/ui/layout/heading.tsx'
import { emailSentence, isEmail, nameMissing, normalEmail } from '#protocol/kernel/texts.ts'
import { codeEntry, membersRefusal } from './lazy-parts.ts'
import { useAskIfAnswered } from './use-ask-if-answered.ts'
import { useCode } from './use-code.ts'
import { useSendCode } from './use-send-code.ts'

/** What of a filled form says who answers. */
export type Who = Pick<Filled, 'email' | 'name' | 'isVerified' | 'attending' | 'hasAnswered'>

interface EmailStepProps {
  filled: Who
  /** The email is proven, just now by the code or before: leads on and says so, unless the name is missing. */
  onDone: (isByCode: boolean) => boolean
  /** The email is proven already: this step was opened to change something. */
  isReopened: boolean
  emailBox: RefObject<HTMLInputElement | null>
  /** A bar leads here, and on a phone, where room is short, holds it (R124); without one it is aside, and has a button of its own. */
  isInBar: boolean
}

interface WhoFieldProps {
  filled: Who
  box: RefObject<HTMLInputElement | null>
  error: string
  hint?: string | undefined
  onLeft: () => void
}

function EmailField({ filled: { email, isVerified }, box, error, hint, onLeft }: WhoFieldProps) {
  const { isSession } = useGuest()
  return (
    <Field label="Email" required error={error} hint={hint}>
      <TextInput
        ref={box}
        type="email"
        name="email"
        autoComplete="email"
        inputMode="email"
        enterKeyHint="next"
        maxLength={254}
        readOnly={isSession}
        value={email}
        onChange={({ target }) => editDraft({ email: target.value })}
        onBlur={onLeft}
        after={
          isVerified && (
            <Badge tone="success" icon={<Check aria-hidden="true" />}>
              Verified
            </Badge>
          )
        }
      />
    </Field>
  )
}

const NameField = ({ filled: { name }, box, error, onLeft }: WhoFieldProps) => (
  <Field label="Name" required error={error}>
    <TextInput
      ref={box}
      name="name"
      autoComplete="name"
      autoCapitalize="words"
      enterKeyHint="next"
      maxLength={100}
      value={name}
      onChange={({ target }) => editDraft({ name: target.value })}
      onBlur={onLeft}
    />
  </Field>
)

export function EmailStep({ filled, onDone, isReopened, emailBox, isInBar }: EmailStepProps) {
  const { email, name, isVerified, attending } = filled
  const { codeFor, isSession, isBusy, refusedEmail } = useGuest()
  const isAside = !isInBar && !isVerified
  const [shown, setShown] = useState({ email: false, name: false })
  const nameBox = useRef<HTMLInputElement>(null)
  const address = normalEmail(email)
  const isHydrated = useHydrated()
  const isCodeOut = isHydrated && !isVerified && codeFor !== '' && codeFor === address
  /** Leads on, or to the name when that is still missing. */
  const goOn = (isByCode: boolean) => {
    if (onDone(isByCode)) return
    flushSync(() => setShown({ email: true, name: true }))
    nameBox.current?.focus()
  }
  const sending = useSendCode(address)
  const entry = useCode(address, () => goOn(true))
  useAskIfAnswered(isVerified ? '' : address)
  // Proven by the emailed link, only the name is missing; whoever hasn't said yet whether they come is asked that first (R124).
  const [lacksName] = useState(isVerified && !name)
  const [isFirst] = useState(attending === null && !(isVerified && name))
  useEffect(() => {
    if (isReopened && !isFirst) (isSession || lacksName ? nameBox : emailBox).current?.focus()
  }, [isReopened, isFirst, isSession, lacksName, nameBox, emailBox])

  /** By the bar, or by Enter in a field. */
  const press = (event: FormEvent) => {
    event.preventDefault()
    if (isVerified) return goOn(false)
    if (isCodeOut) return void entry.confirm(entry.code)
    setShown({ ...shown, email: email !== '' })
    if (!isEmail(address)) return emailBox.current?.focus()
    if (attending && !name.trim()) {
      setShown({ email: true, name: document.activeElement !== emailBox.current })
      return nameBox.current?.focus()
    }
    void sending.send()
  }
  return (
    // Coming or not is asked first; who wants to can prove their email before it, without a script too, and finds what was typed (R124f).
    <details
      open={!isAside}
      ref={(fold) => {
        if (fold && email) fold.open = true
      }}
    >
      <summary className={isAside ? 'fold hit text-13 text-muted underline' : 'hidden'}>Verify your email first</summary>
      <Form id={whoPlace} onSubmit={press} className={isInBar ? 'max-md:gap-3' : undefined}>
        <EmailField
          filled={filled}
          box={emailBox}
          error={shown.email && !isEmail(address) ? emailSentence : ''}
          hint={filled.hasAnswered ? 'You already answered. Verify your email to see or change it.' : undefined}
          onLeft={() => email !== '' && setShown({ ...shown, email: true })}
        />
        {attending !== false && (
          <div className={isInBar && isCodeOut ? 'max-md:hidden' : undefined}>
            <NameField
              filled={filled}
              box={nameBox}
              error={shown.name && !name.trim() ? nameMissing : ''}
              onLeft={() => name !== '' && setShown({ ...shown, name: true })}
            />
          </div>
        )}
        {isCodeOut && (
          <Suspense>
            <codeEntry.Component email={address} entry={entry} onResend={sending.send} />
          </Suspense>
        )}
        {isHydrated && refusedEmail && (
          <Suspense>
            <membersRefusal.Component email={address} />
          </Suspense>
        )}
        <FieldError>{sending.failure}</FieldError>
        {!isCodeOut && !isVerified && (
          <Text size={13} tone="muted" className={isInBar ? 'max-md:hidden' : undefined}>
            We send you a 6-character code, so that no one else can answer for you.
          </Text>
        )}
        {/* What Enter presses; where a bar leads on, that has its button in sight. */}
        <Button type="submit" className="self-start" busy={isBusy} hidden={!isVerified && isInBar}>
          {isVerified ? 'Done' : isCodeOut ? 'Confirm' : 'Verify your email'}
        </Button>
      </Form>
    </details>
  )
}

interface WhoTextProps {
  email: string
  name: string
  onEdit: (() => void) | null
}
/** Who answers, once that is proven. */
export const WhoText = ({ email, name, onEdit }: WhoTextProps) => (
  <div className="flex items-center gap-3">
    <div className="min-w-0 grow text-muted">
      <span dir="auto" className="block truncate">
        {name}
      </span>
      <span dir="auto" className="block truncate">
        {email}
      </span>
    </div>
    {onEdit && (
      <Button variant="ghost" size="sm" className="-mr-3.5" onClick={onEdit}>
        Edit email or name
      </Button>
    )}
  </div>
)
