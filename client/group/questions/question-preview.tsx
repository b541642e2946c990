// A question as guests will see it, to try out; nothing of it is kept.
import { useState } from 'react'
import type { Typed } from '#client/rsvp/questions/given.ts'
import { QuestionField } from '#client/rsvp/questions/question-field.tsx'
import { Card } from '#client/ui/layout/card.tsx'
import { Heading, Text } from '#client/ui/layout/heading.tsx'
import type { Question } from '#protocol/seats/questions/question.ts'
import { type DraftQuestion, inputOf, tidied } from './question-list.ts'

/** As it is kept once it is saved; its name is no part of the form around it. */
function keptAs(draft: DraftQuestion): Question {
  const { showIf: _, isRetired: __, options, ...question } = inputOf(tidied(draft))
  const kept = options.map(({ _id = '', label }) => ({ _id, label }))
  return { ...question, _id: `try-${draft._id}`, label: question.label || 'Your question', options: kept }
}

export function QuestionPreview({ question }: { question: DraftQuestion }) {
  const [typed, setTyped] = useState<Typed>([])
  return (
    <Card tone="sunken" as="aside" className="flex flex-col gap-4 lg:sticky lg:top-20">
      <div>
        <Heading level={3} size={15}>
          As guests see it
        </Heading>
        <Text size={13} tone="muted">
          Try it: nothing here is saved.
        </Text>
      </div>
      <QuestionField key={question.kind} question={keptAs(question)} typed={typed} wrong={undefined} take={(_, next) => setTyped(next)} />
    </Card>
  )
}
