// Where a link from an email leads on the page of all groups: with `?open=questions`, to the first question that waits for an answer (R164).
import { useEffect, useRef } from 'react'
import { useGuest } from '#client/rsvp/guest.ts'
import { goToAsked } from './asks/group-asks.tsx'
import { byTime, type GroupChoice, openOf, savedPick } from './choice.ts'
import { editPicks } from './picks.ts'

export function useLedToQuestions(all: readonly GroupChoice[]) {
  const isKnown = useGuest((now) => now.isKnown)
  const isLed = useRef(false)
  useEffect(() => {
    if (!isKnown || isLed.current) return
    isLed.current = true
    if (new URLSearchParams(window.location.search).get('open') !== 'questions') return
    const one = byTime(all).find((chosen) => !chosen.isClosed && savedPick(chosen.saved).isComing && openOf(chosen).length > 0)
    const question = one && openOf(one)[0]
    if (!question) return
    const { form, pick } = one
    // Begun, so that what is asked there is drawn.
    editPicks({ [form._id]: { ...pick, answers: pick.answers ?? {} } })
    void goToAsked(form._id, question._id)
  })
}
