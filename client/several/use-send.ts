// The way out: what is picked in all groups goes as one answer.
import { useEffect, useState } from 'react'
import { errorText } from '#client/lib/call-failed.ts'
import { afterOpening } from '#client/rsvp/after-opening.ts'
import { isAnswer } from '#client/rsvp/guest.ts'
import { progressToast } from '#client/rsvp/progress-toast.ts'
import { toast } from '#client/ui/feedback/toast.tsx'
import { goToAsked, goToCompanions } from './asks/group-asks.tsx'
import { usePicks } from './picks.ts'
import { type SeveralView, viewNow } from './use-several.ts'

export interface SendingPicks {
  /** Sends what is picked at this moment. */
  readonly send: () => Promise<void>
  readonly isSending: boolean
  readonly failure: string
}

const changedIn = ({ all }: SeveralView) => all.filter(({ isTouched }) => isTouched)

/** Whether nothing stands in the way of what is picked, and no earlier answer would change unseen, nor go on under another name than was typed (R239b). */
export function isSentByCode(view: SeveralView, typedName: string): boolean {
  const changed = changedIn(view)
  if (view.all.some(({ saved }) => saved && isAnswer(saved) && saved.name !== typedName.trim())) return false
  const isComing = changed.some(({ pick }) => pick.isComing)
  return (
    changed.length > 0 &&
    (!isComing || view.who.name.trim() !== '') &&
    changed.every(
      ({ saved, unfit, hasSeat, seats }) => !saved && !(unfit && hasSeat) && !seats.some((role) => role.isChosen && role.isFull),
    )
  )
}

const loaded = () => afterOpening(Promise.all([import('./sending.ts'), import('./check.ts')]))

async function sendNow(eventId: string): Promise<string> {
  const [{ sendPicks }, { checkAnswers, firstWrong, firstWrongCompanions }] = await loaded()
  const view = viewNow(eventId)
  const changed = view ? changedIn(view) : []
  if (!view || changed.length === 0) return ''
  checkAnswers(changed)
  const missing = firstWrong()
  if (missing) {
    await goToAsked(missing.groupId, missing.questionId)
    return 'Please answer what is asked there'
  }
  const { failure, leftOut } = await sendPicks(changed, view.who)
  const refused = firstWrong()
  const along = firstWrongCompanions()
  if (refused) await goToAsked(refused.groupId, refused.questionId)
  else if (along) await goToCompanions(along)
  if (failure !== null) return failure
  const names = changed.filter(({ form }) => leftOut.includes(form._id)).map(({ form }) => form.name)
  if (names.length > 0) toast(`${names.join(' and ')} can no longer be answered. The rest of your answer is in.`)
  else toast.success('RSVP submitted successfully!', { id: progressToast })
  return ''
}

export function useSend(eventId: string): SendingPicks {
  const { picks } = usePicks()
  const [isSending, setSending] = useState(false)
  const [failure, setFailure] = useState('')
  // What is picked next makes the last failure old.
  useEffect(() => setFailure(''), [picks])
  const send = async () => {
    if (isSending) return
    setFailure('')
    setSending(true)
    const sentence = await sendNow(eventId).catch((error: unknown) => errorText(error))
    setSending(false)
    setFailure(sentence)
  }
  return { send, isSending, failure }
}
