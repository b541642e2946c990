// The answers as rows, of which only those near the screen are drawn: 10,000 stay as smooth as ten.
import { defaultRangeExtractor, useWindowVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import type { RsvpRow as Answer } from '#protocol/group.ts'
import { RsvpRow } from './rsvp-row.tsx'

/** Up to here a list is drawn whole: find-in-page and printing then reach all of it. */
const drawnWhole = 200
/** What a row is taken to be high before it was drawn. */
const rowPx = 69
/** Rows drawn beyond each edge of the screen. */
const overscan = 12

export interface RsvpRowsProps {
  rows: readonly Answer[]
  moved: ReadonlySet<string>
  /** Absent for those who may not assign. */
  onSelect?: (row: Answer) => void
  /** Absent for those who don't manage the group. */
  onNewLink?: (row: Answer) => void
  /** R102: likewise. */
  onRetryAddress?: (row: Answer) => void
  /** R97: likewise. */
  onTakeBack?: (row: Answer) => void
  /** The card in select mode. */
  selectedId?: string | null
  /** Draws its select mode. */
  renderSelected?: (row: Answer) => ReactNode
}

/** What a row is told, whichever way it is drawn. */
const propsOf = (row: Answer, { moved, onSelect, onNewLink, onRetryAddress, onTakeBack, selectedId, renderSelected }: RsvpRowsProps) => ({
  row,
  isMoved: moved.has(row._id),
  onSelect,
  onNewLink,
  onRetryAddress,
  onTakeBack,
  selected: row._id === selectedId ? renderSelected?.(row) : undefined,
})

const WholeRows = (props: RsvpRowsProps) => (
  <tbody className="block">
    {props.rows.map((row) => (
      <RsvpRow key={row._id} {...propsOf(row, props)} />
    ))}
  </tbody>
)

/** How far below the top of the page the element begins; things above it come and go. */
function useTop() {
  const element = useRef<HTMLTableSectionElement>(null)
  const [top, setTop] = useState(0)
  useLayoutEffect(() => {
    const measure = () => setTop(Math.round((element.current?.getBoundingClientRect().top ?? 0) + window.scrollY))
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [])
  return { element, top }
}

function NearRows(props: RsvpRowsProps) {
  const { rows, selectedId } = props
  const { element, top } = useTop()
  const selectedAt = selectedId ? rows.findIndex((row) => row._id === selectedId) : -1
  const virtual = useWindowVirtualizer<HTMLTableRowElement>({
    count: rows.length,
    estimateSize: () => rowPx,
    getItemKey: (index) => rows[index]?._id ?? index,
    overscan,
    scrollMargin: top,
    // What is being worked on stays, however far it is scrolled away.
    rangeExtractor: (range) => {
      const near = defaultRangeExtractor(range)
      return selectedAt < 0 || near.includes(selectedAt) ? near : [...near, selectedAt].sort((a, b) => a - b)
    },
  })
  return (
    <tbody ref={element} className="relative block" style={{ height: `${virtual.getTotalSize()}px` }}>
      {virtual.getVirtualItems().map(({ index, start, key }) => {
        const row = rows[index]
        return row && <RsvpRow key={key} {...propsOf(row, props)} ref={virtual.measureElement} index={index} offset={start - top} />
      })}
    </tbody>
  )
}

/** Draws the rows of all answers that fit the filter. */
export const RsvpRows = (props: RsvpRowsProps) => (
  <table
    aria-rowcount={props.rows.length + 1}
    className="block overflow-hidden rounded-lg border border-line bg-surface shadow-card [&>tbody]:-mt-px"
  >
    <caption className="sr-only">Answers</caption>
    <thead className="sr-only">
      <tr>
        <th scope="col">Name and email</th>
        <th scope="col">Answer</th>
        <th scope="col">Roles</th>
      </tr>
    </thead>
    {props.rows.length <= drawnWhole ? <WholeRows {...props} /> : <NearRows {...props} />}
  </table>
)
