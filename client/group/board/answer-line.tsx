// How a group was answered, in one line of its head: counts that stand still while they change.
import { formatCount } from '#client/lib/format-count.ts'
import { useTallies } from '#client/records/tallies.ts'
import { Skeleton } from '#client/ui/feedback/skeleton.tsx'
import { answerWords } from '#protocol/seats/coverage.ts'
import type { GroupView } from '#protocol/seats/group.ts'

const Count = ({ label, value, of }: { label: string; value: number; of?: number }) => (
  <div className="flex flex-row-reverse items-baseline gap-1.5">
    <dt className="text-13 text-muted lowercase">{label}</dt>
    <dd className="tabular font-semibold whitespace-nowrap">
      {formatCount(value)}
      {of !== undefined && <span className="font-normal text-muted"> of {formatCount(of)}</span>}
    </dd>
  </div>
)

/** What is told of a group, or of all groups of an event at once. */
export type Answered = Pick<GroupView, 'answers' | 'roleCoverage' | 'showConfirmation' | 'companions'> & Partial<Pick<GroupView, '_id'>>

/** R186: once somebody came to its door. Of several groups none is added up: who went to two would count twice. */
function AtTheDoor({ groupId }: { groupId: string }) {
  const sums = useTallies((held) => held[groupId])
  return sums?.came ? (
    <>
      <Count label="Inside" value={sums.inside} />
      <Count label="Came" value={sums.came} />
    </>
  ) : null
}

/** Something of the same height stands there until they are known: on a phone they are two lines. Null where there is no group any more. */
export function AnswerLine({ group }: { group: Answered | null | undefined }) {
  if (group === null) return null
  if (!group) return <Skeleton className="h-6 w-72 max-w-full max-sm:h-12.5" />
  const { answers, roleCoverage, showConfirmation, companions, _id = '' } = group
  const words = answerWords(showConfirmation)
  const taken = roleCoverage.reduce((sum, one) => sum + one.count, 0)
  const total = roleCoverage.reduce((sum, one) => sum + one.total, 0)
  return (
    <dl aria-label="Answers" className="flex flex-wrap content-start items-baseline gap-x-5 gap-y-0.5 max-sm:min-h-12.5">
      {/* R171: answers, unless it says people. */}
      <Count label={companions === undefined ? words.yes : `${words.yes} (answers)`} value={answers.yes} />
      <Count label={words.no} value={answers.no} />
      <Count label={words.none} value={answers.none} />
      {companions !== undefined && <Count label="People coming" value={answers.yes + companions} />}
      <Count label="Seats taken" value={taken} of={total} />
      <AtTheDoor groupId={_id} />
    </dl>
  )
}
