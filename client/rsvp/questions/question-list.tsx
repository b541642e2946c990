// The questions of one group with their boxes, under their heading: on its own invitation, and on that to all groups of an event (R161).
import { useEffect, useRef } from 'react'
import type { RsvpDraft } from '#client/rsvp/answer/draft.ts'
import { questionPlace } from '#client/rsvp/answer/form-parts.ts'
import type { SavedAnswer } from '#client/rsvp/store.ts'
import { announce } from '#client/ui/feedback/announcer.tsx'
import { Form } from '#client/ui/fields/form.tsx'
import { Heading, Text } from '#client/ui/layout/heading.tsx'
import type { Question } from '#protocol/seats/questions/question.ts'
import type { FormView } from '#protocol/seats/rsvp.ts'
import { type Typed, typedIn } from './given.ts'
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

interface QuestionListProps {
  form: FormView
  /** What is asked as the form is filled in. */
  asked: readonly Question[]
  draft: Pick<RsvpDraft, 'answers'>
  saved: SavedAnswer | null
  /** By question. */
  wrong: Readonly<Record<string, string>>
  take: (questionId: string, typed: Typed) => void
  /** The ids of the part and of its heading. */
  ids: { part: string; title: string }
  /** Names the questions' places where several groups are answered on one page. */
  groupId?: string
}

export function QuestionList({ form, asked, draft, saved, wrong, take, ids, groupId }: QuestionListProps) {
  const gone = useGone(form, draft.answers)
  useNews(form)
  if (asked.length === 0 && gone.length === 0) return null
  return (
    <section aria-labelledby={ids.title} className="flex flex-col gap-4">
      <Heading level={groupId ? 4 : 2} size={groupId ? 15 : 20} id={ids.title} className="scroll-mt-4">
        A few questions
      </Heading>
      <Form id={ids.part} onSubmit={(event) => event.preventDefault()}>
        {asked.map((question) => (
          <div key={question._id} id={questionPlace(question._id, groupId)} className="scroll-mt-4">
            <QuestionField
              question={question}
              hasEvent={form.eventId !== null}
              typed={typedIn(question, draft, saved)}
              wrong={wrong[question._id]}
              take={take}
            />
          </div>
        ))}
      </Form>
      {gone.map(({ _id, label, text }) => (
        <div key={_id} className="rounded bg-accent-soft px-4 py-3">
          <Text className="font-semibold wrap-anywhere">{`“${label}” is no longer asked.`}</Text>
          <Text className="wrap-anywhere">{`You wrote: ${text}`}</Text>
        </div>
      ))}
    </section>
  )
}
