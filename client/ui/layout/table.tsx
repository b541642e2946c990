// Rows and columns that may be wider than the screen: they scroll by themselves, never the page.
import type { CSSProperties, ReactNode } from 'react'
import { cx } from '../cx.ts'

export interface TableColumn {
  key: string
  label: ReactNode
  align?: 'start' | 'center' | 'end'
  /** Drawn as the one to look at. */
  isHighlighted?: boolean
}

export interface TableRow {
  key: string
  /** The head of the row. */
  head: ReactNode
  cells: Record<string, ReactNode>
}

export interface TableProps {
  caption: string
  columns: readonly TableColumn[]
  rows: readonly TableRow[]
  /** Over the column of heads. */
  headLabel?: ReactNode
  /** Shown on small screens when the table can be scrolled. */
  scrollHint?: string
  /** On small screens each row's head stands over its cells, so that all columns fit and nothing scrolls sideways. */
  stacked?: boolean
}

const aligns = { start: 'text-start', center: 'text-center', end: 'text-end tabular' }
const cell = 'px-4 py-3 align-middle sm:px-5'
/** What `stacked` makes of the parts on small screens. */
const stack = {
  table: 'max-sm:block',
  head: 'max-sm:sticky max-sm:top-[calc(var(--top-bar)+3.5625rem)] low:static max-sm:z-2 max-sm:block max-sm:border-b max-sm:border-line max-sm:bg-surface',
  body: 'max-sm:block max-sm:[&>tr:first-child]:border-t-0',
  row: 'max-sm:grid max-sm:grid-cols-[repeat(var(--columns),minmax(0,1fr))] max-sm:items-center',
  rowHead: 'max-sm:static max-sm:col-span-full max-sm:pb-0',
  cell: 'max-sm:px-1 max-sm:py-2 max-sm:text-13',
}

/** Draws a table whose first column stays in sight. */
export const Table = ({ caption, columns, rows, headLabel, scrollHint, stacked }: TableProps) => (
  <div className="flex flex-col gap-2">
    {scrollHint && <p className="text-13 text-muted sm:hidden">{scrollHint}</p>}
    <section
      aria-label={caption}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region has to be reachable by keyboard
      tabIndex={0}
      className={cx('overflow-x-auto rounded-lg border border-line bg-surface shadow-card', stacked && 'max-sm:overflow-clip')}
    >
      <table className={cx('w-full border-collapse', stacked && stack.table)} style={{ '--columns': columns.length } as CSSProperties}>
        <caption className="sr-only">{caption}</caption>
        <thead className={cx(stacked && stack.head)}>
          <tr className={cx('text-13 text-muted', stacked && stack.row)}>
            <th scope="col" className={cx(cell, 'sticky left-0 z-1 bg-surface text-start font-medium', stacked && 'max-sm:sr-only')}>
              {headLabel ?? <span className="sr-only">Feature</span>}
            </th>
            {columns.map((column) => (
              <th
                key={column.key}
                scope="col"
                dir="auto"
                className={cx(
                  cell,
                  aligns[column.align ?? 'start'],
                  stacked && stack.cell,
                  column.isHighlighted ? 'bg-fill font-semibold text-ink' : 'font-medium',
                )}
              >
                {column.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className={cx(stacked && stack.body)}>
          {rows.map((row) => (
            <tr key={row.key} className={cx('border-t border-line', stacked && stack.row)}>
              <th
                scope="row"
                dir="auto"
                className={cx(cell, 'sticky left-0 z-1 min-w-36 bg-surface text-start font-medium', stacked && stack.rowHead)}
              >
                {row.head}
              </th>
              {columns.map((column) => (
                <td
                  key={column.key}
                  dir="auto"
                  className={cx(cell, aligns[column.align ?? 'start'], stacked && stack.cell, column.isHighlighted && 'bg-fill')}
                >
                  {row.cells[column.key]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  </div>
)
