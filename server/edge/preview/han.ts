// Whose forms of the Han signs a text is written in: Japan, both Chinas and Korea share their codes, and draw some of them differently.

export type HanOrder = readonly string[]

/** The Han signs of a country's own standard: most of what is written there, and little else. */
function standard(encoding: string, firstFrom: number, firstTo: number, secondFrom: number): ReadonlySet<string> {
  const bytes: number[] = []
  for (let first = firstFrom; first <= firstTo; first++) for (let second = secondFrom; second < 0xff; second++) bytes.push(first, second)
  return new Set(new TextDecoder(encoding).decode(Uint8Array.from(bytes)).match(/\p{Script=Han}/gu))
}
let standards: { readonly simplified: ReadonlySet<string>; readonly traditional: ReadonlySet<string> } | undefined

function isTraditional(text: string): boolean {
  standards ??= { simplified: standard('gb18030', 0xb0, 0xf7, 0xa1), traditional: standard('big5', 0xa4, 0xf9, 0x40) }
  const signs = text.match(/\p{Script=Han}/gu) ?? []
  const within = (known: ReadonlySet<string>) => signs.filter((sign) => known.has(sign)).length
  return within(standards.traditional) > within(standards.simplified)
}

/** Gives the families in the order in which a Han sign of `text` asks them. */
export function hanOrderOf(text: string): HanOrder {
  const [jp, sc, tc, kr] = ['noto-sans-jp', 'noto-sans-sc', 'noto-sans-tc', 'noto-sans-kr'] as const
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return [jp, tc, sc, kr]
  if (/\p{Script=Hangul}/u.test(text)) return [kr, tc, jp, sc]
  return isTraditional(text) ? [tc, sc, jp, kr] : [sc, tc, jp, kr]
}
