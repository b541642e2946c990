// People out of any text: names and addresses in lines, between commas, out of a spreadsheet or an address book.
import { isEmail } from '#protocol/texts.ts'

export interface Entry {
  readonly email: string
  readonly name: string
  /** Names of roles that are suggested. */
  readonly roles: readonly string[]
}

const longestField = 1000
const invisible = /[\u200b-\u200d\u2060\ufeff\u00a0]/g
export const clean = (text: string) => text.replace(invisible, ' ').trim().slice(0, longestField)
/** How addresses are told apart (R13). */
export const emailKey = (email: string) => email.trim().toLowerCase()

/** What parts a line: tabs where a spreadsheet was copied, else semicolons, and commas; not within quotes or angle brackets. */
function partsOf(line: string): string[] {
  const parts: string[] = ['']
  let [isQuoted, isBracketed] = [false, false]
  const isParting = (char: string) => (line.includes('\t') ? char === '\t' : char === ',' || char === ';')
  const hasEnd = (line.match(/"/g)?.length ?? 0) % 2 === 0
  for (const char of line) {
    if (char === '"' && hasEnd) isQuoted = !isQuoted
    else if (char === '<') isBracketed = true
    else if (char === '>') isBracketed = false
    if (isParting(char) && !isQuoted && !isBracketed) parts.push('')
    else parts[parts.length - 1] += char
  }
  return parts.map(clean).filter(Boolean)
}

const unquoted = (text: string) =>
  clean(
    clean(text)
      .replace(/^["'“]+|["'”]+$/g, '')
      .replaceAll('""', '"'),
  )

/** "Ann Archer <ann@example.com>", "ann@example.com (Ann)", or "Ann Archer ann@example.com". */
function personIn(part: string): { email: string; name: string } | undefined {
  const bracketed = /^(.*?)[<(]\s*(?:mailto:)?([^<>()\s]+@[^<>()\s]+)\s*[>)]/i.exec(part)
  if (bracketed) return { name: unquoted(bracketed[1] ?? ''), email: clean(bracketed[2] ?? '') }
  const words = part.split(/\s+/)
  const at = words.findIndex((word) =>
    isEmail(
      unquoted(word)
        .replace(/^mailto:/i, '')
        .replace(/[.:]$/, ''),
    ),
  )
  if (at < 0) return undefined
  const email = unquoted(words[at] ?? '')
    .replace(/^mailto:/i, '')
    .replace(/[.:]$/, '')
  const name = words
    .filter((_, nth) => nth !== at)
    .join(' ')
    .replace(/^\((.*)\)$/, '$1')
  return { name: unquoted(name), email }
}

const isHeading = (line: string) =>
  /^["']?(?:(?:first |last |full )?name|e-?mail(?: address)?)["']?\s*(?:[,;\t]|$)/i.test(line) && !line.includes('@')

/** One line: with one address all the rest is its name; with several each has the name before it. Without one it is kept as it is, to be seen and mended. */
function entriesOf(line: string): Entry[] {
  const parts = partsOf(line)
  const found = parts.map((part) => ({ part, person: personIn(part) }))
  const people = found.filter(({ person }) => person)
  if (people.length === 0) return [{ email: clean(line), name: '', roles: [] }]
  if (people.length === 1) {
    const { person } = people[0] ?? {}
    const rest = found.filter((one) => !one.person).map(({ part }) => unquoted(part))
    return [{ email: person?.email ?? '', name: [...rest, person?.name ?? ''].filter(Boolean).join(' '), roles: [] }]
  }
  let before = ''
  return found.flatMap(({ part, person }): Entry[] => {
    const name = person?.name || before
    before = person ? '' : unquoted(part)
    return person ? [{ email: person.email, name, roles: [] }] : []
  })
}

/** Reads pasted text; every line with anything in it becomes a row or several. */
export const readPeople = (text: string): Entry[] =>
  text
    .split(/\r\n|\r|\n/)
    .filter((line) => clean(line) !== '' && !isHeading(clean(line)))
    .flatMap(entriesOf)
