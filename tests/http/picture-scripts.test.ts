// The pictures of links in every script they promise (R134): each sign has a form, joins as its script does, and stands where it is read.
import { expect, test } from 'vitest'
import { layout } from '#server/edge/preview/layout.ts'
import { setText } from '#server/edge/preview/lines.ts'
import { drawSigns } from '#server/edge/preview/shape.ts'
import { type Sign, signsOf, tidy } from '#server/edge/preview/signs.ts'
import { brandFacts } from '#server/seats/model/event-picture.ts'

const setting = { size: 64, weight: 700, width: 1072, most: 3 } as const
const signs = (text: string): readonly Sign[] => signsOf(tidy(text), 700)?.signs ?? []
const families = (text: string) => [...new Set(signs(text).map(({ font }) => font.family))]
const isDrawn = (text: string) => signs(text).length > 0 && drawSigns(signs(text)).isWhole

/** What people write there, with the signs that got lost: marks, joined letters, full-width punctuation, long vowels. */
const samples: Readonly<Record<string, readonly string[]>> = {
  Latin: ['Łódź: Fête d’été, straße & ñandú', 'Tiệc cưới của Hồng – 20:30', 'İstanbul’da büyük şölen', 'Þórsmörk'],
  Greek: ['Ετήσιο δείπνο «του συλλόγου» με φίλους', 'ᾠδή'],
  Cyrillic: ['Ежегодная встреча № 5', 'Зустріч: ґанок, їжак, Київ', 'Ђорђе и Љубица', 'Қазақ той'],
  Arabic: ['حفل عشاء الجمعية السنوي (2026)', 'سَلَامٌ عليكم، نمی‌خواهم؟', 'جشن نوروز ۱۴۰۵', 'یومِ آزادی'],
  Hebrew: ['מסיבת שנה חדשה ב-Tel Aviv, 19:30', 'שָׁלוֹם ₪ 50'],
  Devanagari: ['हिन्दी सम्मेलन: क्षत्रिय, श्री और विद्यार्थी', 'नमस्ते, कैसे हैं? ॥ ₹५००'],
  Thai: ['งานเลี้ยงประจำปีที่กรุงเทพฯ ด้วยน้ำใจ', 'ผู้ใหญ่ ฿500'],
  Hangul: ['서울 개발자 모임과 송년회에 초대합니다!', '한글'.normalize('NFD')],
  Kana: ['東京ハッカーズ・パーティー〜ラーメン食べよう♪', 'ｶﾌｪ で ﾊﾟｰﾃｨｰ', '「こんにちは」、※①'],
  'simplified Han': ['上海读书会与新年晚会，欢迎大家来参加！', '爱与龙门客栈（２０２６年）'],
  'traditional Han': ['臺北讀書會與新年晚會，歡迎大家來參加！', '𠮷野家'],
  emoji: ['🎉 Party ❤️ 👨‍👩‍👧 🇯🇵 1️⃣ ☕ 👍🏽', '👩🏽‍💻 🏴󠁧󠁢󠁥󠁮󠁧󠁿'],
  'no script': ['★ → ✓ ½ H₂O x² ∞ ≥ ₿ ™ “q” … — • †', '𝓟𝓪𝓻𝓽𝔂', '١٢٣ १२३ ๑๒๓'],
}
test.each(Object.entries(samples))('R134a a picture draws %s whole: no box, no sign too few', (_, texts) => {
  for (const text of texts) {
    expect(isDrawn(text), text).toBe(true)
    expect(setText(text, { ...setting, size: 30 })?.isCut, text).toBe(false)
    expect(
      signs(text)
        .map((sign) => sign.text.normalize('NFKC'))
        .join(''),
    ).toBe(tidy(text).normalize('NFKC'))
  }
})

