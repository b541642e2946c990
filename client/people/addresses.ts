// All addresses of a text, each with the words that stand before and behind it; in one go from left to right.
import { bareAddress, mailboxOf } from '#protocol/kernel/texts.ts'

export interface FoundAddress {
  /** '' where it only was meant as one. */
  readonly email: string
  /** As it was written. */
  readonly written: string
  /** What stands between it and the address before it. */
  readonly before: string
}
export interface Addresses {
  readonly found: readonly FoundAddress[]
  /** What stands behind the last one. */
  readonly rest: string
}

const word = /[^\s<>,;:"()[\]\\|“”„«»‹›，；：、（）،؛]+/gu
const at = /[@＠﹫]/g
const countAts = (text: string) => text.match(at)?.length ?? 0

/** The addresses of one word that has several: "ann@example.com/ben@example.com". */
function partsOf(text: string): string[] {
  if (countAts(text) < 2) return [text]
  const parts = text.split(/[/&+]/).filter(Boolean)
  return parts.every((part) => mailboxOf(part) !== '') ? parts : [text]
}

/** The addresses of a `mailto:`: whom it is to, and who gets a copy. */
function mailed(link: string): string[] {
  const [to = '', ...query] = link.split(/[?&]/)
  const copies = query.flatMap((part) => (/^b?cc=|^to=/i.test(part) ? [part.slice(part.indexOf('=') + 1)] : []))
  return [to, ...copies].filter((one) => /[@＠﹫]|%40/u.test(one)).map((one) => `mailto:${one}`)
}

/** "@ann" and a sign that stands alone are words. */
const isMeant = (text: string) => /[^'*_.-][@＠﹫]/u.test(text)
/** "<bob.example.com>" was meant as one. */
const isAngled = (text: string, from: number, to: number) =>
  text[from - 1] === '<' && text[to] === '>' && text.slice(from, to).includes('.')

export function addressesIn(text: string): Addresses {
  const found: FoundAddress[] = []
  let end = 0
  for (const { 0: written, index } of text.matchAll(word)) {
    const isMail = /mailto:$/i.test(text.slice(Math.max(0, index - 7), index))
    const until = index + written.length
    const all = isMail ? mailed(written) : isMeant(written) || isAngled(text, index, until) ? partsOf(written) : []
    for (const [nth, one] of all.entries()) {
      const before = nth === 0 ? text.slice(end, isMail ? index - 7 : index) : ''
      found.push({ email: mailboxOf(one), written: bareAddress(one), before })
    }
    if (all.length > 0) end = until
  }
  return { found, rest: text.slice(end) }
}
