// Seats for those who come without an answer: given at once, or out of those that this phone keeps (R192).

import { CallFailed, call } from '#client/lib/call.ts'
import { newKey } from '#client/lib/new-key.ts'
import { serverNow } from '#client/lib/now.ts'
import { doorApi } from '#protocol/seats/door/door.ts'
import type { DoorPerson } from '#protocol/seats/door/person.ts'
import { walkinApi } from '#protocol/seats/door/walkin.ts'
import { keepList } from './offline/kept.ts'
import { keepWaiting } from './offline/waiting.ts'
import { failed, goOffline, unlessLeaving } from './reading.ts'
import { type Answered, maxMs, newScanId } from './scan.ts'
import { addPerson, type Door, isRefused, type KeptSeats, takeIn, useDoor } from './store.ts'

/** The seats of a role that this phone keeps, and can still give. */
export const leasedNow = ({ leases, groupId }: Pick<Door, 'leases' | 'groupId'>, role: string): KeptSeats | undefined =>
  leases.find((one) => one.groupId === groupId && one.role === role && one.seats > 0 && Date.parse(one.until) > serverNow())

export async function keepSeats(role: string, seats: number) {
  const { eventId, groupId } = useDoor.getState()
  const lease = await call(doorApi.lease, { eventId, groupId, role, seats }, { key: newKey() })
  useDoor.setState(({ leases }) => ({ leases: [...leases, { ...lease, groupId, role }] }))
  await keepList()
}

const spent = (leaseId: string) =>
  useDoor.setState(({ leases }) => ({ leases: leases.map((one) => (one.leaseId === leaseId ? { ...one, seats: one.seats - 1 } : one)) }))

interface Newcomer {
  readonly name: string
  readonly role: string
  readonly email?: string
}
/** Refuses in words where no seat is kept. */
async function walkInHere(newcomer: Newcomer, scanId: string, isTried: boolean): Promise<Answered> {
  const door = useDoor.getState()
  const lease = leasedNow(door, newcomer.role)
  if (!lease)
    throw new CallFailed(0, {
      error: `This phone keeps no seat of ${newcomer.role}, and there is no network to ask for one.`,
      code: 'no-lease',
    })
  const at = new Date(serverNow()).toISOString()
  const { groupId } = door
  const person: DoorPerson = {
    _id: scanId,
    name: newcomer.name,
    roles: [newcomer.role],
    standing: 'yes',
    door: { isIn: true, at, door: door.door, line: scanId },
  }
  spent(lease.leaseId)
  await keepWaiting({
    scan: { scanId, kind: 'in', despite: false, at },
    isTried,
    walkin: { ...newcomer, groupId, leaseId: lease.leaseId },
  })
  addPerson(groupId, person)
  await keepList()
  return { answer: { scanId, result: 'ok', person }, isOffline: true }
}

export const walkIn = (newcomer: Newcomer) => unlessLeaving(() => walkInNow(newcomer))
async function walkInNow(newcomer: Newcomer): Promise<Answered> {
  const door = useDoor.getState()
  const { eventId, groupId, mode, isKept } = door
  const scanId = newScanId()
  if (mode === 'offline') return walkInHere(newcomer, scanId, false)
  const ask = (leaseId?: string) =>
    call(
      walkinApi.add,
      { eventId, groupId, scanId, ...newcomer, ...(leaseId && { leaseId }) },
      isKept ? { signal: AbortSignal.timeout(maxMs * 4) } : {},
    )
  try {
    const lease = leasedNow(door, newcomer.role)
    const isFull = (error: unknown) => error instanceof CallFailed && error.code === 'role-full' && lease !== undefined
    const reply = await ask().catch((error: unknown) => {
      if (!lease || !isFull(error)) throw error
      spent(lease.leaseId)
      return ask(lease.leaseId)
    })
    addPerson(groupId, reply.person)
    takeIn([reply.person], reply.counts)
    return { answer: { scanId, result: 'ok', person: reply.person }, isOffline: false }
  } catch (error) {
    if (!isKept || isRefused(error)) {
      if (!isRefused(error)) await failed(eventId, error)
      throw error
    }
    goOffline()
    return walkInHere(newcomer, scanId, true)
  }
}
