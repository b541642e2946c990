// The invitee's way: a role to take, the proof of an email, a yes or a no, and the answer's way out.
import { Suspense, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { AnswerStep } from '#client/rsvp/answer/answer-step.tsx'
import { type Filled, filledNow, useFilled } from '#client/rsvp/answer/filled.ts'
import { RolesPart } from '#client/rsvp/answer/roles-part.tsx'
import { SubmitBar } from '#client/rsvp/answer/submit-bar.tsx'
import { useGuest } from '#client/rsvp/guest.ts'
import { EmailStep } from '#client/rsvp/proof/email-step.tsx'
import { Step, Steps } from '#client/ui/layout/step.tsx'
import type { FormView } from '#protocol/rsvp.ts'
import { noteField, ownAnswer, preloadEnd } from './later.ts'
import { OwnPlaces } from './own-places.tsx'
import { ToConfirm } from './to-confirm.tsx'

const WhoText = ({ email, name }: Pick<Filled, 'email' | 'name'>) => (
  <>
    <span className="block truncate">{name}</span>
    <span className="block truncate">{email}</span>
  </>
)

/** Draws the form; once the event has ended it can only be read (R21). */
export function RsvpForm({ form }: { form: FormView }) {
  const filled = useFilled(form)
  const isClosed = form.status !== 'open'
  const { provenEmail } = useGuest()
  const [isEditing, setEditing] = useState(true)
  const [known, setKnown] = useState('')
  // The page is drawn before it is known who looks (R81): for somebody known by a cookie, a login or a link the first step is done.
  if (provenEmail !== known) {
    setKnown(provenEmail)
    setEditing(!(filled.isVerified && filled.name.trim()))
  }
  const answer = useRef<HTMLDivElement>(null)
  const emailBox = useRef<HTMLInputElement>(null)
  const roles = useRef<HTMLElement>(null)
  const isKnown = filled.isVerified && !isEditing
  const isUnlocked = filled.isVerified || isClosed

  useEffect(() => {
    if (filled.isVerified) preloadEnd()
  }, [filled.isVerified])

  /** Folds the first step and leads on to the second, unless the name is missing. */
  const goOn = () => {
    if (!filledNow(form).name.trim()) return false
    flushSync(() => setEditing(false))
    const box = answer.current
    const next = box?.querySelector<HTMLInputElement>('input:checked') ?? box?.querySelector('input')
    next?.focus()
    return true
  }
  return (
    <>
      <ToConfirm form={form} saved={filled.saved} />
      <OwnPlaces form={form} saved={filled.saved} />
      <RolesPart ref={roles} form={form} filled={filled} onTaken={() => !filled.isVerified && emailBox.current?.focus()} />
      <Steps label="Your answer in two steps">
        <Step
          number={1}
          title="Your email"
          state={isKnown ? 'done' : isClosed ? 'todo' : 'current'}
          summary={<WhoText {...filled} />}
          onEdit={isClosed ? undefined : () => setEditing(true)}
        >
          <EmailStep filled={filled} onDone={goOn} isReopened={filled.isVerified} emailBox={emailBox} />
        </Step>
        <Step number={2} title="Will you be there?" state={isUnlocked ? 'current' : 'todo'}>
          <div ref={answer}>
            <AnswerStep form={form} filled={filled} isClosed={isClosed} roles={roles} />
          </div>
        </Step>
      </Steps>
      {!isClosed && filled.isVerified && (
        <Suspense>
          <noteField.Component saved={filled.saved?.note ?? ''} />
        </Suspense>
      )}
      {!isClosed && <SubmitBar form={form} filled={filled} />}
      {filled.saved && (
        <Suspense>
          <ownAnswer.Component form={form} saved={filled.saved} />
        </Suspense>
      )}
      {!filled.isVerified && (
        <a href="/my-answers" className="hit self-center text-13 text-muted underline">
          Answered before? Get the links of your answers
        </a>
      )}
    </>
  )
}
