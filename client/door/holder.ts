// Who of a party is meant: the guest, or one of those who come along, each with a pass and a log of their own (R180b).
import type { Along, DoorPerson } from '#protocol/seats/door/person.ts'
import type { ScanAnswer } from '#protocol/seats/door/scan.ts'

/** One who can be let in. */
export interface Holder extends Pick<DoorPerson, 'name' | 'roles' | 'door' | 'twice'> {
  readonly person: DoorPerson
  /** Absent for the guest. */
  readonly companionId?: string | undefined
}

const along = (person: DoorPerson, { _id, roles = person.roles, ...one }: Along): Holder => ({ ...one, roles, person, companionId: _id })

/** The guest, then those who come along. */
export const holdersOf = (person: DoorPerson): readonly Holder[] => [
  { ...person, person },
  ...(person.companions ?? []).map((one) => along(person, one)),
]
/** Undefined where a companion isn't coming along any more. */
export const holderOf = (person: DoorPerson, companionId: string | undefined): Holder | undefined =>
  holdersOf(person).find((one) => one.companionId === companionId)

/** The party with what happened to one of them; undefined takes it back. */
export function withDoorOf(person: DoorPerson, companionId: string | undefined, door: DoorPerson['door']): DoorPerson {
  if (companionId === undefined) return { ...person, door }
  return { ...person, companions: person.companions?.map((one) => (one._id === companionId ? { ...one, door } : one)) }
}

/** How many of a party are inside, and came. */
export function sumsOf(person: DoorPerson) {
  const there = holdersOf(person).flatMap(({ door }) => door ?? [])
  return { inside: there.filter(({ isIn }) => isIn).length, came: there.length }
}

/** Whom an answer is about. */
export const holderIn = ({ person, companionId }: Pick<ScanAnswer, 'person' | 'companionId'>) => person && holderOf(person, companionId)
