// Rows and columns that may be wider than the screen: they scroll by themselves, never the page.
import type { ReactNode } from 'react'
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
}

const aligns = { start: 'text-start', center: 'text-center', end: 'text-end tabular' }
const cell = 'px-4 py-3 align-middle sm:px-5'

/** Draws a table whose first column stays in sight. */
export const Table = ({ caption, columns, rows, headLabel, scrollHint }: TableProps) => (
  <div className="flex flex-col gap-2">
    {scrollHint && <p className="text-13 text-muted sm:hidden">{scrollHint}</p>}
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region has to be reachable by keyboard */}
    <section aria-label={caption} tabIndex={0} className="overflow-x-auto rounded-lg border border-line bg-surface shadow-card">
      <table className="w-full border-collapse">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr className="text-13 text-muted">
            <th scope="col" className={cx(cell, 'sticky left-0 z-1 bg-surface text-start font-medium')}>
              {headLabel ?? <span className="sr-only">Feature</span>}
            </th>
            {columns.map((column) => (
              <th
                key={column.key}
                scope="col"
                className={cx(
                  cell,
                  aligns[column.align ?? 'start'],
                  column.isHighlighted ? 'bg-fill font-semibold text-ink' : 'font-medium',
                )}
              >
                {column.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.key} className="border-t border-line">
              <th scope="row" className={cx(cell, 'sticky left-0 z-1 min-w-36 bg-surface text-start font-medium')}>
                {row.head}
              </th>
              {columns.map((column) => (
                <td key={column.key} className={cx(cell, aligns[column.align ?? 'start'], column.isHighlighted && 'bg-fill')}>
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
