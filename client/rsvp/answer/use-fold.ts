// A list of roles too long to take in at a glance is folded: the first of them, what one has chosen, and what one looks for (R124).
import { useState } from 'react'
import { roleKey } from '#protocol/kernel/texts.ts'
import type { RoleSeats } from './seats.ts'

/** Up to so many are shown as they are; of more, only the first. */
const manyRoles = 8
const firstRoles = 5

export function useFold(ordered: readonly RoleSeats[], isWaitedFor: (role: RoleSeats) => boolean) {
  const [sought, seek] = useState('')
  const [isOpen, setOpen] = useState(false)
  const isLong = ordered.length > manyRoles
  const found = ordered.filter((role) => roleKey(role.name).includes(roleKey(sought)))
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
