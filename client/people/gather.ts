// Puts together what was read: each address once, and a line for whatever doesn't become a person.
import type { LeftOut, ReadList, ReadPerson } from './read.ts'

export interface Gathered {
  readonly people: readonly ReadPerson[]
  readonly leftOut: readonly LeftOut[]
  /** The cells each person was read from; none where there is no table. */
  readonly cells: readonly (readonly string[])[]
}

const longestText = 1_000
export const calledBy = ({ name, email }: Pick<ReadPerson, 'name' | 'email'>) => (name ? `${name} <${email}>` : email)

/** What is to be mended: what was meant as its address apart from its name. */
export function meantBy({ text }: LeftOut): Pick<ReadPerson, 'name' | 'email'> {
  const at = text.endsWith('>') ? text.lastIndexOf(' <') : -1
  if (at >= 0) return { name: text.slice(0, at), email: text.slice(at + 2, -1) }
  return /[@<]/.test(text) ? { name: '', email: text } : { name: text, email: '' }
}

/** Whose an address is that somebody else is listed with, or the same person again. */
export const hasAddress = ({ name }: Pick<ReadPerson, 'name'>) => (name ? `${name} has this address.` : 'It is in the list already.')

/** Takes what is read row by row; who is there without a name gets it from a later row. */
export function gathering() {
  const byEmail = new Map<string, number>()
  const people: ReadPerson[] = []
  const cells: (readonly string[])[] = []
  const leftOut: LeftOut[] = []
  const aside: LeftOut[] = []
  const rows: number[] = []
  let count = 0
  const add = (person: ReadPerson, row: readonly string[]) => {
    const at = byEmail.get(person.email)
    const there = at === undefined ? undefined : people[at]
    if (at === undefined || !there) {
      byEmail.set(person.email, people.length)
      people.push(person)
      cells.push(row)
      rows.push(count)
    } else if (rows[at] !== count && (there.name || !person.name)) leftOut.push({ text: calledBy(person), why: hasAddress(there) })
    else {
      const merged = { name: there.name || person.name, mobile: there.mobile || person.mobile, role: there.role || person.role }
      people[at] = { ...there, ...merged }
    }
  }
  return {
    take(read: ReadList & { readonly aside?: readonly LeftOut[] }, row: readonly string[] = []) {
      count++
      for (const person of read.people) add(person, row)
      leftOut.push(...read.leftOut)
      aside.push(...(read.aside ?? []))
    },
    /** Addresses of other columns are named once, and not where they are somebody's. */
    done(): Gathered {
      const named = new Set<string>()
      const strangers = aside.filter(({ text }) => !byEmail.has(text) && !named.has(text) && named.add(text))
      const all = [...leftOut, ...strangers].map(({ text, why }) => ({ text: text.slice(0, longestText), why }))
      return { people, leftOut: all, cells }
    },
  }
}
