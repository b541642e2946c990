// In which order a list of roles stands, and how much of it: full ones come last (R82), and of too many the first, what one has chosen, and what one looks for (R124).
import { useState } from 'react'
import { roleKey } from '#protocol/kernel/texts.ts'
import type { Filled } from './form-state.ts'
import type { RoleSeats } from './seats.ts'

/** Up to so many are shown as they are; of more, only the first. */
export const manyRoles = 8
const firstRoles = 5

export const rolesFound = (roles: readonly RoleSeats[], sought: string) =>
  roles.filter((role) => roleKey(role.name).includes(roleKey(sought)))

export function useFold(ordered: readonly RoleSeats[], isWaitedFor: (role: RoleSeats) => boolean) {
  const [sought, seek] = useState('')
  const [isOpen, setOpen] = useState(false)
  const isLong = ordered.length > manyRoles
  const found = rolesFound(ordered, sought)
  const isFolded = isLong && !isOpen && sought.trim() === ''
  const first = ordered.slice(0, firstRoles)
  return {
    isLong,
    sought,
    seek,
    found,
    isFolded,
    /** Those in sight; the others are in the page for who has no script. */
    isInSight: (role: RoleSeats) => !isFolded || first.includes(role) || role.isChosen || role.isHeld || isWaitedFor(role),
    unfold: () => setOpen(true),
  }
}

const fullAmong = (seats: readonly RoleSeats[]) => seats.filter((role) => role.isFull && !role.isChosen).map((role) => role._id)

/** Full ones are one line each, but while one looks nothing moves away under the finger. Gives the roles in their order, and those that were full when it was made: at first, after a proof, and when the roles themselves change. */
export function useFullLast({ seats, saved }: Pick<Filled, 'seats' | 'saved'>) {
  const key = [saved?._id, ...seats.map((role) => role._id)].join()
  const [kept, keep] = useState({ key, lastIds: fullAmong(seats) })
  const now = kept.key === key ? kept : { key, lastIds: fullAmong(seats) }
  if (now !== kept) keep(now)
  const isLast = ({ _id }: RoleSeats) => now.lastIds.includes(_id)
  const ordered = [...seats.filter((role) => !isLast(role)), ...seats.filter(isLast)]
  return { ordered, fullIds: now.lastIds.filter((id) => fullAmong(seats).includes(id)) }
}
