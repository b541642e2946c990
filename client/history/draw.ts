// Draws the lines on a canvas, with uPlot: no other file knows it.
import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { formatDay, formatInstant } from '#client/lib/dates.ts'
import type { Drawing } from './lines.ts'

/** What lies around the lines, in pixels; labels are placed by it. */
export const frame = { top: 14, left: 44, bottom: 30 }

export interface Size {
  readonly width: number
  readonly height: number
  /** Room for the labels at the end of the lines. */
  readonly labels: number
}

/** Where the lines end, and what is left free beside them: nothing where the labels have room in the time to come. */
export function edges({ from, until, end }: Drawing, { width, labels }: Size): { end: number; right: number } {
  const share = (end - from) / (until - from)
  const right = (1 - share) * (width - frame.left) > labels + 8 ? 8 : labels
  return { end: frame.left + share * (width - frame.left - right), right }
}

/** Gives what a color of a style is in this element: a canvas knows no light-dark(). */
function resolver(box: HTMLElement) {
  const probe = document.createElement('span')
  probe.hidden = true
  box.append(probe)
  return {
    of: (color: string) => {
      probe.style.color = color
      return getComputedStyle(probe).color
    },
    done: () => probe.remove(),
  }
}

const two = 2 * 86_400
/** A day by its day, less than that by its time. */
const timeText = (seconds: number, isShort: boolean, zone: string) => {
  const iso = new Date(seconds * 1_000).toISOString()
  return isShort ? (formatInstant(iso, zone).split(', ')[1] ?? '') : formatDay(iso, zone).split(' ').slice(0, 2).join(' ')
}

/** Marks the start with a line from top to bottom. */
function drawStart(chart: uPlot, start: number, color: string) {
  const { ctx, bbox } = chart
  const ratio = uPlot.pxRatio
  const x = Math.min(chart.valToPos(start, 'x', true), bbox.left + bbox.width - ratio)
  ctx.save()
  ctx.setLineDash([])
  ctx.strokeStyle = color
  ctx.lineWidth = 1.5 * ratio
  ctx.beginPath()
  ctx.moveTo(x, bbox.top)
  ctx.lineTo(x, bbox.top + bbox.height)
  ctx.stroke()
  ctx.fillStyle = color
  ctx.font = `${12 * ratio}px 'Inter Variable', sans-serif`
  ctx.textAlign = 'right'
  ctx.fillText('Start', x - 5 * ratio, bbox.top + 11 * ratio)
  ctx.restore()
}

interface Given {
  readonly drawing: Drawing
  readonly size: Size
  readonly zone: string
  /** Called with the place of the time that is pointed at; null for none. */
  readonly onPoint: (place: number | null) => void
}

/** Draws into `box`; gives how to take it away. A browser that has no canvas draws nothing: the table says the same. */
export function drawLines(box: HTMLElement, { drawing, size, zone, onPoint }: Given): () => void {
  if (!document.createElement('canvas').getContext('2d')) return () => {}
  const colors = resolver(box)
  const muted = colors.of('var(--color-muted)')
  const grid = { stroke: colors.of('var(--color-line)'), width: 1 }
  const ink = colors.of('var(--color-ink)')
  const font = "12px 'Inter Variable', 'Inter Fallback', sans-serif"
  const stepped = uPlot.paths.stepped?.({ align: 1 })
  const isShort = drawing.until - drawing.from <= two
  const series = drawing.lines.flatMap(({ look }): uPlot.Series[] => {
    const stroke = colors.of(look.color)
    const paths = stepped ? { paths: stepped } : {}
    return [
      { stroke, width: 1, dash: [1, 3], alpha: 0.75, points: { show: false }, ...paths },
      { stroke, width: 2, dash: [...look.dash], points: { show: drawing.times.length <= 2, size: 7, fill: stroke }, ...paths },
    ]
  })
  colors.done()
  const chart = new uPlot(
    {
      width: size.width,
      height: size.height,
      padding: [frame.top, edges(drawing, size).right, 0, 0],
      legend: { show: false },
      cursor: { y: false, drag: { x: false, y: false }, points: { size: 7 } },
      tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1_000), zone),
      scales: { x: { range: [drawing.from, drawing.until] }, y: { range: [0, drawing.top * 1.04] } },
      series: [{}, ...series],
      axes: [
        {
          stroke: muted,
          font,
          grid: { show: false },
          ticks: grid,
          size: frame.bottom,
          space: 76,
          values: (_, all) => all.map((at) => timeText(at, isShort, zone)),
        },
        {
          stroke: muted,
          font,
          grid,
          ticks: { show: false },
          size: frame.left,
          space: 36,
          incrs: [1, 2, 5].flatMap((one) => [1, 10, 100, 1_000, 10_000].map((by) => one * by)).sort((one, other) => one - other),
        },
      ],
      hooks: {
        draw: [(drawn) => drawing.start !== undefined && drawStart(drawn, drawing.start, ink)],
        setCursor: [({ cursor }) => onPoint(cursor.idx ?? null)],
      },
    },
    [drawing.times, ...drawing.lines.flatMap(({ counts, limits }) => [limits, counts])] as unknown as uPlot.AlignedData,
    box,
  )
  return () => chart.destroy()
}
