// The heads of the columns: each sorts by its column, and the first picks all rows that fit.
import { ArrowDown, ArrowUp } from 'lucide-react'
import { Checkbox } from '#client/ui/fields/checkbox.tsx'
import { Select } from '#client/ui/fields/select.tsx'
import { pressed, type SortColumn, type Sorting, sortColumns, sortWords, usual } from './answer-order.ts'

export interface HeadProps {
  /** Null while the rows stand as they came in. */
  sorting: Sorting | null
  onSort: (sorting: Sorting) => void
  /** Absent where nothing can be done with several rows. */
  picking?: { areAll: boolean; areSome: boolean; onAll: (isAll: boolean) => void }
}

/** The columns of heads and rows alike, where there is room for columns. */
export const columnsClass =
  'print:grid-cols-[minmax(0,4fr)_7rem_minmax(0,3fr)_7rem_minmax(0,3fr)]! lg:grid-cols-[2.75rem_minmax(0,3.5fr)_9.5rem_minmax(0,3.5fr)_8.5rem_minmax(0,2.5fr)_7rem]'

const PickAll = ({ picking }: { picking: NonNullable<HeadProps['picking']> }) => (
  <Checkbox
    hideLabel
    label="Select all that fit"
    checked={picking.areAll}
    ref={(input) => {
      if (input) input.indeterminate = picking.areSome && !picking.areAll
    }}
    onValue={picking.onAll}
  />
)

function SortHead({ column, sorting, onSort }: { column: SortColumn } & HeadProps) {
  const isBy = sorting?.by === column
  const Arrow = sorting?.isDown ? ArrowDown : ArrowUp
  return (
    <th scope="col" aria-sort={isBy ? (sorting.isDown ? 'descending' : 'ascending') : undefined} className="min-w-0 text-start font-medium">
      <button
        type="button"
        data-printed
        onClick={() => onSort(pressed(sorting ?? { by: 'note', isDown: false }, column))}
        className="flex h-11 w-full items-center gap-1.5 rounded-sm text-13 hover:text-ink focus-visible:-outline-offset-2 max-lg:hidden"
      >
        {sortWords[column]}
        {isBy && <Arrow aria-hidden="true" className="size-3.5 shrink-0 text-ink" />}
      </button>
      <span className="lg:hidden">{sortWords[column]}</span>
    </th>
  )
}

/** Draws the heads; they stay in sight under the bar of the page. On small screens they are words that are only read out, and `AnswersTools` does what they do. */
export const AnswersHead = (props: HeadProps) => (
  <thead className="block text-muted max-lg:sr-only lg:sticky lg:top-14.25 lg:z-10 print:not-sr-only print:block">
    <tr className={`grid gap-x-4 border-b border-line bg-surface pr-4 ${columnsClass}`}>
      <td className="flex justify-center max-lg:hidden print:hidden">{props.picking && <PickAll picking={props.picking} />}</td>
      {sortColumns.map((column) => (
        <SortHead key={column} column={column} {...props} />
      ))}
      <td className="print:hidden" />
    </tr>
  </thead>
)

const options = sortColumns.flatMap((by) =>
  [false, true].map((isDown) => ({
    value: `${by}${isDown ? '-down' : ''}`,
    label: `Sort by ${sortWords[by].toLowerCase()}${by === 'changed' ? (isDown ? ', latest first' : ', oldest first') : isDown ? ', Z to A' : ''}`,
  })),
)

/** Draws the same for small screens: a box that picks all, and the order as a choice. */
export function AnswersTools({ sorting, onSort, picking }: HeadProps) {
  const { by, isDown } = sorting ?? usual
  return (
    <div className="flex items-center gap-2 lg:hidden print:hidden">
      {picking && <PickAll picking={picking} />}
      <Select
        aria-label="Sort"
        className="min-w-0 flex-1 sm:max-w-xs"
        value={`${by}${isDown ? '-down' : ''}`}
        options={options}
        onValue={(value) => {
          const [column, down] = value.split('-')
          onSort({ by: sortColumns.find((one) => one === column) ?? 'changed', isDown: down === 'down' })
        }}
      />
    </div>
  )
}
