// The groups on screen and the answers of those one manages: replies, watch views and broadcasts all come in here.
import { create } from 'zustand'
import { withNewer, without } from '#client/lib/by-id.ts'
import { receive } from '#client/lib/live.ts'
import { useSession } from '#client/lib/session.ts'
import { putSums } from '#client/records/tallies.ts'
import type { TierLimits } from '#protocol/kernel/limits.ts'
import type { GroupPage, GroupView, PublicGroup, RsvpRow } from '#protocol/seats/group.ts'
import type { CameNow } from '#protocol/seats/tally/tally.ts'

/** The answers of one group that are loaded so far, in the order they came; new ones first. */
export interface Answered {
  readonly rows: readonly RsvpRow[]
  /** Where the next page starts; null when all are here. */
  readonly nextCursor: string | null
}
interface Groups {
  /** As their managers see them. */
  readonly byId: Readonly<Record<string, GroupView>>
  /** As everyone else does. */
  readonly publicById: Readonly<Record<string, PublicGroup>>
  readonly limitsById: Readonly<Record<string, TierLimits>>
  readonly answered: Readonly<Record<string, Answered>>
  /** R94: where the next page of the answers whose seats are being handed over starts, by group; null when all are here, absent while none was read. */
  readonly nextHandOver: Readonly<Record<string, string | null>>
  /** Rows that have just moved, to glow once. */
  readonly moved: ReadonlySet<string>
}
const nothing: Groups = { byId: {}, publicById: {}, limitsById: {}, answered: {}, nextHandOver: {}, moved: new Set() }

export const useGroups = create<Groups>(() => nothing)

/** The only way in for groups as their managers see them: an older rev never overwrites a newer one. */
export function putGroup(view: GroupView) {
  useGroups.setState(({ byId }) => ({ byId: withNewer(byId, view) }))
  if (view.door) putSums(view._id, view.door)
}

const noAnswers: Answered = { rows: [], nextCursor: null }
const fewRows = 8

/** The only way in for answers, of one group or of many. An older rev never overwrites a newer one. */
export function putRows(rows: readonly RsvpRow[], place: 'first' | 'last' = 'last') {
  useGroups.setState(({ answered }) => {
    const next: Record<string, Answered> = { ...answered }
    for (const groupId of new Set(rows.map((row) => row.groupId))) {
      const held = next[groupId] ?? noAnswers
      next[groupId] = {
        ...held,
        rows: upsert(
          held.rows,
          rows.filter((row) => row.groupId === groupId),
          place,
        ),
      }
    }
    return { answered: next }
  })
}

/** Finds rows by their ids: a few by looking through the list, many by a map of it, which takes longer to make. */
function finder(held: readonly RsvpRow[], wanted: number): (id: string) => number {
  if (wanted <= fewRows) return (id) => held.findIndex((row) => row._id === id)
  const at = new Map(held.map((row, index) => [row._id, index]))
  return (id) => at.get(id) ?? -1
}

/** R193: what is told of an answer alone doesn't say whether they came. */
const withCame = (row: RsvpRow, came: RsvpRow['came']): RsvpRow => (row.came === undefined && came ? { ...row, came } : row)

function upsert(held: readonly RsvpRow[], rows: readonly RsvpRow[], place: 'first' | 'last'): RsvpRow[] {
  const next = [...held]
  const added = new Map<string, RsvpRow>()
  const find = finder(held, rows.length)
  for (const row of rows) {
    const index = find(row._id)
    if (index < 0) added.set(row._id, row)
    // An equal rev may pass: a renamed role changes what a row says, not the row.
    else if ((next[index]?.rev ?? -1) <= row.rev) next[index] = withCame(row, next[index]?.came)
  }
  const all = place === 'first' ? [...[...added.values()].reverse(), ...next] : [...next, ...added.values()]
  return rows.some((row) => row.isGone) ? all.filter((row) => !row.isGone) : all
}

/** Tells the manager's view from the public one. */
export const isManaged = (group: GroupView | PublicGroup): group is GroupView => 'answers' in group

/** R39, R200: those who manage the group, assign in it or otherwise help are shown its board. */
export const isInside = ({ group }: GroupPage) => isManaged(group)

/** The first page of the answers, and those that emails don't reach, wherever they lie (R130). */
export const withUnreached = ({ rsvps, unreached = [] }: GroupPage): RsvpRow[] => {
  const isThere = new Set(rsvps.map(({ _id }) => _id))
  return [...rsvps, ...unreached.filter(({ _id }) => !isThere.has(_id))]
}

