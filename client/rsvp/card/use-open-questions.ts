// The questions that a reader who has answered still has to answer (R164): the card says so, and a link can lead straight to them.
import { useEffect, useRef } from 'react'
import { questionPlace } from '#client/rsvp/answer/form-parts.ts'
import { answerTo, askedOf, openIn } from '#protocol/seats/questions/answers.ts'
import type { FormView } from '#protocol/seats/rsvp.ts'
import { standingOf } from '#protocol/seats/standing/standing.ts'
import { openChange } from './open-change.ts'
import type { Stands } from './use-standing.ts'

/** Where a link opens the form: at the question that it names, `#question-<id>`, or at the first that waits for an answer, `?open=questions`. */
function askedFor(asked: readonly string[], waiting: readonly string[]): string | undefined {
  const { hash, search } = window.location
  if (new URLSearchParams(search).get('open') === 'questions') return waiting[0]
  return asked.find((id) => hash === `#${questionPlace(id)}`)
}

interface WithOpen {
  /** How they stand, with what is open taken into account. */
  readonly stands: Stands
  /** Ids, in the order of the form. */
  readonly open: readonly string[]
}

/** The rules about questions come with the card: whoever has not answered never needs them. */
export function useOpenQuestions({ questions = [], status }: FormView, stands: Stands): WithOpen {
  const { saved, facts, now, state } = stands
  const who = { attending: saved?.attending ?? null, roleIds: saved?.roleIds ?? [] }
  const answers = saved?.answers ?? []
  const isAsked = saved !== null && status === 'open' && state !== 'over' && questions.length > 0
  const open = isAsked ? openIn(questions, who, answers).map(({ _id }) => _id) : []
  const isLed = useRef(false)
  useEffect(() => {
    if (!isAsked || isLed.current) return
    isLed.current = true
    const asked = askedOf(questions, who, answers).map(({ _id }) => _id)
    // Organizers can ask for one that nobody has to answer.
    const unanswered = asked.filter((id) => answerTo(answers, id) === undefined)
    const question = askedFor(asked, [...open, ...unanswered])
    if (question) openChange(state === 'assigned' ? { attending: true } : {}, question)
  })
  const withOpen = { ...facts, open: open.length }
  return { stands: open.length === 0 ? stands : { ...stands, ...standingOf(withOpen, now), facts: withOpen }, open }
}
