// People out of any text: names and addresses in lines, between commas, out of a spreadsheet or an address book.
import { clean, emailKey } from '#client/lib/people/fields.ts'

export interface Entry {
  readonly email: string
  readonly name: string
  /** Names of roles that are suggested. */
  readonly roles: readonly string[]
  /** R162: what a file says to questions, in words. */
  readonly answers?: readonly WrittenAnswer[]
}
export interface WrittenAnswer {
  /** Its id. */
  readonly question: string
  readonly answer: string
}

/** What parts a line: tabs where a spreadsheet was copied, else semicolons, and commas; not within quotes or angle brackets. */
function partsOf(line: string): string[] {
  const parts: string[] = ['']
  let [isQuoted, isBracketed] = [false, false]
  const partings = line.includes('\t') ? '\t' : ',;'
  const isParting = (char: string) => partings.includes(char)
  const hasEnd = (line.match(/"/g)?.length ?? 0) % 2 === 0
  for (const char of line) {
    if (char === '"' && hasEnd) isQuoted = !isQuoted
    else if (char === '<') isBracketed = true
    else if (char === '>') isBracketed = false
    if (isParting(char) && !isQuoted && !isBracketed) parts.push('')
    else parts[parts.length - 1] += char
  }
  return parts.map((part) => clean(part)).filter(Boolean)
}

const unquoted = (text: string) =>
  clean(
    clean(text)
      .replace(/^["'“]+|(?<!["'”])["'”]+$/g, '')
      .replaceAll('""', '"'),
  )

type Found = Omit<Entry, 'roles' | 'answers'>
/** What is meant as an address, good or not: it stands in a row of its own, and is nobody's name. */
const isMeant = (word: string) => /[@\uff20]./.test(word) || /.[@\uff20]/.test(word)
const addressIn = (word: string) =>
  unquoted(word.replace(/^\((.*)\)$/, '$1'))
    .replace(/^mailto:/i, '')
    .replace(/[.:]$/, '')
const nameIn = (words: readonly string[]) => unquoted(words.join(' ').replace(/^\((.*)\)$/, '$1'))

/** "Ann Archer ann@example.com", or "ann@example.com (Ann)"; with several addresses each has the words before it. */
function peopleInWords(text: string): { people: Found[]; rest: string } {
  const words = text.split(/\s+/).filter(Boolean)
  const addresses = words.filter(isMeant)
  const others = words.filter((word) => !isMeant(word))
  if (addresses.length === 0) return { people: [], rest: unquoted(text) }
  if (addresses.length === 1) return { people: [{ email: addressIn(addresses[0] ?? ''), name: nameIn(others) }], rest: '' }
  let before: string[] = []
  const people = words.flatMap((word): Found[] => {
    if (!isMeant(word)) before.push(word)
    else {
      const name = nameIn(before)
      before = []
      return [{ email: addressIn(word), name }]
    }
    return []
  })
  return { people, rest: nameIn(before) }
}

/** "Ann Archer <ann@example.com>", or one of those without brackets. What else stands there is left out, but for addresses. */
function peopleIn(part: string): { people: Found[]; rest: string } {
  const [, before = '', angled, round, after = ''] = /^(.*?)(?:<([^<>]+)>|\((?=[^()]*@)\s*([^()\s]+)\s*\))(.*)$/.exec(part) ?? []
  const email = clean(clean(angled ?? round ?? '').replace(/^mailto:/i, ''))
  if (email === '') return peopleInWords(part)
  const [named, more] = [peopleInWords(before), peopleIn(after)]
  const name = named.rest || named.people.map((one) => one.name).find(Boolean) || ''
  const others = [...named.people, ...more.people].filter((one) => emailKey(one.email) !== emailKey(email))
  return { people: [{ email, name }, ...others.map((one) => ({ ...one, name: '' }))], rest: '' }
}

const isHeading = (line: string) =>
  /^["']?(?:(?:first |last |full )?name|e-?mail(?: address)?)["']?\s*(?:[,;\t]|$)/i.test(line) && !line.includes('@')

/** One line: with one address all the rest is its name; with several each has the name before it. Without one it is kept as it is, to be seen and mended. */
function entriesOf(line: string): Entry[] {
  const found = partsOf(line).map(peopleIn)
  const [first, ...more] = found.flatMap(({ people }) => people)
  if (!first) return [{ email: clean(line), name: '', roles: [] }]
  if (more.length === 0) {
    const name = [...found.map(({ rest }) => rest), first.name].filter(Boolean).join(' ')
    return [{ email: first.email, name, roles: [] }]
  }
  let before = ''
  return found.flatMap(({ people, rest }) => {
    const named = people.map(({ email, name }, nth) => ({ email, name: name || (nth === 0 ? before : ''), roles: [] }))
    before = rest
    return named
  })
}

/** Reads pasted text; every line with anything in it becomes a row or several. */
export const readPeople = (text: string): Entry[] =>
  text
    .split(/\r\n|\r|\n/)
    .filter((line) => clean(line) !== '' && !isHeading(clean(line)))
    .flatMap(entriesOf)
