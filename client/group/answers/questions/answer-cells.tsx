// The answers to questions in a row of the list: a cell each, with the question before it where there are no columns.
import { Badge } from '#client/ui/badge.tsx'
import type { RsvpRow } from '#protocol/seats/group.ts'
import { answerInWords, answerTo } from '#protocol/seats/questions/answers.ts'
import type { Question } from '#protocol/seats/questions/question.ts'
import { type Asking, leadOf, openOf } from './asking.ts'

/** R164 */
export function OpenQuestions({ row, asking }: { row: RsvpRow; asking: Asking }) {
  const { length } = openOf(row, asking)
  return length > 0 && <Badge tone="warn">{length === 1 ? '1 open question' : `${length} open questions`}</Badge>
}

const cell = 'min-w-0 text-13 leading-5 wrap-anywhere max-lg:col-[2/-1] max-lg:empty:hidden print:col-auto! lg:py-1.5'

export const AnswerCells = ({ row: { answers = [] }, columns }: { row: RsvpRow; columns: readonly Question[] }) =>
  columns.map((question) => {
    const said = answerInWords(question, answerTo(answers, question._id))
    return (
      <td key={question._id} dir="auto" className={cell}>
        {said && (
          <>
            <span className="text-muted lg:hidden print:hidden">{leadOf(question)}</span>
            <span className="whitespace-pre-line lg:line-clamp-3 print:line-clamp-none" title={said.length > 60 ? said : undefined}>
              {said}
            </span>
          </>
        )}
      </td>
    )
  })
