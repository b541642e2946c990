// Over the list of answers: whether it shows people or what they answered, which questions have a column, and what all answers come to (R165).
import { Mail } from 'lucide-react'
import { useLocation } from 'wouter'
import { formatCount } from '#client/lib/format-count.ts'
import { writeToUnanswered } from '#client/records/message-draft.ts'
import { Button } from '#client/ui/actions/button.tsx'
import { Disclosure } from '#client/ui/actions/disclosure.tsx'
import { Chip } from '#client/ui/chip.tsx'
import { Checkbox } from '#client/ui/fields/checkbox.tsx'
import { FieldGroup } from '#client/ui/fields/field.tsx'
import { Segmented } from '#client/ui/fields/segmented.tsx'
import { Card } from '#client/ui/layout/card.tsx'
import { answerText } from '#protocol/seats/companions/counting.ts'
import type { GroupView } from '#protocol/seats/group.ts'
import type { Question, QuestionCounts } from '#protocol/seats/questions/question.ts'
import { type Asking, choicesOf, filterFor, nameOf, openFilter, type QuestionFilter } from './asking.ts'
import { type Columns, maxColumns } from './use-asking.ts'

interface QuestionViewProps {
  group: GroupView
  asking: Asking
  columns: Columns
  filter: QuestionFilter
  onFilter: (filter: QuestionFilter) => void
}

const views = [
  { value: 'people', label: 'People' },
  { value: 'questions', label: 'Answers to questions' },
] as const

export const ViewChoice = ({ asking, columns }: Pick<QuestionViewProps, 'asking' | 'columns'>) =>
  asking.questions.length > 0 && (
    <div className="max-sm:w-full">
      <Segmented
        name="answers-view"
        label="What the list shows"
        hideLabel
        options={views}
        value={columns.isOn ? 'questions' : 'people'}
        onValue={(value) => columns.show(value === 'questions')}
      />
    </div>
  )

export function QuestionView({ group, asking, columns, filter, onFilter }: QuestionViewProps) {
  const [, navigate] = useLocation()
  if (asking.questions.length === 0 || !(columns.isOn || filter === openFilter)) return null
  const askThem = () => {
    writeToUnanswered(group._id, 'open')
    navigate(`/group/${group._id}/messages`)
  }
  return (
    <div className="flex flex-col gap-4 print:hidden">
      {filter === openFilter && (
        <Button size="sm" className="self-start" icon={<Mail aria-hidden="true" />} onClick={askThem}>
          Ask them to complete
        </Button>
      )}
      {columns.isOn && (
        <>
          <Sums questions={asking.questions} counts={group.questionCounts} filter={filter} onFilter={onFilter} />
          {asking.questions.length > 1 && <ColumnChoice asking={asking} columns={columns} />}
        </>
      )}
    </div>
  )
}

const ColumnChoice = ({ asking: { questions }, columns: { chosen, choose } }: Pick<QuestionViewProps, 'asking' | 'columns'>) => (
  <Disclosure summary={`Columns (${chosen.length} of ${questions.length})`}>
    <FieldGroup label={`Up to ${maxColumns} questions; an exported file has all`}>
      <div className="grid gap-x-6 sm:grid-cols-2">
        {questions.map((question) => {
          const isChosen = chosen.some(({ _id }) => _id === question._id)
          return (
            <Checkbox
              key={question._id}
              label={nameOf(question)}
              checked={isChosen}
              disabled={!isChosen && chosen.length >= maxColumns}
              onValue={(isOn) => choose(question._id, isOn)}
            />
          )
        })}
      </div>
    </FieldGroup>
  </Disclosure>
)

const rounded = (value: number) => value.toLocaleString('en', { maximumFractionDigits: 2 })
const sumText = ({ answers, sum }: { answers: number; sum: number }) =>
  `Sum ${rounded(sum)}, average ${rounded(sum / answers)}, of ${answerText(answers)}`

interface SumsProps extends Pick<QuestionViewProps, 'filter' | 'onFilter'> {
  questions: readonly Question[]
  counts: QuestionCounts | undefined
}

/** How many chose what, each a filter of the list; of numbers what they come to. */
const Sums = ({ questions, counts = {}, filter, onFilter }: SumsProps) => (
  <Card padding="none">
    <dl className="divide-y divide-line">
      {questions.map((question) => {
        const count = counts[question._id] ?? { answers: 0 }
        const press = (id: string) => onFilter(filter === filterFor(question._id, id) ? '' : filterFor(question._id, id))
        return (
          <div key={question._id} className="flex flex-col gap-x-6 gap-y-2 px-5 py-3 sm:flex-row sm:items-center">
            <dt dir="auto" className="min-w-0 font-medium wrap-anywhere sm:w-2/5">
              {nameOf(question)}
            </dt>
            <dd className="tabular flex min-w-0 flex-1 flex-wrap items-center gap-2 text-13">
              {choicesOf(question)
                .filter(({ _id, isRetired }) => !isRetired || count.options?.[_id])
                .map(({ _id, label }) => (
                  <Chip key={_id} pressed={filter === filterFor(question._id, _id)} onPress={() => press(_id)}>
                    {`${label} ${formatCount(count.options?.[_id] ?? 0)}`}
                  </Chip>
                ))}
              {count.sum !== undefined && count.answers > 0 && <span>{sumText({ answers: count.answers, sum: count.sum })}</span>}
              {choicesOf(question).length === 0 && count.sum === undefined && (
                <span className="text-muted">{answerText(count.answers)}</span>
              )}
              {!question.isRetired && (
                <Chip pressed={filter === filterFor(question._id)} onPress={() => press('')}>
                  Not answered
                </Chip>
              )}
            </dd>
          </div>
        )
      })}
    </dl>
  </Card>
)
