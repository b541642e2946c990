// Questions that are no longer asked but have answers: said so, and asked again by a press (R163).
import { Button } from '#client/ui/actions/button.tsx'
import { Disclosure } from '#client/ui/actions/disclosure.tsx'
import { List, ListRow } from '#client/ui/layout/list.tsx'
import type { Question } from '#protocol/seats/questions/question.ts'

interface RetiredQuestionsProps {
  retired: readonly Question[]
  countOf: (id: string) => string
  isOff: boolean
  onAskAgain: (question: Question) => void
}

export const RetiredQuestions = ({ retired, countOf, isOff, onAskAgain }: RetiredQuestionsProps) =>
  retired.length > 0 && (
    <Disclosure summary={`No longer asked (${retired.length})`}>
      <List label="Questions that are no longer asked">
        {retired.map((question) => (
          <ListRow
            key={question._id}
            title={<span className="wrap-anywhere">{question.label}</span>}
            meta={`${countOf(question._id)}, in the table and the file`}
            trailing={
              <Button size="sm" disabled={isOff} aria-label={`Ask again: “${question.label}”`} onClick={() => onAskAgain(question)}>
                Ask again
              </Button>
            }
          />
        ))}
      </List>
    </Disclosure>
  )
