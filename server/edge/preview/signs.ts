// Takes a text apart into the signs that people see, each with its font and its direction (R134).
import bidiFactory from 'bidi-js'
import type { Weight } from './font-files.ts'
import { fontFor, type OpenFont } from './fonts.ts'
import { hanOrderOf } from './han.ts'

export interface Sign {
  readonly text: string
  readonly font: OpenFont
  /** Odd: from right to left. */
  readonly level: number
}

const bidi = bidiFactory()
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })
/** Belongs to no script, or to that of its neighbors: a long-vowel mark, a digit, a comma. */
const shared = /^[\p{Script=Common}\p{Script=Inherited}]+$/u
const emoji = /\p{Emoji_Presentation}|\ufe0f/u

export const tidy = (text: string) =>
  text
    .normalize('NFC')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()

type FoundSign = Pick<Sign, 'text' | 'font'>

/** Finds each text its font: first those of a script, then those that take after them. */
function fontsOf(texts: readonly string[], weight: Weight): (FoundSign | undefined)[] {
  const han = hanOrderOf(texts.join(''))
  /** What has no sign of its own is drawn in its plain form: 𝓟 as P. */
  const find = (text: string, liked: readonly string[]) => {
    for (const form of [text, text.normalize('NFKC')]) {
      const font = fontFor(form, weight, liked, han)
      if (font) return { text: form, font }
    }
    return undefined
  }
  const own = texts.map((text) => (shared.test(text) ? undefined : find(text, [])))
  const after: (string | undefined)[] = []
  for (let nth = texts.length - 1, family: string | undefined; nth >= 0; nth--) after[nth] = family = own[nth]?.font.family ?? family
  let before: string | undefined
  return texts.map((text, nth) => {
    before = own[nth]?.font.family ?? before
    if (!shared.test(text)) return own[nth]
    return find(text, emoji.test(text) ? ['noto-emoji'] : [before, after[nth]].filter((family) => family !== undefined))
  })
}

/** Gives the signs of `text` and the direction it begins in, or nothing where some sign has no font. */
export function signsOf(text: string, weight: Weight): { readonly signs: readonly Sign[]; readonly base: number } | undefined {
  const { levels, paragraphs } = bidi.getEmbeddingLevels(text)
  const parts = [...graphemes.segment(text)]
  const found = fontsOf(
    parts.map(({ segment }) => segment),
    weight,
  )
  const signs = found.flatMap((each, nth) => (each ? [{ ...each, level: levels[parts[nth]?.index ?? 0] ?? 0 }] : []))
  return signs.length === parts.length ? { signs, base: paragraphs[0]?.level ?? 0 } : undefined
}
