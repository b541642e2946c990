// Full roles come last, each as one line (R82); but while one looks nothing moves away under the finger.
import { useState } from 'react'
import type { Filled } from './form-state.ts'
import type { RoleSeats } from './seats.ts'

const fullAmong = (seats: readonly RoleSeats[]) => seats.filter((role) => role.isFull && !role.isChosen).map((role) => role._id)

/** Gives the roles in their order, and those that were full when it was made: at first, after a proof, and when the roles themselves change. */
export function useFullLast({ seats, saved }: Pick<Filled, 'seats' | 'saved'>) {
  const key = [saved?._id, ...seats.map((role) => role._id)].join()
  const [kept, keep] = useState({ key, lastIds: fullAmong(seats) })
  const now = kept.key === key ? kept : { key, lastIds: fullAmong(seats) }
  if (now !== kept) keep(now)
  const isLast = ({ _id }: RoleSeats) => now.lastIds.includes(_id)
  const ordered = [...seats.filter((role) => !isLast(role)), ...seats.filter(isLast)]
  return { ordered, fullIds: now.lastIds.filter((id) => fullAmong(seats).includes(id)) }
}
