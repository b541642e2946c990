// The one way to find a name by what is typed (R232): as `Intl.Collator` compares at base strength, in whatever order and width the words stand.

/** What no base strength tells apart: accents, the points of Hebrew and Arabic, what shows nothing; and apostrophes and middle dots. */
const ignored = /[\p{sc=Inherited}\p{Default_Ignorable_Code_Point}'’‘ʼʻ`·]|(?=[\p{sc=Hebrew}\p{sc=Arabic}\p{sc=Syriac}])\p{M}/gu
/** Letters that Unicode takes apart no further, as they are typed without them. */
const letters: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ŧ: 't',
  ı: 'i',
  ς: 'σ',
}
const odd = /[ßæœþøłđðħŧıς\p{Pd}\u30a1-\u30f6]/gu
const plainOf = (sign: string) => letters[sign] ?? (sign < '\u30a1' ? '-' : String.fromCharCode(sign.charCodeAt(0) - 0x60)) // katakana as hiragana
const isPlain = /^[ -&(-_a-~\n]*$/

/** A text as it is compared: names that differ by accents, case or width alone have the same. */
export const folded = (text: string): string =>
  isPlain.test(text) ? text.toLowerCase() : text.normalize('NFKD').replace(ignored, '').toLowerCase().replace(odd, plainOf)

/** Its words, folded: what stands between them is left out. */
export const wordsOf = (text: string): string[] =>
  folded(text)
    .split(/[^\p{L}\p{N}\p{M}]+/u)
    .filter(Boolean)

type Finds = (...texts: readonly string[]) => boolean

/** Tells of texts whether each word typed is a part of them; nothing typed is. */
export function finderOf(typed: string): Finds {
  const words = folded(typed).split(/\s+/).filter(Boolean)
  if (words.length === 0) return () => true
  return (...texts) => {
    const text = folded(texts.join('\n'))
    return words.every((word) => text.includes(word))
  }
}

/** The same where each word typed begins one of theirs. */
export function startFinderOf(typed: string): Finds {
  const words = wordsOf(typed)
  return (...texts) => {
    const all = words.length > 0 ? wordsOf(texts.join('\n')) : []
    return words.every((word) => all.some((one) => one.startsWith(word)))
  }
}
