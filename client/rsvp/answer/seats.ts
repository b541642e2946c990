// How the seats of each role stand for this invitee: their own seat is theirs to keep, so it never counts against them.
import { roleKey } from '#protocol/kernel/texts.ts'
import type { FormView, OwnRsvp } from '#protocol/seats/rsvp.ts'

export interface RoleSeats {
  readonly _id: string
  readonly name: string
  readonly total: number
  /** Seats that others have. */
  readonly others: number
  /** Seats free for others once this choice is sent. */
  readonly left: number
  /** The saved answer has a seat here. */
  readonly isHeld: boolean
  readonly isChosen: boolean
  /** R171: the seats that this choice takes, companions included. */
  readonly mine: number
  /** The seats that choosing it takes. */
  readonly needed: number
  /** No seat is there for this invitee and who comes along. */
  readonly isFull: boolean
  /** R91: one is held for them, which they accept where that is said. */
  readonly isOffered: boolean
}

interface Mine {
  readonly heldIds: readonly string[]
  readonly chosenIds: readonly string[]
  /** Roles that the server has just refused as full; it may know more than the view on screen. */
  readonly refusedIds: readonly string[]
  /** R170: those of the saved answer, and those of this one. */
  readonly had?: readonly Along[] | undefined
  readonly companions?: readonly Along[] | undefined
  readonly offers?: OwnRsvp['offers']
}
interface Along {
  readonly roles?: readonly string[] | undefined
}

/** The seats of a guest and who comes along, in one role. */
const partyIn = (isOwn: boolean, name: string, companions: readonly Along[]) =>
  Number(isOwn) + companions.filter(({ roles }) => (roles ? roles.map(roleKey).includes(roleKey(name)) : isOwn)).length

/** Gives the seats of every role, in the form's order. V4: counts adjust for the user's own prior selection. */
export function seatsOf(form: FormView, { heldIds, chosenIds, refusedIds, had = [], companions = [], offers = [] }: Mine): RoleSeats[] {
  const coverage = new Map(form.roleCoverage.map((one) => [one._id, one]))
  return form.roles.map(({ _id, name, max }) => {
    const isHeld = heldIds.includes(_id)
    const isChosen = chosenIds.includes(_id)
    const total = coverage.get(_id)?.total ?? max
    const held = partyIn(isHeld, name, had)
    const others = Math.max(0, (coverage.get(_id)?.count ?? 0) - held)
    const needed = partyIn(true, name, companions)
    const isFull = needed > held && (others + needed > total || refusedIds.includes(_id))
    const mine = isFull ? 0 : partyIn(isChosen, name, companions)
    const isOffered = !isChosen && offers.some(({ role }) => role === name)
    return { _id, name, total, others, isHeld, isChosen, isFull, isOffered, mine, needed, left: Math.max(0, total - others - mine) }
  })
}

export const fullSentence = (name: string) => `Role "${name}" is already full.`
/** Why it can’t be chosen. R171: who brings somebody along needs more than one seat. */
export function shortSentence({ name, left, needed, isOffered }: Pick<RoleSeats, 'name' | 'left' | 'needed' | 'isOffered'>) {
  if (isOffered) return `A seat as ${name} is held for you: accept it first.`
  return left > 0 ? `Role "${name}" has ${left === 1 ? '1 seat' : `${left} seats`} left, and you need ${needed}.` : fullSentence(name)
}

/** Says how many seats are left: "2 of 5 left". */
export const leftLabel = ({ left, total }: Pick<RoleSeats, 'left' | 'total'>) => `${left} of ${total} left`

/** The same after the name of a role. */
export const standsAs = (role: Pick<RoleSeats, 'isOffered' | 'isFull' | 'left' | 'total'>) =>
  role.isOffered ? 'held for you' : role.isFull ? 'full' : leftLabel(role)
