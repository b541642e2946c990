// How the seats of each role stand for this invitee: their own seat is theirs to keep, so it never counts against them.
import type { FormView } from '#protocol/rsvp.ts'

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
  /** No seat is there for this invitee. */
  readonly isFull: boolean
}

interface Mine {
  readonly heldIds: readonly string[]
  readonly chosenIds: readonly string[]
  /** Roles that the server has just refused as full; it may know more than the view on screen. */
  readonly refusedIds: readonly string[]
}

/** Gives the seats of every role, in the form's order. V4: counts adjust for the user's own prior selection. */
export function seatsOf(form: FormView, { heldIds, chosenIds, refusedIds }: Mine): RoleSeats[] {
  const coverage = new Map(form.roleCoverage.map((one) => [one._id, one]))
  return form.roles.map(({ _id, name, max }) => {
    const isHeld = heldIds.includes(_id)
    const isChosen = chosenIds.includes(_id)
    const total = coverage.get(_id)?.total ?? max
    const others = Math.max(0, (coverage.get(_id)?.count ?? 0) - (isHeld ? 1 : 0))
    const isFull = !isHeld && (others >= total || refusedIds.includes(_id))
    return { _id, name, total, others, isHeld, isChosen, isFull, left: Math.max(0, total - others - (isChosen && !isFull ? 1 : 0)) }
  })
}

export const fullSentence = (name: string) => `Role "${name}" is already full.`

/** Says how many seats are left: "2 of 5 left". */
export const leftLabel = ({ left, total }: Pick<RoleSeats, 'left' | 'total'>) => `${left} of ${total} left`
