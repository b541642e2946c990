// Reads the list of a door: of each group page by page, and of each page only what has changed (R183, R194).

import type { z } from 'zod/mini'
import { CallFailed, call } from '#client/lib/call.ts'
import { serverNow } from '#client/lib/now.ts'
import { useSession } from '#client/lib/session.ts'
import { doorApi } from '#protocol/seats/door/door.ts'
import type { DoorPerson } from '#protocol/seats/door/person.ts'
import { callUnlessSame } from './offline/call-unless-same.ts'
import { forget, isOver, keepList, openKept } from './offline/kept.ts'
import { forgetWaiting, readWaiting, sendWaiting, showWaiting } from './offline/waiting.ts'
import { emptyDoor, isEnded, useDoor } from './store.ts'

type Page = z.output<typeof doorApi.list.reply>
const pages = new Map<string, { readonly etag: string; readonly page: Page }>()

/** A page of 2,500 guests on a slow line. */
const pageMs = 20_000
async function readPage(eventId: string, groupId: string, cursor: string | null): Promise<Page> {
  const name = `${eventId} ${groupId} ${cursor}`
  const known = pages.get(name)
  const asked = { eventId, ...(groupId && { groupId }), ...(cursor && { cursor }) }
  const answer = await callUnlessSame(doorApi.list, asked, known?.etag, AbortSignal.timeout(pageMs))
  if (answer === 'same' && known) return known.page
  if (answer === 'same') throw new Error('Unchanged, without a copy of it here')
  pages.set(name, { etag: answer.etag, page: answer.reply })
  return answer.reply
}

async function readGroup(eventId: string, groupId: string) {
  const people: DoorPerson[] = []
  const first = await readPage(eventId, groupId, null)
  people.push(...first.people)
  for (let cursor = first.nextCursor; cursor !== null; ) {
    const page = await readPage(eventId, groupId, cursor)
    people.push(...page.people)
    cursor = page.nextCursor
  }
  return { first, people: people.toSorted((a, b) => a.name.localeCompare(b.name)) }
}

/** The list of the chosen group is shown first; the others are read for passes of theirs. */
async function readAll(eventId: string, wanted: string) {
  const { first, people } = await readGroup(eventId, wanted)
  const { event, door, manages = false, paired = false, groups, groupId, keys, until } = first
  const lists = { ...useDoor.getState().lists, [groupId]: people }
  useDoor.setState({ event, door, manages, paired, groups, groupId, lists, keys, until, readAt: serverNow(), failure: null })
  showWaiting()
  for (const { _id } of groups) {
    if (_id === groupId) continue
    const other = await readGroup(eventId, _id)
    useDoor.setState((now) => ({ lists: { ...now.lists, [_id]: other.people } }))
  }
  if (groups.length > 1) showWaiting()
}

let reading: Promise<void> | undefined
/** Reads the list. What failed leaves the one there was. */
export function readDoor(eventId: string, groupId = useDoor.getState().groupId): Promise<void> {
  reading ??= unlessLeaving(() => readNow(eventId, groupId)).finally(() => {
    reading = undefined
  })
  return reading
}
async function readNow(eventId: string, groupId: string) {
  try {
    await readAll(eventId, groupId)
    await keepList().catch(() => useDoor.setState({ isKept: false }))
  } catch (error) {
    await failed(eventId, error)
  }
}
/** Shows another group, from what is here at once. */
export function chooseGroup(eventId: string, groupId: string) {
  if (useDoor.getState().lists[groupId]) useDoor.setState({ groupId })
  return readDoor(eventId, groupId)
}

/** R189: a call failed, or took too long. R190: after the phone was cut off nothing stays here. */
export async function failed(eventId: string, error: unknown) {
  if (isEnded(error)) return endDoor(eventId)
  const { event, isKept } = useDoor.getState()
  useDoor.setState({ failure: 'offline' })
  if (event && isKept) goOffline()
}
export function goOffline() {
  if (useDoor.getState().mode === 'online') useDoor.setState({ mode: 'offline', since: serverNow() })
}
/** R190: leaves nothing of it here. */
export async function endDoor(eventId: string, why: 'ended' | 'left' = 'ended') {
  pages.clear()
  forgetWaiting()
  await forget(eventId, why)
}

/** What this phone is doing that can put something on its disk. */
const underWay = new Set<Promise<unknown>>()
let leaving: Promise<unknown> = Promise.resolve()
/** Does what can put something on this phone's disk: never while the phone leaves, which would delete it unsent (R190). */
export async function unlessLeaving<T>(act: () => Promise<T>): Promise<T> {
  await leaving
  const done = act()
  underWay.add(done)
  try {
    return await done
  } finally {
    underWay.delete(done)
  }
}
async function leaveNow(eventId: string) {
  await Promise.allSettled(underWay)
  const { mode, waiting } = useDoor.getState()
  if (mode === 'offline' || waiting > 0)
    throw new CallFailed(0, {
      error: 'This phone holds scans that aren’t sent yet. Leave the door once it is online again.',
      code: 'scans-wait',
    })
  await call(doorApi.unpair, { eventId }).catch((error: unknown) => {
    if (!isEnded(error)) throw error // it may be nobody there any more
  })
  await endDoor(eventId, 'left')
}
/** R190: this phone leaves the door, at a press. */
export function leaveDoor(eventId: string): Promise<void> {
  const left = leaveNow(eventId)
  leaving = left.catch(() => {})
  return left
}

/** By whose login, or null where a phone is paired without one. */
let openedAs: string | null = null

/** Opens a door: what was kept is there at once, the rest when the server answers. */
export async function openDoor(eventId: string) {
  const { token, organizerToken } = useSession.getState()
  const as = token ?? organizerToken
  // R190: nor does whoever comes after somebody who logged out in this tab find their list.
  if (useDoor.getState().eventId !== eventId || as !== openedAs) {
    openedAs = as
    pages.clear()
    forgetWaiting()
    useDoor.setState({ ...emptyDoor, eventId })
  }
  if (await openKept(eventId)) {
    await readWaiting()
    showWaiting()
    if (useDoor.getState().waiting > 0) goOffline()
  } else await readWaiting()
  if (useDoor.getState().mode === 'offline') return tryAgain(eventId)
  await readDoor(eventId)
  // What was left to be sent by whoever logged out here.
  if (useDoor.getState().waiting > 0) await tryAgain(eventId)
}

/** R189: sends what waits; once nothing does, and the list came, the phone is online again. */
export async function tryAgain(eventId: string) {
  if (isOver()) return endDoor(eventId)
  try {
    if (!(await sendWaiting(eventId))) return
    await readDoor(eventId)
    const { failure, waiting } = useDoor.getState()
    if (failure === null && waiting === 0) useDoor.setState({ mode: 'online' })
  } catch (error) {
    await failed(eventId, error)
  }
}
