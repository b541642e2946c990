// The heads of the columns: each sorts by its column, and the first picks all rows that fit.
import { ArrowDown, ArrowUp } from 'lucide-react'
import { nameOf } from '#client/group/answers/questions/asking.ts'
import { cx } from '#client/ui/cx.ts'
import { Checkbox } from '#client/ui/fields/checkbox.tsx'
import { Select } from '#client/ui/fields/select.tsx'
import type { Question } from '#protocol/seats/questions/question.ts'
import { byAnswer, pressed, type SortBy, type Sorting, sortColumns, sortWords, usual } from './answer-order.ts'

export interface HeadProps {
  /** Null while the rows stand as they came in. */
  sorting: Sorting | null
  onSort: (sorting: Sorting) => void
  /** Absent where nothing can be done with several rows. */
  picking?: { areAll: boolean; areSome: boolean; onAll: (isAll: boolean) => void }
}

/** The columns of heads and rows alike, where there is room for columns; the table says how wide they are. */
export const columnsClass = 'print:grid-cols-(--printed)! lg:grid-cols-(--columns)'
/** Gone where nobody has written a note: the others use its width. */
export const noteClass = 'lg:group-data-[notes=none]/answers:hidden print:block!'

/** How wide the words of a row's buttons are. */
const actWidths = { onSelect: 4.25, onNewLink: 5.25, onRemove: 5 }
type Acts = Readonly<Partial<Record<keyof typeof actWidths, unknown>>>

/** What a table says of its columns; `questions` is how many stand in place of roles, times and notes. */
export function columnsFor(acts: Acts, hasNotes: boolean, questions = 0): string {
  if (questions > 0) return `2.75rem minmax(0, 3fr) 8.5rem repeat(${questions}, minmax(0, 2fr))`
  const width = (Object.keys(actWidths) as (keyof Acts)[]).reduce((sum, act) => sum + (acts[act] ? actWidths[act] : 0), 0)
  return `2.75rem minmax(0, 3fr) 8.5rem minmax(0, 2.5fr) 7.25rem ${hasNotes ? 'minmax(0, 2fr) ' : ''}${width}rem`
}

/** The same on paper. */
export const printedFor = (questions: number) =>
  questions > 0 ? `minmax(0, 3fr) 7rem repeat(${questions}, minmax(0, 2fr))` : 'minmax(0, 4fr) 7rem minmax(0, 3fr) 7rem minmax(0, 3fr)'

export const PickAll = ({ picking, className }: { picking: NonNullable<HeadProps['picking']>; className?: string }) => (
  <Checkbox
    hideLabel
    className={className}
    label="Select all that fit"
    checked={picking.areAll}
    ref={(input) => {
      if (input) input.indeterminate = picking.areSome && !picking.areAll
    }}
    onValue={picking.onAll}
  />
)

interface SortHeadProps extends HeadProps {
  column: SortBy
  label: string
}

function SortHead({ column, label, sorting, onSort }: SortHeadProps) {
  const isBy = sorting?.by === column
  const Arrow = sorting?.isDown ? ArrowDown : ArrowUp
  return (
    <th
      scope="col"
      aria-sort={isBy ? (sorting.isDown ? 'descending' : 'ascending') : undefined}
      className={cx('min-w-0 text-start font-medium', column === 'note' && noteClass)}
    >
      <button
        type="button"
        data-printed
        onClick={() => onSort(pressed(sorting ?? { by: 'note', isDown: false }, column))}
        className="flex h-11 w-full items-center gap-1.5 rounded-sm text-13 hover:text-ink focus-visible:-outline-offset-2 max-lg:hidden"
      >
        <span dir="auto" className="line-clamp-2 min-w-0 text-start wrap-anywhere">
          {label}
        </span>
        {isBy && <Arrow aria-hidden="true" className="size-3.5 shrink-0 text-ink" />}
      </button>
      <span className="lg:hidden">{label}</span>
    </th>
  )
}

const beforeQuestions = ['name', 'state'] as const

/** On small screens they are words that are only read out, and the tools over the list do what they do. */
export const AnswersHead = ({ questions, ...props }: HeadProps & { questions: readonly Question[] }) => (
  <thead className="block text-muted max-lg:sr-only lg:sticky lg:top-[calc(var(--top-bar)+3.5625rem)] low:static lg:z-10 print:not-sr-only print:block">
    <tr className={`grid gap-x-4 border-b border-line bg-surface pr-2 print:gap-x-3 print:pr-3 print:pl-3 ${columnsClass}`}>
      <td className="flex justify-center max-lg:hidden print:hidden">{props.picking && <PickAll picking={props.picking} />}</td>
      {(questions.length > 0 ? beforeQuestions : sortColumns).map((column) => (
        <SortHead key={column} column={column} label={sortWords[column]} {...props} />
      ))}
      {questions.map((question) => (
        <SortHead key={question._id} column={byAnswer(question._id)} label={nameOf(question)} {...props} />
      ))}
      {questions.length === 0 && <td className="print:hidden" />}
    </tr>
  </thead>
)

const bothWays = (by: SortBy, words: string, down: string, up = '') =>
  [false, true].map((isDown) => ({ by, isDown, value: `${isDown ? 'down' : 'up'} ${by}`, label: `Sort by ${words}${isDown ? down : up}` }))
const options = sortColumns.flatMap((by) =>
  by === 'changed' ? bothWays(by, 'changed', ', latest first', ', oldest first') : bothWays(by, sortWords[by].toLowerCase(), ', Z to A'),
)

/** Where there are no heads to press. */
export function SortSelect({ questions, sorting, onSort }: Omit<HeadProps, 'picking'> & { questions: readonly Question[] }) {
  const { by, isDown } = sorting ?? usual
  const all = [...options, ...questions.flatMap((question) => bothWays(byAnswer(question._id), `“${nameOf(question)}”`, ', last first'))]
  return (
    <Select
      aria-label="Sort"
      className="lg:hidden"
      value={`${isDown ? 'down' : 'up'} ${by}`}
      options={all}
      onValue={(value) => {
        const chosen = all.find((one) => one.value === value)
        if (chosen) onSort({ by: chosen.by, isDown: chosen.isDown })
      }}
    />
  )
}