/** All signs of a national standard that are of this script. */
function standard(encoding: string, secondFrom: number, script: RegExp): string[] {
  const bytes: number[] = []
  for (let first = 0xa1; first < 0xff; first++) for (let second = secondFrom; second < 0xff; second++) bytes.push(first, second)
  return [...new Set(new TextDecoder(encoding).decode(Uint8Array.from(bytes)).match(script))].filter(
    (sign) => !/\p{Default_Ignorable_Code_Point}/u.test(sign),
  )
}
test.each([
  ['JIS X 0208', 'euc-jp', 0xa1, 1],
  ['KS X 1001', 'euc-kr', 0xa1, 1],
  // Of the second level of the other two some are missing: names of plants and of places. A title with one is left out.
  ['GB 2312', 'gb18030', 0xa1, 0.99],
  ['Big5', 'big5', 0x40, 0.8],
] as const)('R134 the signs of %s have a form', (_, encoding, secondFrom, share) => {
  const all = standard(encoding, secondFrom, /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]/gu)
  expect(all.length).toBeGreaterThan(4_000)
  expect(all.filter(isDrawn).length / all.length).toBeGreaterThanOrEqual(share)
})

test('R134 control: a font that lacks a sign is told, and so is one asked for it all the same', () => {
  expect(signsOf('தமிழ்', 700)).toBeUndefined()
  const [latin] = signs('a')
  expect(latin && drawSigns([{ ...latin, text: '東' }]).isWhole).toBe(false)
})

test('R134 what can’t be drawn is left out as a whole, and the rest is said', () => {
  const facts = {
    ...brandFacts,
    title: 'தமிழ் Party 5',
    when: 'Tomorrow',
    over: 'Canceled',
    roles: [{ name: 'பேச்சாளர் A', total: 1, taken: 0 }],
  }
  const instead = { ...facts, title: 'You are invited', roles: [{ name: 'Role', total: 1, taken: 0 }] }
  expect(layout(facts)).toBe(layout(instead))
  expect(layout({ ...facts, place: 'தமிழ் 5' })).toBe(layout(facts))
  // It isn't said twice.
  expect(layout({ ...facts, over: 'You are invited' })).toBe(layout({ ...instead, over: '' }))
})

test('R134 signs without a script take after their neighbors, and Han signs after the language', () => {
  expect(families('ラーメン、パーティー')).toEqual(['noto-sans-jp'])
  expect(families('读书会，欢迎')).toEqual(['noto-sans-sc'])
  expect(families('讀書會，歡迎')).toEqual(['noto-sans-tc'])
  expect(families('漢字 한글')).toContain('noto-sans-kr')
  expect(families('漢字 한글')).not.toContain('noto-sans-sc')
  expect(families('Łódź 2026, 5 € (#1)!')).toEqual(['inter'])
})

test('R134 letters join as their script does: fewer outlines than letters, and marks over them', () => {
  const outlines = (text: string) => drawSigns(signs(text)).svg.match(/<path/g)?.length ?? 0
  // The virama joins two consonants to one shape, and the vowel stands before the one it follows.
  expect(outlines('क्ष')).toBe(1)
  expect(outlines('हि')).toBe(2)
  const apart = ['ب', 'ب', 'ب'].map((letter) => drawSigns(signs(letter)).width).reduce((sum, width) => sum + width, 0)
  expect(drawSigns(signs('ببب')).width).toBeLessThan(apart)
  expect(drawSigns(signs('น้ำ')).width).toBeLessThan(drawSigns(signs('นำน')).width)
})

test('R134 what reads from right to left stands so, with its numbers and foreign words the other way round', () => {
  const places = (text: string) =>
    [...drawSigns(signs(text)).svg.matchAll(/<g transform="translate\(([\d.]+) 0\)">/g)].map(([, x]) => Number(x))
  expect(setText('מסיבה 2026', setting)?.isTurned).toBe(true)
  expect(setText('Party 2026', setting)?.isTurned).toBe(false)
  // Runs are drawn as they are seen, from the left: the number first, then the word that is read first.
  expect(places('מסיבה 2026')[0]).toBe(0)
  expect(places('מסיבה 2026')[1]).toBeCloseTo(drawSigns(signs('2026')).width, 1)
})

test('R134 lines break where a script breaks: between words, nowhere before a comma or a long vowel; too long ends in an ellipsis', () => {
  const rows = (text: string, most = 9) => setText(text, { ...setting, width: 320, most })?.lines.length ?? 0
  expect(rows('東京ハッカーズ・パーティーへようこそ')).toBeGreaterThan(2)
  expect(rows('งานเลี้ยงประจำปีที่กรุงเทพฯ')).toBeGreaterThan(1)
  expect(rows('Donaudampfschifffahrtsgesellschaft')).toBeGreaterThan(2)
  expect(setText('word '.repeat(60), setting)).toMatchObject({ isCut: true, lines: { length: 3 } })
})
