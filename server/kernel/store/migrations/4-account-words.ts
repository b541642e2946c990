// Accounts are found by every word of their name, username and email (R232c): the words of those who are there already, folded as names were at this version.
import type { Migration, OldRecord } from '#server/kernel/store/migrate.ts'

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
const folded = (text: string): string =>
  isPlain.test(text) ? text.toLowerCase() : text.normalize('NFKD').replace(ignored, '').toLowerCase().replace(odd, plainOf)

/** Its words, folded: what stands between them is left out. */
const wordsOf = (text: string): string[] =>
  folded(text)
    .split(/[^\p{L}\p{N}\p{M}]+/u)
    .filter(Boolean)

const text = (value: unknown) => (typeof value === 'string' ? value : '')

export const accountWords: Migration = {
  what: 'Accounts are found by every word of their name, username and email',
  changes: {},
  adds: {
    users: ({ _id: of, name, username, email, verified }: OldRecord) => ({
      collection: 'accountWords',
      records:
        verified === true
          ? [...new Set(wordsOf([name, username, email].map(text).join('\n')))].map((word) => ({ _id: `${word} ${of}`, rev: 1, of }))
          : [],
    }),
  },
}
