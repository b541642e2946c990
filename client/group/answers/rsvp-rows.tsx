// The table of answers, of which only the rows near the screen are drawn: 10,000 stay as smooth as ten. On paper all are.
import { defaultRangeExtractor, measureElement, useWindowVirtualizer, type Virtualizer } from '@tanstack/react-virtual'
import {
  type CSSProperties,
  type KeyboardEvent,
  memo,
  type ReactNode,
  useCallback,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { usePrinting } from '#client/ui/use-printing.ts'
import type { RsvpRow as Answer } from '#protocol/seats/group.ts'
import { AnswersHead, columnsFor, type HeadProps, printedFor } from './answers-head.tsx'
import { RsvpRow, type RsvpRowProps } from './rsvp-row.tsx'

/** Up to here a list is drawn whole: find-in-page then reaches all of it. */
const drawnWhole = 200
/** What a row is taken to be high before it was drawn. */
const rowPx = 45
const cardPx = 146
const wideQuery = '(min-width: 64rem)'
/** Rows drawn beyond each edge of the screen. */
const overscan = 12

export interface RsvpRowsProps
  extends Pick<
    RsvpRowProps,
    'timeZone' | 'isAsked' | 'asking' | 'columns' | 'onSelect' | 'onNewLink' | 'onRetryAddress' | 'onTakeBack' | 'onRemove' | 'onPick'
  > {
  rows: readonly Answer[]
  moved: ReadonlySet<string>
  picked: ReadonlySet<string>
  head: HeadProps
  /** The card in select mode. */
  selectedId?: string | null
  renderSelected?: (row: Answer) => ReactNode
}

/** The props of a row, whichever way it is drawn. */
const propsOf = (row: Answer, { rows: _, head: __, moved, picked, selectedId, renderSelected, ...acts }: RsvpRowsProps) => ({
  ...acts,
  row,
  isMoved: moved.has(row._id),
  isPicked: picked.has(row._id),
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

/** A new row counts as the usual height until the browser has laid it out: to ask at once would have the whole page laid out one more time. */
function laidOutHeight(
  row: HTMLTableRowElement,
  entry: ResizeObserverEntry | undefined,
  virtual: Virtualizer<Window, HTMLTableRowElement>,
) {
  if (entry) return measureElement(row, entry, virtual)
  const index = virtual.indexFromElement(row)
  return virtual.itemSizeCache.get(virtual.options.getItemKey(index)) ?? virtual.options.estimateSize(index)
}

function NearRows(props: RsvpRowsProps) {
  const { rows, selectedId } = props
  const { element, top } = useTop()
  const [aboutPx] = useState(() => (window.matchMedia(wideQuery).matches ? rowPx : cardPx))
  // The same functions as long as the rows are: with others all 10,000 would be laid out anew, at every step of a scroll.
  const estimateSize = useCallback(() => aboutPx, [aboutPx])
  const getItemKey = useCallback((index: number) => rows[index]?._id ?? index, [rows])
  const selectedAt = selectedId ? rows.findIndex((row) => row._id === selectedId) : -1
  const virtual = useWindowVirtualizer<HTMLTableRowElement>({
    count: rows.length,
    estimateSize,
    measureElement: laidOutHeight,
    getItemKey,
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

/** Up and down go from box to box; with Shift they pick what they come to. */
function walk(event: KeyboardEvent<HTMLTableElement>, { rows, onPick }: RsvpRowsProps) {
  const { target, key, shiftKey } = event
  const step = { ArrowDown: 1, ArrowUp: -1 }[key]
  const id = target instanceof HTMLElement ? target.dataset.pick : undefined
  if (!step || !id) return
  event.preventDefault()
  const next = rows[rows.findIndex((row) => row._id === id) + step]
  const box = next && document.querySelector<HTMLInputElement>(`[data-pick="${next._id}"]`)
  box?.focus()
  if (next && shiftKey) onPick?.(next._id, true, true)
}

export const RsvpRows = memo((props: RsvpRowsProps) => {
  const isPrinting = usePrinting()
  const { columns } = props
  const hasNotes = useMemo(() => props.rows.some(({ note }) => note), [props.rows])
  return (
    <table
      aria-rowcount={props.rows.length + 1}
      onKeyDown={(event) => walk(event, props)}
      data-notes={hasNotes ? undefined : 'none'}
      style={{ '--columns': columnsFor(props, hasNotes, columns.length), '--printed': printedFor(columns.length) } as CSSProperties}
      className="group/answers block overflow-clip rounded-lg border border-line bg-surface shadow-card"
    >
      <caption className="sr-only">Answers</caption>
      <AnswersHead {...props.head} questions={columns} />
      {isPrinting || props.rows.length <= drawnWhole ? <WholeRows {...props} /> : <NearRows {...props} />}
    </table>
  )
})
RsvpRows.displayName = 'RsvpRows'
