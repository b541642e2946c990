// The tools over the list of answers: a search, a role, a kind of answer.

import { counted } from '#client/lib/counted.ts'
import { Segmented } from '#client/ui/fields/segmented.tsx'
import { Select } from '#client/ui/fields/select.tsx'
import { SearchInput } from '#client/ui/fields/text-input.tsx'
import type { Answers, RoleView } from '#protocol/group.ts'
import { type AnswerKind, answerKinds, answerWords, type RsvpFilter } from './rsvp-filter.ts'

interface RsvpFiltersProps {
  filter: RsvpFilter
  onChange: (filter: RsvpFilter) => void
  answers: Answers
  roles: readonly RoleView[]
}

const wordOf = (kind: AnswerKind, { yes, no, none }: Answers) =>
  kind === 'all' ? `All ${counted(yes + no + none)}` : `${answerWords[kind]} ${counted({ yes, no, none }[kind])}`

export const RsvpFilters = ({ filter, onChange, answers, roles }: RsvpFiltersProps) => (
  <div className="grid gap-3 md:grid-cols-[minmax(0,1fr)_minmax(0,13rem)]">
    <SearchInput
      aria-label="Search by name or e-mail"
      placeholder="Search by name or e-mail"
      value={filter.text}
      onChange={(event) => onChange({ ...filter, text: event.target.value })}
    />
    <Select
      aria-label="Filter by role"
      value={filter.role}
      onValue={(role) => onChange({ ...filter, role })}
      options={[{ value: '', label: 'All roles' }, ...roles.map(({ name }) => ({ value: name, label: name }))]}
    />
    <div className="tabular overflow-x-auto md:col-span-2">
      <Segmented
        name="answer"
        label="Answer"
        hideLabel
        value={filter.answer}
        onValue={(answer) => onChange({ ...filter, answer })}
        options={answerKinds.map((kind) => ({ value: kind, label: wordOf(kind, answers) }))}
      />
    </div>
  </div>
)
