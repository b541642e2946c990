// The three steps that open one after the other, and the answer's way out: my e-mail, my answer, my roles.
import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { AnswerStep } from '#client/rsvp/answer/answer-step.tsx'
import { type Filled, filledNow, isSelfSelect, isSingleRole, useFilled } from '#client/rsvp/answer/filled.ts'
import { RolesStep } from '#client/rsvp/answer/roles-step.tsx'
import { SubmitBar } from '#client/rsvp/answer/submit-bar.tsx'
import { EmailStep } from '#client/rsvp/proof/email-step.tsx'
import { Text } from '#client/ui/layout/heading.tsx'
import { Step, Steps } from '#client/ui/layout/step.tsx'
import type { FormView } from '#protocol/rsvp.ts'
import { preloadEnd } from './later.ts'
import { OwnPlaces } from './own-places.tsx'

const WhoText = ({ email, name }: Pick<Filled, 'email' | 'name'>) => (
  <>
    <span className="block truncate">{name}</span>
    <span className="block truncate">{email}</span>
  </>
)

/** Says at a glance what awaits in the roles step before it opens. */
function RolesTitle({ form, filled, isOpen }: { form: FormView; filled: Filled; isOpen: boolean }) {
  const left = filled.seats.reduce((sum, role) => sum + role.left, 0)
  return (
    <span className="flex flex-wrap items-baseline justify-between gap-x-4">
      {isSingleRole(form) ? 'Your role' : 'Your roles'}
      {!isOpen && (
        <Text as="span" size={13} tone="muted" className="tabular font-normal">
          {left === 1 ? '1 seat left' : `${left} seats left`}
        </Text>
      )}
    </span>
  )
}

/** Draws the form; once the event has ended it can only be read (R21). */
export function RsvpForm({ form }: { form: FormView }) {
  const filled = useFilled(form)
  const isClosed = form.status !== 'open'
  const [isEditing, setEditing] = useState(!(filled.isVerified && filled.name.trim()))
  const answer = useRef<HTMLDivElement>(null)
  const isKnown = filled.isVerified && !isEditing
  const isUnlocked = filled.isVerified || isClosed
  const isChoosing = isClosed || (isUnlocked && filled.attending === true)

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
      <OwnPlaces form={form} saved={filled.saved} />
      <Steps label="Your answer in three steps">
        <Step
          number={1}
          title="Your email"
          state={isKnown ? 'done' : isClosed ? 'todo' : 'current'}
          summary={<WhoText {...filled} />}
          onEdit={isClosed ? undefined : () => setEditing(true)}
        >
          <EmailStep filled={filled} onDone={goOn} isReopened={filled.isVerified} />
        </Step>
        <Step number={2} title="Will you be there?" state={isUnlocked ? 'current' : 'todo'}>
          <div ref={answer}>
            <AnswerStep form={form} filled={filled} isClosed={isClosed} />
          </div>
        </Step>
        {form.roles.length > 0 && filled.attending !== false && (
          <Step number={3} title={<RolesTitle form={form} filled={filled} isOpen={isChoosing} />} state={isChoosing ? 'current' : 'todo'}>
            <RolesStep form={form} filled={filled} isLocked={isClosed || !isSelfSelect(form)} />
          </Step>
        )}
      </Steps>
      {!isClosed && <SubmitBar form={form} filled={filled} />}
    </>
  )
}
