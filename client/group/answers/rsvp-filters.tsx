// The tools over the list of answers: a search, a role, a kind of answer.

import { counted } from '#client/lib/counted.ts'
import { cx } from '#client/ui/cx.ts'
import { FilterFold } from '#client/ui/fields/filter-fold.tsx'
import { Segmented } from '#client/ui/fields/segmented.tsx'
import { Select } from '#client/ui/fields/select.tsx'
import { SearchInput } from '#client/ui/fields/text-input.tsx'
import type { AddressFault, Answers, InvitationCounts, RoleView } from '#protocol/group.ts'
import {
  type AnswerKind,
  answerKinds,
  answerWords,
  type InvitationKind,
  invitationKinds,
  invitationWords,
  type RsvpFilter,
} from './rsvp-filter.ts'

interface RsvpFiltersProps {
  filter: RsvpFilter
  onChange: (filter: RsvpFilter) => void
  answers: Answers
  /** How many there are in the list. */
  total: number
  roles: readonly RoleView[]
  /** R97: undefined where nobody was invited. */
  invitations: InvitationCounts | undefined
  /** How many loaded rows can't be reached by email, by what is wrong. */
  faults: Readonly<Record<AddressFault, number>>
}

const wordOf = (kind: AnswerKind, { yes, no, none }: Answers, total: number) =>
  kind === 'all' ? `All ${counted(total)}` : `${answerWords[kind]} ${counted({ yes, no, none }[kind])}`

const countOf = (kind: InvitationKind, counts: InvitationCounts, faults: RsvpFiltersProps['faults']) =>
  kind === '' ? counts.invited + counts.opened + counts.answered : { ...counts, ...faults }[kind]

/** The filters beside the search that leave somebody out. */
const activeCount = ({ role, invitation, answer }: RsvpFilter) => [role !== '', invitation !== '', answer !== 'all'].filter(Boolean).length

export const RsvpFilters = ({ filter, onChange, answers, total, roles, invitations, faults }: RsvpFiltersProps) => (
  <div
    className={cx(
      'grid gap-3 print:hidden',
      invitations ? 'md:grid-cols-[minmax(0,1fr)_minmax(0,11rem)_minmax(0,15rem)]' : 'md:grid-cols-[minmax(0,1fr)_minmax(0,13rem)]',
    )}
  >
    <FilterFold
      count={activeCount(filter)}
      first={
        <SearchInput
          aria-label="Search by name or email"
          placeholder="Search by name or email"
          value={filter.text}
          onChange={(event) => onChange({ ...filter, text: event.target.value })}
        />
      }
    >
      <Select
        aria-label="Filter by role"
        value={filter.role}
        onValue={(role) => onChange({ ...filter, role })}
        options={[{ value: '', label: 'All roles' }, ...roles.map(({ name }) => ({ value: name, label: name }))]}
      />
      {invitations && (
        <Select
          aria-label="Filter by invitation"
          value={filter.invitation}
          onValue={(kind) => onChange({ ...filter, invitation: invitationKinds.find((one) => one === kind) ?? '' })}
          options={invitationKinds.map((kind) => ({
            value: kind,
            label: `${invitationWords[kind]} ${counted(countOf(kind, invitations, faults))}`,
          }))}
        />
      )}
      <div className={cx('tabular overflow-x-auto', invitations ? 'md:col-span-3' : 'md:col-span-2')}>
        <Segmented
          name="answer"
          label="Answer"
          hideLabel
          value={filter.answer}
          onValue={(answer) => onChange({ ...filter, answer })}
          options={answerKinds.map((kind) => ({ value: kind, label: wordOf(kind, answers, total) }))}
        />
      </div>
    </FilterFold>
  </div>
)
