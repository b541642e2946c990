// The filter by what somebody answered to a question, with how many that are (R165).
import { formatCount } from '#client/lib/format-count.ts'
import { Select } from '#client/ui/fields/select.tsx'
import type { QuestionCounts } from '#protocol/seats/questions/question.ts'
import { type Asking, choicesOf, filterFor, nameOf, openFilter, type QuestionFilter } from './asking.ts'

interface QuestionFilterProps {
  asking: Asking
  counts: QuestionCounts | undefined
  value: QuestionFilter
  onValue: (value: QuestionFilter) => void
}

export const QuestionFilterSelect = ({ asking: { questions }, counts = {}, value, onValue }: QuestionFilterProps) => (
  <Select aria-label="Filter by question" value={value} onValue={onValue}>
    <option value="">All answers to questions</option>
    {questions.some(({ required, isRetired }) => required && !isRetired) && (
      <option value={openFilter}>With open required questions</option>
    )}
    {questions.map((question) => (
      <optgroup key={question._id} label={nameOf(question)}>
        {choicesOf(question).map(({ _id, label }) => (
          <option key={_id} value={filterFor(question._id, _id)}>
            {`${label} ${formatCount(counts[question._id]?.options?.[_id] ?? 0)}`}
          </option>
        ))}
        {!question.isRetired && <option value={filterFor(question._id)}>Not answered</option>}
      </optgroup>
    ))}
  </Select>
)
