// The way out of the form: always in reach of a thumb, and it says what is still needed.
import { Suspense, useEffect, useState } from 'react'
import { sentenceOf } from '#client/lib/call-failed.ts'
import { confirmDialog, submitting } from '#client/rsvp/later.ts'
import { MembersOnlyRefusal } from '#client/rsvp/members-only.tsx'
import { progressToast } from '#client/rsvp/progress-toast.ts'
import { Button } from '#client/ui/actions/button.tsx'
import { toast } from '#client/ui/feedback/toast.tsx'
import { FormActions } from '#client/ui/fields/form.tsx'
import { Text } from '#client/ui/layout/heading.tsx'
import type { FormView } from '#protocol/rsvp.ts'
import { useDraft } from './draft.ts'
import { canStillTake, type Filled } from './filled.ts'
import { warnFull } from './warn-full.ts'

/** Leads to the first chosen role that has no seat any more. */
const goToLost = () => setTimeout(() => document.querySelector<HTMLElement>('[data-lost]')?.focus())

/** Draws the submit button with its hint, and asks for confirmation where the event does. */
export function SubmitBar({ form, filled }: { form: FormView; filled: Filled }) {
  const { draft } = useDraft()
  const [isAsking, setAsking] = useState(false)
  const [isSending, setSending] = useState(false)
  const [failure, setFailure] = useState('')
  // What is typed next makes the last failure old.
  useEffect(() => setFailure(''), [draft])

  const send = async (confirmed: boolean) => {
    setFailure('')
    setSending(true)
    const sentence = await submitting().then(({ submitAnswer }) => submitAnswer(form, filled, confirmed), sentenceOf)
    setAsking(false)
    setSending(false)
    if (sentence === null) {
      toast.success('RSVP submitted successfully!', { id: progressToast })
      return
    }
    setFailure(sentence)
    goToLost()
  }
  const submit = () => {
    const lost = filled.attending && filled.seats.find((role) => role.isChosen && role.isFull)
    if (lost) {
      warnFull(lost.name)
      goToLost()
    } else if (filled.needsConfirmation) setAsking(true)
    else void send(form.showConfirmation)
  }
  const hint = failure || filled.missing
  const isWithoutRole = filled.isVerified && filled.attending === true && canStillTake(form, filled)
  return (
    <>
      {filled.isVerified && <MembersOnlyRefusal email={filled.email} />}
      <FormActions sticky={filled.isVerified} className={filled.isVerified ? 'max-sm:-mb-8' : undefined}>
        <div className="flex w-full flex-col sm:flex-row-reverse sm:items-center sm:gap-4">
          <div id="submit-hint" aria-live="polite" className="min-w-0 sm:order-last sm:flex-1">
            {hint && (
              <Text size={13} tone={failure ? 'danger' : 'muted'} className="max-sm:mb-2">
                {hint}
              </Text>
            )}
          </div>
          <Button
            variant="primary"
            size="lg"
            disabled={filled.missing !== null}
            busy={isSending && !isAsking}
            aria-describedby="submit-hint"
            onClick={submit}
          >
            {isWithoutRole ? 'Submit without a role' : 'Submit RSVP'}
          </Button>
        </div>
      </FormActions>
      {isAsking && (
        <Suspense>
          <confirmDialog.Component
            form={form}
            busy={isSending}
            onAnswer={(confirmed) => void send(confirmed)}
            onClose={() => setAsking(false)}
          />
        </Suspense>
      )}
    </>
  )
}
