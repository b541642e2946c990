// People out of a line of any shape: each address with the words that are its own.
import { mailboxOf } from '#protocol/kernel/texts.ts'
import { addressesIn, type FoundAddress } from './addresses.ts'
import { isPhone } from './holds.ts'
import { bareText, nameOf } from './names.ts'
import { noAddress, notAnAddress, type ReadList } from './read.ts'
import { meaningOf } from './words.ts'

const parting = /[,;|\t，；、،؛]/u
const strong = /[;|\t；؛]/u
const and = /^(?:and|und|et|y|e|en|och|og|i|и|ve|oder|or|ou|&|\+)\s+/iu

/** Without the word before a colon where that is a label, as in "Email:", "Name: Ann" or "Choir: Ann". */
function unlabelled(text: string, isGroup: boolean): string {
  const colon = text.search(/[:：]/u)
  if (colon < 0) return text
  const [label, own] = [bareText(text.slice(0, colon)), text.slice(colon + 1)]
  if (bareText(own) !== '') return own
  return isGroup || meaningOf(label) !== undefined ? '' : label
}

interface LineParts {
  readonly name: string
  readonly mobile: string
  /** Who else is named, without an address. */
  readonly others: readonly string[]
}
const nothing: LineParts = { name: '', mobile: '', others: [] }

/** The name in words that belong to one address; the part that is nearest to it, with what a comma parts from it. */
function wordsFor(text: string, isGroup = false): LineParts {
  if (text.trim() === '') return nothing
  const cells = text
    .split(strong)
    .map((part) => part.split(/[,，、،]/u).map((cell) => bareText(unlabelled(cell.trim().replace(and, ''), isGroup))))
  const split = cells.map((of) => of.map(phoneApart))
  const mobile = split.flat().find(({ phone }) => phone)?.phone ?? ''
  const names = split.map((of) => of.map(({ text: own }) => own).filter((own) => nameOf(own) !== '')).filter((of) => of.length > 0)
  const last = names.pop() ?? []
  // Two parts of a comma are "Last, First"; of more only the last is the name.
  const own = last.length > 2 ? last.slice(-1) : last
  return { name: nameOf(own.join(', ')), mobile, others: [...names.flat(), ...last.slice(0, last.length - own.length)] }
}

/** "Ann Archer +1 555 0100" is both. */
function phoneApart(text: string): { text: string; phone: string } {
  const words = text.split(' ')
  let end = words.length
  while (end > 0 && /^[+\d().\-/]+$/.test(words[end - 1] ?? '')) end--
  const phone = words.slice(end).join(' ')
  return isPhone(phone) ? { text: words.slice(0, end).join(' '), phone } : { text, phone: '' }
}

interface Gap {
  /** Belongs to the address before it. */
  readonly after: string
  readonly before: string
}
/** What stands between two addresses: in round brackets or before a comma it is of the first. */
function gapOf(text: string): Gap {
  const round = /^[\s>"']*\(([^()]*)\)/.exec(text)
  if (round) return { after: round[1] ?? '', before: text.slice(round[0].length) }
  const at = text.search(parting)
  if (at < 0) return { after: '', before: text }
  return bareText(text.slice(0, at)) === ''
    ? { after: '', before: text.slice(at + 1) }
    : { after: text.slice(0, at), before: text.slice(at + 1) }
}

/** "ann@example.com, Ann, ben@example.com, Ben": the names follow. */
const doNamesFollow = (found: readonly FoundAddress[], rest: string) =>
  found.every(({ before }, nth) => (nth === 0 ? bareText(before) === '' : nameOf(before) !== '')) && nameOf(rest) !== ''

/** A line that is nothing but an address, as most cells are. */
function alone(line: string): ReadList | undefined {
  const email = /^[\w.+-]+@[\w.-]+$/.test(line) ? mailboxOf(line) : ''
  return email === '' ? undefined : { people: [{ name: '', email, mobile: '', role: '' }], leftOut: [] }
}

/** The people of a line, and what is left over. */
export const readLine = (line: string): ReadList => alone(line) ?? readWords(line)

function readWords(line: string): ReadList {
  const { found, rest } = addressesIn(line)
  if (found.length === 0) return { people: [], leftOut: [{ text: bareText(line) || line.trim(), why: noAddress }] }
  const follow = found.length > 1 && doNamesFollow(found, rest)
  const gaps = [...found.map(({ before }) => before), rest].map((text, nth): Gap => {
    if (nth === 0) return { after: '', before: text }
    return follow || nth === found.length ? afterLast(text) : gapOf(text)
  })
  const read: { people: ReadList['people'][number][]; leftOut: ReadList['leftOut'][number][] } = { people: [], leftOut: [] }
  for (const [nth, { email, written }] of found.entries()) {
    const [gap, next] = [gaps[nth], gaps[nth + 1]]
    const isGroup = isOfSeveral(found[nth + 1]?.before ?? rest)
    const [own, behind] = [wordsFor(gap?.before ?? '', isGroup), next?.after ? wordsFor(next.after) : nothing]
    // Of several people the last words, parted from all of them, are nobody's here.
    const isApart = nth > 0 && nth === found.length - 1 && !follow && /^[\s>"']*[,;|\t，；、]/u.test(rest)
    const name = own.name || (isApart ? '' : behind.name)
    const others = [...own.others, ...(isApart ? [behind.name, ...behind.others] : [])]
    if (email) read.people.push({ name, email, mobile: own.mobile || behind.mobile, role: '' })
    else read.leftOut.push({ text: name ? `${name} <${written}>` : written, why: notAnAddress })
    read.leftOut.push(...others.filter(Boolean).map((text) => ({ text, why: noAddress })))
  }
  return read
}
const afterLast = (text: string): Gap => ({ after: text, before: '' })
/** After an address of a group stands another, or its end. */
const isOfSeveral = (after: string) => /^[\s>"']*;/.test(after) || (parting.test(after) && !/[:：]/u.test(after))
