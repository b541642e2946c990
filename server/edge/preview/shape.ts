// Draws signs that stand side by side: letters join, marks find their place, and runs come in the order in which they are read (decision 0134).
import { Direction, shape, Buffer as TextBuffer } from 'harfbuzzjs'
import type { OpenFont } from './fonts.ts'
import type { Sign } from './signs.ts'

export interface Drawing {
  /** In SVG, one unit per em, from the base line's left end. */
  readonly svg: string
  readonly width: number
  /** False: a font had no form for some of it. */
  readonly isWhole: boolean
}

interface Run {
  readonly text: string
  readonly font: OpenFont
  readonly level: number
}

function runsOf(signs: readonly Sign[]): Run[] {
  const runs: Run[] = []
  for (const { text, font, level } of signs) {
    const last = runs.at(-1)
    if (last?.font === font && last.level === level) runs[runs.length - 1] = { ...last, text: last.text + text }
    else runs.push({ text, font, level })
  }
  return runs
}

/** The runs in the order in which they are seen: from the deepest level up, neighbors at that level or deeper are reversed. */
function inSight(runs: readonly Run[]): Run[] {
  const turned = [...runs]
  for (let level = Math.max(0, ...runs.map((run) => run.level)); level > 0; level--)
    for (let from = 0; from < turned.length; from++) {
      let to = from
      while ((turned[to]?.level ?? 0) >= level) to++
      if (to > from) turned.splice(from, to - from, ...turned.slice(from, to).reverse())
      from = to
    }
  return turned
}

function shaped({ text, font: { font }, level }: Run) {
  const buffer = new TextBuffer()
  buffer.addText(text)
  buffer.setDirection(level % 2 === 1 ? Direction.RTL : Direction.LTR)
  buffer.guessSegmentProperties()
  shape(font, buffer)
  return { positions: buffer.getGlyphPositions(), glyphs: buffer.getGlyphInfos().map(({ codepoint }) => codepoint) }
}

function drawRun(run: Run): Drawing {
  const { font, unitsPerEm } = run.font
  const { positions, glyphs } = shaped(run)
  let at = 0
  let svg = ''
  for (const [nth, { xAdvance, xOffset, yOffset }] of positions.entries()) {
    const path = font.glyphToPath(glyphs[nth] ?? 0)
    if (path) svg += `<path transform="translate(${at + xOffset} ${yOffset})" d="${path}"/>`
    at += xAdvance
  }
  const scale = 1 / unitsPerEm
  return { svg: `<g transform="scale(${scale} ${-scale})">${svg}</g>`, width: at * scale, isWhole: !glyphs.includes(0) }
}

/** How wide signs are as one line, in ems. */
export const widthOf = (signs: readonly Sign[]) =>
  runsOf(signs).reduce((sum, run) => sum + shaped(run).positions.reduce((all, { xAdvance }) => all + xAdvance, 0) / run.font.unitsPerEm, 0)

/** Draws signs as one line. */
export function drawSigns(signs: readonly Sign[]): Drawing {
  let width = 0
  let svg = ''
  let isWhole = true
  for (const run of inSight(runsOf(signs))) {
    const drawn = drawRun(run)
    svg += `<g transform="translate(${width} 0)">${drawn.svg}</g>`
    width += drawn.width
    isWhole &&= drawn.isWhole
  }
  return { svg, width, isWhole }
}
