// The chart: lines on a canvas, and beside each the name of its role with how it stands.
import { useEffect, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { formatInstant } from '#client/lib/dates.ts'
import { Text } from '#client/ui/layout/heading.tsx'
import { drawLines, edges, frame, type Size } from './draw.ts'
import { type CurveLine, type Drawing, heightOf, spread } from './lines.ts'

const labelGap = 18
const paperWidth = 660

/** Counts whatever changes the colors: the theme, and paper instead of a screen. Paper is drawn before it is printed, not after. */
function useColorChanges(): { changes: number; isPaper: boolean } {
  const [seen, setSeen] = useState({ changes: 0, isPaper: false })
  useEffect(() => {
    const paper = window.matchMedia('print')
    const dark = window.matchMedia('(prefers-color-scheme: dark)')
    const look = () => flushSync(() => setSeen(({ changes }) => ({ changes: changes + 1, isPaper: paper.matches })))
    const theme = new MutationObserver(() => setSeen(({ changes, isPaper }) => ({ changes: changes + 1, isPaper })))
    theme.observe(document.documentElement, { attributeFilter: ['data-theme'] })
    for (const media of [paper, dark]) media.addEventListener('change', look)
    return () => {
      theme.disconnect()
      for (const media of [paper, dark]) media.removeEventListener('change', look)
    }
  }, [])
  return seen
}

/** Gives how wide the box is; 0 until it is known. */
function useWidth(): [(box: HTMLElement | null) => void, number] {
  const [width, setWidth] = useState(0)
  const [box, setBox] = useState<HTMLElement | null>(null)
  useEffect(() => {
    if (!box) return
    const watching = new ResizeObserver(() => setWidth(box.clientWidth))
    watching.observe(box)
    setWidth(box.clientWidth)
    return () => watching.disconnect()
  }, [box])
  return [setBox, width]
}

/** About one digit, and a name that still differs from others. */
const digitPx = 7.5
const shortNamePx = 64

/** On a phone the labels get the room that the longest numbers need, beside which a name stays readable. */
function sizeOf(width: number, { lines }: Drawing): Size {
  if (width >= 520) return { width, height: 300, labels: 156 }
  const longest = Math.max(0, ...lines.map(({ counts, limits }) => `${counts.at(-1)}/${limits.at(-1)}`.length))
  return { width, height: 230, labels: Math.min(136, Math.max(96, shortNamePx + longest * digitPx)) }
}

export const LineMark = ({ look }: { look: CurveLine['look'] }) => (
  <svg aria-hidden="true" viewBox="0 0 22 4" className="h-1 w-5.5 shrink-0">
    <path d="M0 2h22" stroke={look.color} strokeWidth={2.5} strokeDasharray={look.dash.map((one) => one * 0.7).join(' ')} />
  </svg>
)

const seatsText = ({ counts, limits }: CurveLine, place: number) =>
  counts[place] === null || counts[place] === undefined ? 'no data' : `${counts[place]} of ${limits[place]}`

/** Stands beside the ends of the lines, in the order of their heights. */
function Labels({ drawing, size }: { drawing: Drawing; size: Size }) {
  const height = size.height - frame.top - frame.bottom
  const { end } = edges(drawing, size)
  const ends = drawing.lines.filter(({ counts }) => typeof counts.at(-1) === 'number')
  const wanted = ends.map(({ counts }) => frame.top + height * (1 - (counts.at(-1) ?? 0) / heightOf(drawing.top)) - labelGap / 2)
  const places = spread(wanted, labelGap, size.height - frame.bottom - labelGap / 2)
  return ends.map((line, nth) => (
    <span
      key={line.role._id}
      style={{ top: places[nth], left: end + 4, maxWidth: size.labels - 6, color: line.look.color }}
      className="tabular absolute rounded-xs bg-surface px-1 flex items-center gap-1 text-13 leading-4.5 font-medium"
    >
      <span dir="auto" className="truncate">
        {line.role.name}
      </span>
      <span className="shrink-0 font-normal">
        {line.counts.at(-1)}/{line.limits.at(-1)}
        {line.isAbove && ' ↑'}
      </span>
    </span>
  ))
}

/** What the line under the chart says: how it stood at the time that is pointed at. */
function pointedText({ times, lines }: Drawing, place: number | null, zone: string): string {
  const at = place === null ? undefined : times[place]
  if (place === null || at === undefined)
    return `Full lines are seats taken, dotted steps are limits${lines.some(({ isAbove }) => isAbove) ? '; ↑ means that a limit is higher than the chart' : ''}.`
  const seats = lines.map((line) => `${line.role.name} ${seatsText(line, place)}`)
  return [formatInstant(new Date(at * 1_000).toISOString(), zone), ...seats].join(' · ')
}

/** `summary` says for a screen reader what it shows. */
export function Chart({ drawing, zone, summary }: { drawing: Drawing; zone: string; summary: string }) {
  const [outer, width] = useWidth()
  const { changes, isPaper } = useColorChanges()
  const canvas = useRef<HTMLDivElement>(null)
  const [pointed, setPointed] = useState<number | null>(null)
  const size = useMemo(() => sizeOf(isPaper ? Math.min(paperWidth, width) : width, drawing), [width, isPaper, drawing])
  // `changes` says that the colors are others.
  useEffect(
    () => (canvas.current && size.width > 0 ? drawLines(canvas.current, { drawing, size, zone, onPoint: setPointed }) : undefined),
    [drawing, size, zone, changes],
  )
  return (
    <div className="flex flex-col gap-2">
      <div ref={outer} className="min-h-57.5 sm:min-h-75">
        <div role="img" aria-label={summary} style={{ width: size.width || undefined }} className="relative print:[color-scheme:light]">
          <div ref={canvas} />
          {size.width > 0 && <Labels drawing={drawing} size={size} />}
        </div>
      </div>
      <Text size={13} tone="muted" aria-hidden="true" className="tabular min-h-5">
        {pointedText(drawing, pointed, zone)}
      </Text>
    </div>
  )
}
