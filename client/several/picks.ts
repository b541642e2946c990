// What an invitee has picked in the groups of one event and not yet sent: it survives a reload of the tab. Only what was touched; the rest is as it was saved.
import { create } from 'zustand'
import { companionsIn, type DraftCompanion } from '#client/rsvp/answer/draft.ts'

export interface Pick {
  /** false: their seat is given back, or they don't come. */
  readonly isComing: boolean
  /** By id, so that a rename loses nothing. */
  readonly roleIds: readonly string[]
  /** R89: the full roles to wait for, by name. */
  readonly waitFor: readonly string[]
  /** R89: whether getting one role leaves the other waits; whether a seat that is waited for replaces the one that is held. */
  readonly keepWaiting?: boolean | undefined
  readonly replaceRole?: boolean | undefined
  /** R162: what the boxes of each question hold, by its id. */
  readonly answers?: Readonly<Record<string, readonly string[]>> | undefined
  /** R170: all who come along; R172: with how many people they would come for what they wait for. */
  readonly companions?: readonly DraftCompanion[] | undefined
  readonly atLeast?: number | undefined
}
/** By group. */
export type Picks = Readonly<Record<string, Pick>>

interface KeptPicks {
  readonly eventId: string
  readonly picks: Picks
}
export const usePicks = create<KeptPicks>(() => ({ eventId: '', picks: {} }))

const picksKey = (eventId: string) => `severalDraft:${eventId}`
const isTexts = (value: unknown): value is string[] => Array.isArray(value) && value.every((one) => typeof one === 'string')
const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** What another release kept, or somebody wrote there, is nothing. */
function pickIn(value: unknown): Pick | undefined {
  if (!isRecord(value)) return undefined
  const { isComing, roleIds, waitFor, keepWaiting, replaceRole, answers, atLeast } = value
  const companions = companionsIn(value.companions)
  if (typeof isComing !== 'boolean' || !isTexts(roleIds) || !isTexts(waitFor)) return undefined
  const typed = isRecord(answers) ? Object.entries(answers).flatMap(([id, one]) => (isTexts(one) ? [[id, one] as const] : [])) : []
  return {
    isComing,
    roleIds,
    waitFor,
    ...(typed.length > 0 && { answers: Object.fromEntries(typed) }),
    ...(companions && { companions }),
    ...(typeof keepWaiting === 'boolean' && { keepWaiting }),
    ...(typeof replaceRole === 'boolean' && { replaceRole }),
    ...(typeof atLeast === 'number' && { atLeast }),
  }
}

function read(eventId: string): Picks {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(picksKey(eventId)) ?? '{}')
    if (!isRecord(kept)) return {}
    return Object.fromEntries(Object.entries(kept).flatMap(([id, one]) => [pickIn(one)].flatMap((pick) => (pick ? [[id, pick]] : []))))
  } catch {
    return {} // nothing kept, or storage is closed
  }
}

function keep(eventId: string, picks: Picks) {
  usePicks.setState({ eventId, picks })
  try {
    if (Object.keys(picks).length > 0) sessionStorage.setItem(picksKey(eventId), JSON.stringify(picks))
    else sessionStorage.removeItem(picksKey(eventId))
  } catch {
    // Storage is closed: it lives as long as the page.
  }
}

/** Takes up what was picked in this event. */
export function openPicks(eventId: string) {
  if (usePicks.getState().eventId !== eventId) usePicks.setState({ eventId, picks: read(eventId) })
}

/** Picks in some groups; null leaves one as it was saved. */
export function editPicks(changes: Readonly<Record<string, Pick | null>>) {
  const { eventId, picks } = usePicks.getState()
  const all = Object.entries({ ...picks, ...changes }).flatMap(([id, one]) => (one ? [[id, one] as const] : []))
  keep(eventId, Object.fromEntries(all))
}

/** Forgets all that was picked; gives what brings it back, null where nothing was. */
export function setPicksAside(): (() => void) | null {
  const { eventId, picks } = usePicks.getState()
  if (Object.keys(picks).length === 0) return null
  keep(eventId, {})
  return () => keep(eventId, picks)
}

/** Forgets what was picked in these groups: it was sent, or can't be. */
export const dropPicks = (groupIds: readonly string[]) => editPicks(Object.fromEntries(groupIds.map((id) => [id, null])))
