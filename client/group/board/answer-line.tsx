// How a group was answered, in boxes under its head: counts that stand still while they change.
import { formatCount } from '#client/lib/format-count.ts'
import { useTallies } from '#client/records/tallies.ts'
import { cx } from '#client/ui/cx.ts'
import { Skeleton } from '#client/ui/feedback/skeleton.tsx'
import { answeredIn, answerWords } from '#protocol/seats/coverage.ts'
import type { GroupView } from '#protocol/seats/group.ts'

const Count = ({ label, value, of }: { label: string; value: number; of?: number }) => (
  // On a phone many seats take a second line, and no label is cut for them.
  <div className={cx('flex-auto bg-surface px-2.5 py-2 sm:flex-1 sm:basis-22 sm:px-4', of === undefined && 'shrink-0 sm:shrink')}>
    <dt className="text-13 whitespace-nowrap text-muted">{label}</dt>
    <dd className="tabular flex flex-wrap items-baseline gap-x-1 text-20 font-semibold">
      {formatCount(value)}
      {of !== undefined && <span className="text-13 font-normal whitespace-nowrap text-muted"> of {formatCount(of)}</span>}
    </dd>
  </div>
)

/** What is told of a group, or of all groups of an event at once: then `_id` is the event's. */
export type Answered = Pick<GroupView, 'answers' | 'roleCoverage' | 'showConfirmation' | 'companions'> & Partial<Pick<GroupView, '_id'>>

/** R186, R186b: once somebody came to its door. Of several groups together, each person once: for who sees all of them. */
function AtTheDoor({ id }: { id: string }) {
  const sums = useTallies((held) => held[id])
  return sums?.came ? (
    <>
      <Count label="Inside" value={sums.inside} />
      <Count label="Came" value={sums.came} />
    </>
  ) : null
}

/** Something of the same height stands there until they are known. Nothing where the group is gone, or nobody has said anything yet. */
export function AnswerLine({ group }: { group: Answered | null | undefined }) {
  if (group === null) return null
  if (!group) return <Skeleton className="h-16.5 w-full rounded-lg" />
  const { answers, roleCoverage, showConfirmation, companions, _id = '' } = group
  const words = answerWords(showConfirmation)
  const taken = roleCoverage.reduce((sum, one) => sum + one.count, 0)
  const total = roleCoverage.reduce((sum, one) => sum + one.total, 0)
  if (answeredIn(answers) + answers.none === 0) return null
  return (
    <dl
      aria-label="Answers"
      className="flex gap-px max-[359px]:flex-wrap [&:has(>:nth-child(5))]:flex-wrap overflow-hidden rounded-lg border border-line bg-line shadow-card"
    >
      {/* R171: answers, unless it says people. */}
      <Count label={companions === undefined ? words.yes : `${words.yes} (answers)`} value={answers.yes} />
      <Count label={words.no} value={answers.no} />
      <Count label={words.none} value={answers.none} />
      {companions !== undefined && <Count label="People coming" value={answers.yes + companions} />}
      <Count label="Seats" value={taken} of={total} />
      <AtTheDoor id={_id} />
    </dl>
  )
}
