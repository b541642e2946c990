// Sets a text in lines that fit a width: broken where its script breaks, cut off with an ellipsis where it is too long.
import type { Weight } from './font-files.ts'
import { type Drawing, drawSigns, widthOf } from './shape.ts'
import { type Sign, signsOf, tidy } from './signs.ts'

export interface Setting {
  readonly size: number
  readonly weight: Weight
  readonly width: number
  readonly most: number
}
export interface SetText {
  readonly lines: readonly Drawing[]
  /** It reads from right to left, and stands at the right. */
  readonly isTurned: boolean
  /** The text was cut off. */
  readonly isCut: boolean
}

/** Written without spaces between words. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u
const opening = /[\p{Ps}\p{Pi}]$/u
const closing = /^[\p{Pe}\p{Pf}\p{Po}\u30fc]/u
const words = new Intl.Segmenter('en', { granularity: 'word' })

/** The signs before which a new line may begin. */
function breaksOf(signs: readonly Sign[]): ReadonlySet<number> {
  const text = signs.map((sign) => sign.text).join('')
  const ends = new Set([...words.segment(text)].map(({ index }) => index))
  const found = new Set<number>()
  let at = 0
  for (const [nth, sign] of signs.entries()) {
    const before = signs[nth - 1]?.text ?? ''
    const isBetween = ends.has(at) && unspaced.test(before + sign.text) && !opening.test(before) && !closing.test(sign.text)
    if (nth > 0 && sign.text !== ' ' && (before === ' ' || isBetween)) found.add(nth)
    at += sign.text.length
  }
  return found
}

const trimmed = (signs: readonly Sign[]) => (signs.at(-1)?.text === ' ' ? signs.slice(0, -1) : signs)

/** How many of `signs` fit, up to the last break that does; a word longer than the line is cut where the line ends. */
function fitting(signs: readonly Sign[], from: number, breaks: ReadonlySet<number>, width: number): number {
  const fits = (to: number) => widthOf(trimmed(signs.slice(from, to))) <= width
  if (fits(signs.length)) return signs.length
  let end = from
  for (let to = from + 1; to < signs.length; to++)
    if (breaks.has(to)) {
      if (!fits(to)) break
      end = to
    }
  if (end > from) return end
  end = from + 1
  while (end < signs.length && fits(end + 1)) end++
  return end
}

function cut(signs: readonly Sign[], { weight, width }: Pick<Setting, 'weight' | 'width'>, base: number): Drawing {
  const dots = (signsOf('…', weight)?.signs ?? []).map((sign) => ({ ...sign, level: base }))
  let left = signs
  while (left.length > 0 && widthOf([...trimmed(left), ...dots]) > width) left = left.slice(0, -1)
  return drawSigns([...trimmed(left), ...dots])
}

/** Gives `text` in lines, or nothing where some of it can't be drawn. */
export function setText(text: string, { size, weight, width, most }: Setting): SetText | undefined {
  const found = signsOf(tidy(text), weight)
  if (!found) return undefined
  const { signs, base } = found
  const breaks = breaksOf(signs)
  const ems = width / size
  const lines: Drawing[] = []
  let from = 0
  while (from < signs.length && lines.length < most) {
    const to = fitting(signs, from, breaks, ems)
    const isLast = lines.length === most - 1 && to < signs.length
    lines.push(isLast ? cut(signs.slice(from, to + 40), { weight, width: ems }, base) : drawSigns(trimmed(signs.slice(from, to))))
    from = to
  }
  const isTurned = base % 2 === 1
  return lines.every(({ isWhole }) => isWhole) ? { lines, isTurned, isCut: from < signs.length } : undefined
}
