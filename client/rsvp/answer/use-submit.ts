// The way out of the form: what is filled in is sent, asked once more whether it is meant where the event wants that.
import { useEffect, useState } from 'react'
import { errorText } from '#client/lib/call-failed.ts'
import { checking, submitting } from '#client/rsvp/lazy-parts.ts'
import { progressToast } from '#client/rsvp/progress-toast.ts'
import { toast } from '#client/ui/feedback/toast.tsx'
import type { FormView } from '#protocol/seats/rsvp.ts'
import { useDraft } from './draft.ts'
import { filledNow } from './form-state.ts'
import { fullSentence } from './seats.ts'
import { warnFull } from './warn-full.ts'

/** Leads to the first chosen role that has no seat any more. */
const goToLost = () => setTimeout(() => document.querySelector<HTMLElement>('[data-lost]')?.focus())

export interface Submission {
  /** Sends what is filled in at this moment. */
  readonly submit: () => void
  /** `giveBack`: other groups whose seats are given back for it (R146). */
  readonly send: (confirmed: boolean, giveBack?: readonly string[]) => Promise<void>
  readonly isSending: boolean
  /** The question whether the yes is meant is on screen. */
  readonly isAsking: boolean
  readonly stopAsking: () => void
  readonly failure: string
}

export function useSubmit(form: FormView): Submission {
  const { draft } = useDraft()
  const [isAsking, setAsking] = useState(false)
  const [isSending, setSending] = useState(false)
  const [failure, setFailure] = useState('')
  // What is typed next makes the last failure old.
  useEffect(() => setFailure(''), [draft])

  const send: Submission['send'] = async (confirmed, giveBack = []) => {
    setFailure('')
    setSending(true)
    const sentence = await submitting().then(({ submitAnswer }) => submitAnswer(form, filledNow(form), confirmed, giveBack), errorText)
    setAsking(false)
    setSending(false)
    if (sentence === null) {
      toast.success('RSVP submitted successfully!', { id: progressToast })
      return
    }
    setFailure(sentence)
    goToLost()
  }
  const goOn = (needsConfirmation: boolean) => {
    if (needsConfirmation) setAsking(true)
    else void send(form.showConfirmation)
  }
  const submit = () => {
    const { attending, seats, needsConfirmation } = filledNow(form)
    const lost = attending && seats.find((role) => role.isChosen && role.isFull)
    if (lost) {
      warnFull(fullSentence(lost.name))
      goToLost()
    } else if (!form.questions) goOn(needsConfirmation)
    else
      checking().then(
        ({ areAnswered }) => areAnswered(form) && goOn(needsConfirmation),
        (error: unknown) => setFailure(errorText(error)),
      )
  }
  return { submit, send, isSending, isAsking, stopAsking: () => setAsking(false), failure }
}
