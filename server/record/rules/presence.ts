// R104: who counts as there, and once only, however many tabs and processes they are there over.
import { maxPeopleShown } from '#protocol/record/presence.ts'
import type { PersonOnline } from '#server/people/model/presence.ts'

/** What somebody does in several tabs: the latest of what they are at. */
const later = (one: PersonOnline, other: PersonOnline): PersonOnline => {
  if (!one.doing || !other.doing) return one.doing ? one : other
  return other.since > one.since ? other : one
}

/** Everybody once, in the order of their names, so that nobody moves on screen when somebody else comes. */
export function onePerPerson(people: Iterable<PersonOnline>): PersonOnline[] {
  const byUser = new Map<string, PersonOnline>()
  for (const one of people) {
    const known = byUser.get(one.userId)
    byUser.set(one.userId, known ? later(known, one) : one)
  }
  return [...byUser.values()].sort((a, b) => (a.name === b.name ? (a.userId < b.userId ? -1 : 1) : a.name < b.name ? -1 : 1))
}

/** R119: as many as are shown, first those who edit something. */
export function shownOf(people: readonly PersonOnline[]): readonly PersonOnline[] {
  if (people.length <= maxPeopleShown) return people
  return [...people.filter(({ doing }) => doing), ...people.filter(({ doing }) => !doing)].slice(0, maxPeopleShown)
}
