// What people do, in words: "Mia edits Speaker", "Mia and Jon edit Speaker".
import type { Doing, PersonHere } from '#protocol/record/presence.ts'

type Roles = readonly { readonly _id: string; readonly name: string }[]

const objects: Readonly<Record<Exclude<Doing['kind'], 'role'>, string>> = {
  event: 'this event',
  group: 'this group',
  settings: 'the settings',
  questions: 'the questions',
}

function objectOf(doing: Doing, roles: Roles): string {
  if (doing.kind !== 'role') return objects[doing.kind]
  return roles.find(({ _id }) => _id === doing.roleId)?.name ?? 'a role'
}

/** What one person is at, after their name; undefined where they only look. */
export const noteOf = ({ doing }: PersonHere, roles: Roles): string | undefined => (doing ? `edits ${objectOf(doing, roles)}` : undefined)

export const isSameDoing = (one: Doing | null, other: Doing): boolean =>
  one?.kind === other.kind && (one.kind !== 'role' || other.kind !== 'role' || one.roleId === other.roleId)

/** R104f: whom nobody has named. */
export const unnamed = 'Someone'

/** 'Mia', 'Mia and Jon', 'Mia, Jon and 2 others'. */
export function namesOf(people: readonly Pick<PersonHere, 'name'>[]): string {
  const names = people.map(({ name }) => name || unnamed)
  if (names.length > 3) return `${names.slice(0, 2).join(', ')} and ${names.length - 2} others`
  return names.length > 1 ? `${names.slice(0, -1).join(', ')} and ${names.at(-1)}` : (names[0] ?? '')
}

/** Who is at the same thing; '' where nobody is. */
export function editedText(people: readonly PersonHere[], what: Doing, roles: Roles): string {
  const editing = people.filter(({ doing }) => isSameDoing(doing, what))
  return editing.length === 0 ? '' : `${namesOf(editing)} ${editing.length > 1 ? 'edit' : 'edits'} ${objectOf(what, roles)}`
}

/** What is said aloud of those who came. */
export const arrivedText = (people: readonly PersonHere[]) => `${namesOf(people)} ${people.length > 1 ? 'are' : 'is'} here too`
