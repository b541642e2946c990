// What the organizers ask besides who comes (R161): only what concerns the answer as it is filled in. It comes where a form has questions.
import { useEffect } from 'react'
import { editDraft, useDraft } from '#client/rsvp/answer/draft.ts'
import { goToQuestion, questionsPlace, questionsTitle } from '#client/rsvp/answer/form-parts.ts'
import type { Filled } from '#client/rsvp/answer/form-state.ts'
import { useGuest } from '#client/rsvp/guest.ts'
import type { FormView } from '#protocol/seats/rsvp.ts'
import { givenIn, type Typed } from './given.ts'
import { QuestionList } from './question-list.tsx'

const ids = { part: questionsPlace, title: questionsTitle }

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
  // The bar says what is next without knowing the questions.
  useEffect(() => useGuest.setState({ openQuestions: openIds ? openIds.split(',') : [] }), [openIds])
  useEffect(() => () => useGuest.setState({ openQuestions: [], wrongAnswers: {} }), [])
  useEffect(() => {
    if (!toQuestion) return
    useGuest.setState({ toQuestion: '' })
    goToQuestion(toQuestion)
  }, [toQuestion])
  return <QuestionList form={form} asked={asked} draft={draft} saved={filled.saved} wrong={wrongAnswers} take={take} ids={ids} />
}
