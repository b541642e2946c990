// A list of thousands of rows, of which only those near the screen are there; a short one is drawn whole.
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useCallback, useLayoutEffect, useRef, useState } from 'react'
import { usePrinting } from '../use-printing.ts'

export interface VirtualListProps {
  /** Names the list. */
  label: string
  /** What tells the rows apart, in order. */
  keys: readonly (string | number)[]
  /** The border around and between rows is the list's. */
  row: (index: number) => ReactNode
  /** What a row is about as high as, before it is measured (CSS pixels). */
  rowPx: number
}

const drawnWhole = 100
const overscan = 12
const bordersPx = 2
const listClass = 'overflow-hidden rounded-lg border border-line bg-surface shadow-card'

/** On paper all rows are there. */
export function VirtualList(props: VirtualListProps) {
  const isPrinting = usePrinting()
  return isPrinting || props.keys.length <= drawnWhole ? <WholeList {...props} /> : <LongList {...props} />
}

const WholeList = ({ label, keys, row }: VirtualListProps) => (
  <ul aria-label={label} className={`${listClass} [&>li+li]:border-t [&>li]:border-line`}>
    {keys.map((key, index) => (
      <li key={key}>{row(index)}</li>
    ))}
  </ul>
)

function LongList({ label, keys, row, rowPx }: VirtualListProps) {
  const list = useRef<HTMLUListElement>(null)
  const [top, setTop] = useState(0)
  useLayoutEffect(() => {
    const place = () => setTop(Math.round((list.current?.getBoundingClientRect().top ?? 0) + window.scrollY))
    place()
    // Whatever stands above may grow or shrink without the list knowing; the page then does too.
    const observer = new ResizeObserver(place)
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [])
  // The same functions as long as the rows are: with others all of them would be laid out anew, at every step of a scroll.
  const estimateSize = useCallback(() => rowPx, [rowPx])
  const getItemKey = useCallback((index: number) => keys[index] ?? index, [keys])
  const virtual = useWindowVirtualizer({
    count: keys.length,
    estimateSize,
    getItemKey,
    overscan,
    scrollMargin: top,
  })
  return (
    <ul ref={list} aria-label={label} className={`${listClass} relative`} style={{ height: `${virtual.getTotalSize() + bordersPx}px` }}>
      {virtual.getVirtualItems().map(({ key, index, start }) => (
        <li
          key={key}
          ref={virtual.measureElement}
          data-index={index}
          aria-setsize={keys.length}
          aria-posinset={index + 1}
          className={`absolute inset-x-0 top-0 ${index > 0 ? 'border-t border-line' : ''}`}
          style={{ transform: `translateY(${start - top}px)` }}
        >
          {row(index)}
        </li>
      ))}
    </ul>
  )
}
