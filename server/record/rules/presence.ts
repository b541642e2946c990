// R104: who counts as there, and once only, however many tabs and processes they are there over.
import { mostPeopleShown } from '#protocol/record/presence.ts'
import type { Present } from '#server/people/model/presence.ts'

/** What somebody does in several tabs: the latest of what they are at. */
const later = (one: Present, other: Present): Present => {
  if (!one.doing || !other.doing) return one.doing ? one : other
  return other.since > one.since ? other : one
}

/** Everybody once, in the order of their names, so that nobody moves on screen when somebody else comes. */
export function onePerPerson(people: Iterable<Present>): Present[] {
  const byUser = new Map<string, Present>()
  for (const one of people) {
    const known = byUser.get(one.userId)
    byUser.set(one.userId, known ? later(known, one) : one)
  }
  return [...byUser.values()].sort((a, b) => (a.name === b.name ? (a.userId < b.userId ? -1 : 1) : a.name < b.name ? -1 : 1))
}

/** R119: as many as are shown, first those who edit something. */
export function shownOf(people: readonly Present[]): readonly Present[] {
  if (people.length <= mostPeopleShown) return people
  return [...people.filter(({ doing }) => doing), ...people.filter(({ doing }) => !doing)].slice(0, mostPeopleShown)
}