/** R140: takes in the groups of an event, each as its reader may see it. */
export function putGroups(all: readonly (GroupView | PublicGroup)[]) {
  for (const group of all) {
    if (isManaged(group)) putGroup(group)
    else useGroups.setState(({ publicById }) => ({ publicById: withNewer(publicById, group) }))
  }
}

/** Takes in everything the group page opens with. */
export function putPage(page: GroupPage) {
  const { group } = page
  const { tierLimits } = page
  if (tierLimits) useGroups.setState((held) => ({ limitsById: { ...held.limitsById, [group._id]: tierLimits } }))
  if (!isManaged(group)) {
    useGroups.setState(({ publicById }) => ({ publicById: withNewer(publicById, group) }))
    return
  }
  putGroup(group)
  putRows(withUnreached(page))
  useGroups.setState(({ answered }) => ({
    answered: { ...answered, [group._id]: { rows: answered[group._id]?.rows ?? [], nextCursor: page.nextCursor } },
  }))
}

/** Takes in a further page of answers. */
export function putMore(groupId: string, { rsvps, nextCursor }: { rsvps: readonly RsvpRow[]; nextCursor: string | null }) {
  putRows(rsvps)
  useGroups.setState(({ answered }) => ({ answered: { ...answered, [groupId]: { rows: answered[groupId]?.rows ?? [], nextCursor } } }))
}

/** Takes in a page of the answers whose seats are being handed over: they are answers like the others. */
export function putHandOvers(groupId: string, { rsvps, nextCursor }: { rsvps: readonly RsvpRow[]; nextCursor: string | null }) {
  putRows(rsvps)
  useGroups.setState(({ nextHandOver }) => ({ nextHandOver: { ...nextHandOver, [groupId]: nextCursor } }))
}

/** Puts all that is loaded in place of what was; a row that has moved on in the meantime stays as it is. */
export function replaceRows(groupId: string, rows: readonly RsvpRow[], nextCursor: string | null) {
  useGroups.setState(({ answered }) => {
    const held = new Map(answered[groupId]?.rows.map((row) => [row._id, row]))
    const fresh = rows.map((row) => {
      const known = held.get(row._id)
      return known && known.rev > row.rev ? known : row
    })
    return { answered: { ...answered, [groupId]: { rows: fresh, nextCursor } } }
  })
}

/** Forgets a group that is gone, or whose right has ended: nothing of it may stay on screen. */
export function dropGroup(groupId: string) {
  useGroups.setState((held) => ({
    byId: without(held.byId, groupId),
    publicById: without(held.publicById, groupId),
    answered: without(held.answered, groupId),
    nextHandOver: without(held.nextHandOver, groupId),
  }))
}

/** The list takes rows in at once, and ten times a second while more come, so that a crowd answering at once doesn't hold up the page. */
const rowsEveryMs = 100
const glowMs = 1500
let waiting: RsvpRow[] = []
let isPausing = false

function takeRow(row: RsvpRow) {
  waiting.push(row)
  if (!isPausing) takeWaiting()
}

function takeWaiting() {
  isPausing = waiting.length > 0
  if (!isPausing) return
  setTimeout(takeWaiting, rowsEveryMs)
  const rows = waiting
  waiting = []
  const ids = rows.map((row) => row._id)
  putRows(rows, 'first')
  useGroups.setState(({ moved }) => ({ moved: new Set([...moved, ...ids]) }))
  setTimeout(() => useGroups.setState(({ moved }) => ({ moved: new Set([...moved].filter((id) => !ids.includes(id))) })), glowMs)
}

/** R193 */
function takeCame({ _id, groupId, came }: CameNow) {
  useGroups.setState(({ answered }) => {
    const held = answered[groupId]
    return held
      ? { answered: { ...answered, [groupId]: { ...held, rows: held.rows.map((row) => (row._id === _id ? { ...row, came } : row)) } } }
      : {}
  })
}

receive('group', putGroup)
receive('rsvp', takeRow)
receive('came', takeCame)

/** Nothing of one person stays on screen for the next. */
useSession.subscribe((now, before) => {
  if (now.token !== before.token || now.organizerToken !== before.organizerToken) {
    waiting = []
    useGroups.setState(nothing)
  }
})
