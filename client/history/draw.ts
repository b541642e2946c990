// Draws the lines on a canvas, with uPlot: no other file knows it.
import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { type Drawing, heightOf } from './lines.ts'
import { tickTexts, twoDays } from './ticks.ts'

/** What lies around the lines, in pixels; labels are placed by it. */
export const frame = { top: 14, left: 44, bottom: 30 }

export interface Size {
  readonly width: number
  readonly height: number
  /** Room for the labels at the end of the lines. */
  readonly labels: number
}

/** Where the lines end, and what is left free at the edge: the labels stand in the time to come as far as there is some. */
export function edges({ from, until, end }: Drawing, { width, labels }: Size): { end: number; right: number } {
  const share = (end - from) / (until - from)
  const across = width - frame.left
  const right = Math.max(8, (labels - (1 - share) * across) / share)
  return { end: frame.left + share * (across - right), right }
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
  // Above the lines: beside its own line the word would lie on a curve or under a label.
  ctx.textAlign = 'center'
  ctx.fillText('Start', Math.min(x, ctx.canvas.width - 16 * ratio), bbox.top - 3 * ratio)
  ctx.restore()
}

interface ChartOptions {
  readonly drawing: Drawing
  readonly size: Size
  readonly zone: string
  /** Called with the place of the time that is pointed at; null for none. */
  readonly onPoint: (place: number | null) => void
}

const font = "12px 'Inter Variable', 'Inter Fallback', sans-serif"
/** Seats are whole. */
const wholeNumbers = [1, 10, 100, 1_000, 10_000].flatMap((by) => [by, 2 * by, 5 * by])

/** The limit in dotted steps, and over it the seats taken. */
function seriesOf({ lines, times }: Drawing, colorOf: (color: string) => string): uPlot.Series[] {
  const paths = uPlot.paths.stepped?.({ align: 1 })
  const stepped = paths ? { paths } : {}
  return lines.flatMap(({ look }): uPlot.Series[] => {
    const stroke = colorOf(look.color)
    return [
      { stroke, width: 1, dash: [1, 3], alpha: 0.75, points: { show: false }, ...stepped },
      { stroke, width: 2, dash: [...look.dash], points: { show: times.length <= 2, size: 7, fill: stroke }, ...stepped },
    ]
  })
}

/** Time below, seats at the side. */
function axesOf({ from, until }: Drawing, zone: string, stroke: string, line: string): uPlot.Axis[] {
  const grid = { stroke: line, width: 1 }
  const below = { size: frame.bottom, space: until - from <= twoDays ? 108 : 76, grid: { show: false }, ticks: grid }
  const aside = { size: frame.left, space: 36, grid, ticks: { show: false }, incrs: wholeNumbers }
  return [
    { stroke, font, ...below, values: (_, all) => tickTexts(all, until - from, zone) },
    { stroke, font, ...aside },
  ]
}

/** A browser that has no canvas draws nothing: the table says the same. */
export function drawLines(box: HTMLElement, { drawing, size, zone, onPoint }: ChartOptions): () => void {
  if (!document.createElement('canvas').getContext('2d')) return () => {}
  const colors = resolver(box)
  const ink = colors.of('var(--color-ink)')
  const options: uPlot.Options = {
    width: size.width,
    height: size.height,
    padding: [frame.top, edges(drawing, size).right, 0, 0],
    legend: { show: false },
    cursor: { y: false, drag: { x: false, y: false }, points: { size: 7 } },
    tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1_000), zone),
    scales: { x: { range: [drawing.from, drawing.until] }, y: { range: [0, heightOf(drawing.top)] } },
    series: [{}, ...seriesOf(drawing, colors.of)],
    axes: axesOf(drawing, zone, colors.of('var(--color-muted)'), colors.of('var(--color-line)')),
    hooks: {
      draw: [(drawn) => drawing.start !== undefined && drawStart(drawn, drawing.start, ink)],
      setCursor: [({ cursor }) => onPoint(cursor.idx ?? null)],
    },
  }
  colors.done()
  const columns = [drawing.times, ...drawing.lines.flatMap(({ counts, drawnLimits }) => [drawnLimits, counts])]
  const chart = new uPlot(options, columns as unknown as uPlot.AlignedData, box)
  return () => chart.destroy()
}
