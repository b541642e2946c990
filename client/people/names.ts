// A person's name as a list has it: cleaned of what stands around it, and first name first.
import { holdsEmail } from '#protocol/kernel/texts.ts'
import { isCompany, mayBeName } from './holds.ts'

/** No field may be longer than what a call takes; such a row is refused by itself. */
const longest = 1000
/** Turn the direction of what stands around them, or only mark where a file begins: of no name. */
const stray = /[\u202a-\u202e\u2060\u2066-\u206f\ufeff\ufff9-\ufffb]/g
/** Of no name at its ends; joiners (U+200C, U+200D) stay. */
const edge = /[\s\u00ad\u061c\u180e\u200b\u200e\u200f,;:|=*•·▪●○◦☐☑✓✔>)\]}/\\–—-]/u
const openEdge = /[\s<([{]/
const pairs: readonly string[] = ['""', "''", '()', '[]', '{}', '“”', '„“', '«»', '‘’', '‚‘', '<>', '（）', '「」', '``']
const listMark = /^(?:\(?\d{1,5}[.)]|\[[ xX]?\])\s+/

const bullet = /^[*•·▪●○◦☐☑✓✔–—-]\s+/u
const cellEdge = /[\s\u00ad\u061c\u180e\u200b\u200e\u200f,;]/

/** A field as it was typed, without what shows nothing. */
export const cleanField = (text = '') =>
  text
    .slice(0, 4 * longest)
    .replace(stray, '')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, longest)

function cut(text: string, isEnd: (char: string) => boolean, isStart = isEnd): string {
  let [from, to] = [0, text.length]
  while (from < to && isStart(text.charAt(from))) from++
  while (to > from && isEnd(text.charAt(to - 1))) to--
  return text.slice(from, to)
}

/** Without one pair of quotes or brackets around all of it, or half of one. */
function unpaired(text: string): string {
  const [first, last] = [text.charAt(0), text.charAt(text.length - 1)]
  if (text.length > 1 && pairs.includes(first + last)) return text.slice(1, -1)
  if (/["“„«`]/.test(first) && !text.slice(1).includes(first === '"' ? '"' : '”')) return text.slice(1)
  if (/["”»`]/.test(last) && !text.slice(0, -1).includes(last === '"' ? '"' : '“')) return text.slice(0, -1)
  return text
}

/** Nothing stands around most names. */
const plain = /^(?:\p{L}(?:[^"]*[\p{L}\p{N}])?)?$/u
/** Without marks of lists and quotes, until nothing more comes off. */
export function bareText(typed: string): string {
  let text = cleanField(typed)
  if (plain.test(text)) return text
  for (let round = 0; round < 6; round++) {
    const hasOpen = /[([{]/.test(text)
    const isEnd = (char: string) => (edge.test(char) && !(hasOpen && /[)\]}]/.test(char))) || openEdge.test(char)
    const next = unpaired(cut(text.replace(listMark, ''), isEnd, (char) => edge.test(char)).trim())
    if (next === text) break
    text = next
  }
  return text.replaceAll('""', '"')
}

const titles = /^(?:jr|sr|ii|iii|iv|ph\.?d|m\.?d|m\.?a|b\.?a|m\.?sc|b\.?sc|mba|esq|dipl|dr|prof|mag|cpa|rn|ing)\b/i
/** "Archer, Ann" is Ann Archer; what else stands behind a comma isn't turned. */
export function turned(name: string): string {
  const [last = '', first = '', ...more] = name.split(',').map((part) => part.trim())
  if (more.length > 0 || first === '' || last === '' || /[<>="\d/:]/.test(name)) return name
  if (isCompany(first)) return last
  return titles.test(first) ? name : `${first} ${last}`
}

const isNoName = (name: string) => name.includes('\ufffd') || holdsEmail(name) || !mayBeName(name)
/** The name that a cell of its own holds: as it is, but for marks of a list around it. */
export function cellName(cell: string): string {
  const plainly = cleanField(cell).replace(listMark, '').replace(bullet, '')
  const name = turned(cut(plainly, (char) => cellEdge.test(char)))
  return isNoName(name) ? '' : name
}

/** The name that a text is; '' where it is none: an address, a number, a time, or letters that could not be read. */
export function nameOf(typed: string): string {
  const name = turned(bareText(typed))
  return isNoName(name) ? '' : name
}
