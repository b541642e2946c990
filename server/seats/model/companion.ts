// Who comes along with a guest (R170): kept with the guest's answer, whose seats are one for the guest and one for each of them.

export interface Companion {
  readonly id: string
  /** '' where none was given. */
  readonly name: string
  /** Absent where they have the guest's own roles, whatever those are. */
  readonly roleIds?: readonly string[]
  /** R175: to whom their place is offered. */
  readonly link?: CompanionLink | undefined
}
export interface CompanionLink {
  readonly id: string
  /** R176: of somebody else who is to have the seat; absent where it is the companion. */
  readonly name?: string
  readonly email: string
  readonly createdAt: string
  readonly until: string
}

/** R89: a role that is waited for, with the page of its line. */
export interface Wait {
  readonly roleId: string
  readonly page: number
}
/** R91: seats that are held for a party. */
export interface Offer {
  readonly roleId: string
  readonly until: string
  /** R173: how many; absent for one. */
  readonly seats?: number
}

/** What of an answer is about those who come along. */
export interface Party {
  readonly attending: boolean | null
  readonly roleIds: readonly string[]
  /** R170: absent where they come alone. */
  readonly companions?: readonly Companion[] | undefined
  /** R172: with how many people they would come for what they wait for; absent where with all. */
  readonly atLeast?: number | undefined
}

const none: readonly never[] = []
export const companionsOf = ({ companions = none }: Pick<Party, 'companions'>): readonly Companion[] => companions
/** Those who have the guest's own roles. */
export const followers = (party: Pick<Party, 'companions'>) => companionsOf(party).filter(({ roleIds }) => roleIds === undefined)

/** The roles of one of them. */
export const rolesOfCompanion = (party: Pick<Party, 'roleIds'>, { roleIds = party.roleIds }: Companion): readonly string[] => roleIds

/** R171: the seats of a party in one role: the guest's, and one for each companion. */
export function seatsIn(party: Party | undefined, roleId: string): number {
  if (!party || party.attending === false) return 0
  const own = party.roleIds.includes(roleId)
  if (!party.companions) return Number(own)
  const along = party.companions.filter(({ roleIds }) => (roleIds ? roleIds.includes(roleId) : own)).length
  return Number(own) + along
}
/** The roles in which a party has a seat. */
export const rolesOfParty = (party: Party): readonly string[] =>
  party.companions ? [...new Set([...party.roleIds, ...party.companions.flatMap(({ roleIds = none }) => roleIds)])] : party.roleIds

/** R172: how many seats a party waits for in each role. */
export const sizeOf = (party: Party): number => (party.companions ? 1 + followers(party).length : 1)
/** R172: how many seats must be free for them to come. */
export const needOf = (party: Party): number => Math.min(party.atLeast ?? sizeOf(party), sizeOf(party))

/** R171: who comes along, where the guest comes. */
export const peopleAlong = (party: Party | undefined): number => (party?.attending ? companionsOf(party).length : 0)

/** R172: the party with a new role for the guest and `seats` - 1 of those who have the guest's roles. The others keep the seats they had; who had none doesn't come. */
export function partySeated<P extends Party>(party: P, roleIds: readonly string[], seats: number, had: readonly string[]): P {
  if (!party.companions) return { ...party, roleIds }
  const coming = new Set(followers(party).slice(0, seats - 1))
  const companions = party.companions.flatMap((one): Companion[] => {
    if (one.roleIds || coming.has(one)) return [one]
    return had.length > 0 ? [{ ...one, roleIds: had }] : []
  })
  return { ...party, roleIds, companions: companions.length > 0 ? companions : undefined }
}

type Names = (roleIds: readonly string[]) => string[]
/** R170: as the guest and those who manage the group see them. */
export function companionsShown(party: Party, names: Names) {
  const shown = companionsOf(party).map(({ id, name, roleIds, link }) => ({
    _id: id,
    name,
    ...(roleIds && { roles: names(roleIds) }),
    ...(link && { link: { email: link.email, until: link.until } }),
  }))
  return shown.length > 0 ? { companions: shown } : {}
}
/** The same with what they say of waiting (R172). */
export const partyShown = (party: Party, names: Names) => ({
  ...companionsShown(party, names),
  ...(party.atLeast !== undefined && { atLeast: party.atLeast }),
})
