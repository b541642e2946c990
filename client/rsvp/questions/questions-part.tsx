// What the organizers ask besides who comes (R161): only what concerns the answer as it is filled in. It comes where a form has questions.
import { useEffect, useRef } from 'react'
import { editDraft, useDraft } from '#client/rsvp/answer/draft.ts'
import { goToQuestion, questionPlace, questionsPlace, questionsTitle } from '#client/rsvp/answer/form-parts.ts'
import type { Filled } from '#client/rsvp/answer/form-state.ts'
import { useGuest } from '#client/rsvp/guest.ts'
import { announce } from '#client/ui/feedback/announcer.tsx'
import { Notice } from '#client/ui/feedback/notice.tsx'
import { Form } from '#client/ui/fields/form.tsx'
import { Heading } from '#client/ui/layout/heading.tsx'
import type { Question } from '#protocol/seats/questions/question.ts'
import type { FormView } from '#protocol/seats/rsvp.ts'
import { givenIn, type Typed, typedIn } from './given.ts'
import { QuestionField } from './question-field.tsx'

/** Says that an organizer has added or retired a question meanwhile. */
function useNews({ questions = [] }: FormView) {
  const ids = questions.map(({ _id }) => _id).join()
  const known = useRef(ids)
  useEffect(() => {
    if (known.current !== ids) announce('The organizer changed the questions.')
    known.current = ids
  }, [ids])
}

/** What was asked on this visit and isn't any more, with what was written to it: it isn't sent, and must not be gone unseen. */
function useGone({ questions = [] }: FormView, answers: Readonly<Record<string, Typed>> = {}) {
  const seen = useRef(new Map<string, Question>())
  useEffect(() => {
    for (const question of questions) seen.current.set(question._id, question)
  }, [questions])
  return [...seen.current.values()].flatMap(({ _id, label, kind }) => {
    const [text = ''] = answers[_id] ?? []
    const isGone = !questions.some((one) => one._id === _id)
    return isGone && (kind === 'line' || kind === 'text') && text.trim() ? [{ _id, label, text }] : []
  })
}

/** Puts what is typed into the draft, under the question's id; what was wrong with the one before is no longer so. */
function take(questionId: string, typed: Typed) {
  editDraft({ answers: { ...useDraft.getState().draft.answers, [questionId]: typed } })
  const { [questionId]: _, ...wrongAnswers } = useGuest.getState().wrongAnswers
  useGuest.setState({ wrongAnswers })
}

export function QuestionsPart({ form, filled }: { form: FormView; filled: Filled }) {
  const { draft } = useDraft()
  const { wrongAnswers, toQuestion } = useGuest()
  const { asked, open } = givenIn(form, filled, draft)
  const openIds = open.map(({ _id }) => _id).join()
  const gone = useGone(form, draft.answers)
  useNews(form)
  // The bar says what is next without knowing the questions.
  useEffect(() => useGuest.setState({ openQuestions: openIds ? openIds.split(',') : [] }), [openIds])
  useEffect(() => () => useGuest.setState({ openQuestions: [], wrongAnswers: {} }), [])
  useEffect(() => {
    if (!toQuestion) return
    useGuest.setState({ toQuestion: '' })
    goToQuestion(toQuestion)
  }, [toQuestion])
  if (asked.length === 0 && gone.length === 0) return null
  return (
    <section aria-labelledby={questionsTitle} className="flex flex-col gap-4">
      <Heading level={2} size={20} id={questionsTitle} className="scroll-mt-4">
        A few questions
      </Heading>
      <Form id={questionsPlace} onSubmit={(event) => event.preventDefault()}>
        {asked.map((question) => (
          <div key={question._id} id={questionPlace(question._id)} className="scroll-mt-4">
            <QuestionField
              question={question}
              typed={typedIn(question, draft, filled.saved)}
              wrong={wrongAnswers[question._id]}
              take={take}
            />
          </div>
        ))}
      </Form>
      {gone.map(({ _id, label, text }) => (
        <Notice key={_id} title={`“${label}” is no longer asked.`}>
          You wrote: {text}
        </Notice>
      ))}
    </section>
  )
}
