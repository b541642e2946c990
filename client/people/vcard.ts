// People out of an address book's own file (vCard 2.1 to 4).
import { addressesIn } from './addresses.ts'
import { bareText, cleanField, nameOf } from './names.ts'
import { noAddress, notAnAddress, type ReadList } from './read.ts'

export const isVcard = (text: string) => /^\s*BEGIN:VCARD/i.test(text)

/** Quoted-printable as older phones write it. */
function decoded(value: string): string {
  const bytes = [...value.matchAll(/=([\dA-F]{2})|([^=]+|=)/gi)].flatMap(({ 1: hex, 2: plain = '' }) =>
    hex ? [Number.parseInt(hex, 16)] : [...new TextEncoder().encode(plain)],
  )
  return new TextDecoder().decode(new Uint8Array(bytes))
}
const unescaped = (value: string) => value.replace(/\\([\\,;:])/g, '$1').replace(/\\n/gi, ' ')

interface VcardLine {
  readonly key: string
  readonly value: string
}
function lineOf(line: string): VcardLine {
  const colon = line.indexOf(':')
  const head = line.slice(0, Math.max(0, colon)).toUpperCase()
  const key = head.split(';')[0]?.split('.').at(-1) ?? ''
  const value = line.slice(colon + 1)
  return { key, value: head.includes('QUOTED-PRINTABLE') ? decoded(value) : value }
}

function readCard(lines: readonly VcardLine[]): ReadList {
  const of = (key: string) => lines.flatMap((line) => (line.key === key ? [line.value] : []))
  // The marks that part a name's pieces are not those that are escaped in one.
  const [last = '', first = '', middle = ''] = (of('N')[0] ?? '').split(/(?<!\\);/).map((part) => cleanField(unescaped(part)))
  const name = nameOf(unescaped(of('FN')[0] ?? '')) || nameOf([first, middle, last].filter(Boolean).join(' '))
  const mobile = bareText(unescaped(of('TEL')[0] ?? '').replace(/^tel:/i, ''))
  const { found } = addressesIn(of('EMAIL').map(unescaped).join('\n'))
  const people = found.flatMap(({ email }) => (email ? [{ name, email, mobile, role: '' }] : []))
  const wrong = found.flatMap(({ email, written }) => (email ? [] : [{ text: name ? `${name} <${written}>` : written, why: notAnAddress }]))
  const isNobody = found.length === 0 && (name || mobile)
  return { people, leftOut: isNobody ? [{ text: name || mobile, why: noAddress }] : wrong }
}

export function* readCards(text: string): Generator<ReadList> {
  const plain = text.replace(/\r\n?/g, '\n').replace(/=\n(?=[^\n]*)/g, '').replace(/\n[ \t]/g, '') // biome-ignore format: one way
  let card: VcardLine[] = []
  for (const line of plain.split('\n').map(lineOf)) {
    if (line.key === 'BEGIN') card = []
    else if (line.key === 'END') yield readCard(card)
    else card.push(line)
  }
}
