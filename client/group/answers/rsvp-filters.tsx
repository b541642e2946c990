// The tools over the list of answers: a search, a role, a kind of answer. On a phone all but the search wait behind one button.
import type { ReactNode } from 'react'
import type { Asking } from '#client/group/answers/questions/asking.ts'
import { QuestionFilterSelect } from '#client/group/answers/questions/question-filter.tsx'
import { formatCount } from '#client/lib/format-count.ts'
import { cx } from '#client/ui/cx.ts'
import { FilterFold } from '#client/ui/fields/filter-fold.tsx'
import { Segmented } from '#client/ui/fields/segmented.tsx'
import { Select } from '#client/ui/fields/select.tsx'
import { SearchInput } from '#client/ui/fields/text-input.tsx'
import type { Answers, InvitationCounts, RoleView } from '#protocol/seats/group.ts'
import type { QuestionCounts } from '#protocol/seats/questions/question.ts'
import {
  type AnswerKind,
  answerKinds,
  doorKinds,
  doorWords,
  type FaultCounts,
  type InvitationKind,
  invitationKinds,
  invitationWords,
  kindWord,
  type RsvpFilter,
} from './rsvp-filter.ts'

interface RsvpFiltersProps {
  filter: RsvpFilter
  onChange: (filter: RsvpFilter) => void
  answers: Answers
  /** R126: guests are asked to confirm. */
  isAsked: boolean
  /** How many there are in the list. */
  total: number
  roles: readonly RoleView[]
  /** R97: undefined where nobody was invited. */
  invitations: InvitationCounts | undefined
  /** How many loaded rows can't be reached by email, by what is wrong. */
  faults: FaultCounts
  asking: Asking
  questionCounts: QuestionCounts | undefined
  /** R193: somebody came. */
  hasDoor: boolean
  /** Before the search. */
  pickAll: ReactNode
  sort: ReactNode
  /** People, or what they answered to questions. */
  view: ReactNode
}

/** What there is of each kind adds up to all. */
function wordOf(kind: AnswerKind, { answers, total, isAsked }: Pick<RsvpFiltersProps, 'answers' | 'total' | 'isAsked'>) {
  const invited = Math.max(0, total - answers.yes - answers.no - answers.none)
  return kind === 'all' ? `All ${formatCount(total)}` : `${kindWord(kind, isAsked)} ${formatCount({ ...answers, invited }[kind])}`
}
const kindsFor = (invitations: InvitationCounts | undefined) => answerKinds.filter((kind) => kind !== 'invited' || invitations)

const countOf = (kind: InvitationKind, counts: InvitationCounts, faults: RsvpFiltersProps['faults']) =>
  kind === '' ? counts.invited + counts.opened + counts.answered : { ...counts, ...faults }[kind]

/** The filters beside the search that leave somebody out. */
const activeCount = ({ role, invitation, answer, question, door }: RsvpFilter) =>
  [role !== '', invitation !== '', answer !== 'all', question !== '', door !== ''].filter(Boolean).length

const nobodyInvited: InvitationCounts = { invited: 0, opened: 0, answered: 0, silent: 0 }
/** Where nobody was invited there is nothing to choose, unless emails don't reach somebody. */
const hasInvitationFilter = ({ filter, invitations, faults }: Pick<RsvpFiltersProps, 'filter' | 'invitations' | 'faults'>) =>
  invitations !== undefined || filter.invitation !== '' || faults.unreached > 0

const Search = ({ text, onText }: { text: string; onText: (text: string) => void }) => (
  <SearchInput aria-label="Search by name or email" placeholder="Search" value={text} onChange={({ target }) => onText(target.value)} />
)

export const RsvpFilters = ({
  filter,
  onChange,
  answers,
  isAsked,
  total,
  roles,
  invitations,
  faults,
  asking,
  questionCounts,
  hasDoor,
  pickAll,
  sort,
  view,
}: RsvpFiltersProps) => (
  <div
    className={cx(
      'grid gap-3 print:hidden',
      hasInvitationFilter({ filter, invitations, faults })
        ? 'md:grid-cols-[minmax(0,1fr)_minmax(0,11rem)_minmax(0,15rem)]'
        : 'md:grid-cols-[minmax(0,1fr)_minmax(0,13rem)]',
      asking.questions.length > 0 &&
        (hasInvitationFilter({ filter, invitations, faults })
          ? 'lg:grid-cols-[minmax(0,1fr)_minmax(0,10rem)_minmax(0,13rem)_minmax(0,15rem)]!'
          : 'lg:grid-cols-[minmax(0,1fr)_minmax(0,13rem)_minmax(0,16rem)]!'),
    )}
  >
    <FilterFold
      count={activeCount(filter)}
      first={
        <div className="flex min-w-0 items-center gap-2">
          {pickAll}
          <div className="min-w-0 flex-1">
            <Search text={filter.text} onText={(text) => onChange({ ...filter, text })} />
          </div>
        </div>
      }
    >
      <Select
        aria-label="Filter by role"
        value={filter.role}
        onValue={(role) => onChange({ ...filter, role })}
        options={[{ value: '', label: 'All roles' }, ...roles.map(({ name }) => ({ value: name, label: name }))]}
      />
      {hasInvitationFilter({ filter, invitations, faults }) && (
        <Select
          aria-label="Filter by invitation"
          value={filter.invitation}
          onValue={(kind) => onChange({ ...filter, invitation: invitationKinds.find((one) => one === kind) ?? '' })}
          options={invitationKinds.map((kind) => ({
            value: kind,
            label: `${invitationWords[kind]} ${formatCount(countOf(kind, invitations ?? nobodyInvited, faults))}`,
          }))}
        />
      )}
      {asking.questions.length > 0 && (
        <QuestionFilterSelect
          asking={asking}
          counts={questionCounts}
          value={filter.question}
          onValue={(question) => onChange({ ...filter, question })}
        />
      )}
      {(hasDoor || filter.door !== '') && (
        <Select
          aria-label="Filter by who came"
          className="md:col-span-full lg:max-w-60"
          value={filter.door}
          onValue={(kind) => onChange({ ...filter, door: doorKinds.find((one) => one === kind) ?? '' })}
          options={doorKinds.map((kind) => ({ value: kind, label: doorWords[kind] }))}
        />
      )}
      {sort}
      <div className="flex min-w-0 flex-wrap gap-3 md:col-span-full">
        <div className="tabular max-w-full overflow-x-auto">
          <Segmented
            name="answer"
            label="Answer"
            hideLabel
            value={filter.answer}
            onValue={(answer) => onChange({ ...filter, answer })}
            options={kindsFor(invitations).map((kind) => ({ value: kind, label: wordOf(kind, { answers, total, isAsked }) }))}
          />
        </div>
        {view}
      </div>
    </FilterFold>
  </div>
)
