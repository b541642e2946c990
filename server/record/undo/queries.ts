// Reads what taking an act back needs: its lines, and the answers that a deleted role still stands in.
import { rsvpsPerPage } from '#protocol/kernel/limits.ts'
import { refuse } from '#server/kernel/refuse.ts'
import type { Reader } from '#server/kernel/store/store.ts'
import type { Services } from '#server/kernel/write/services.ts'
import type { Caller } from '#server/people/identity/caller.ts'
import { isOfSeats, type UndoLine } from '#server/record/rules/undo.ts'
import { type Activity, activities, actOf, entryView, lineId, undoingAct, undoTexts } from '#server/seats/model/activity.ts'
import { type Group, groups, type Role } from '#server/seats/model/group.ts'
import { type Rsvp, rsvps } from '#server/seats/model/rsvp.ts'
import { type WaitPage, waitPageId, waitPages } from '#server/seats/model/waitlist.ts'
import { manages, mayAssign } from '#server/seats/rights/rights.ts'

/** A line with what is kept of it for an undo alone. */
export type UndoEntry = UndoLine & Pick<Activity, 'removed' | 'groupId'>

/** Every line of the act that `id` belongs to, in order. */
export async function linesOfAct(tx: Reader, id: string): Promise<UndoEntry[]> {
  const act = actOf({ _id: id })
  const lines: UndoEntry[] = []
  for (;;) {
    const line = await tx.get(activities, lineId(act, lines.length))
    if (!line) return lines
    const whole = line.from.settings || line.to.settings ? await tx.get(undoTexts, line._id) : undefined
    const view = entryView(line)
    lines.push({
      ...view,
      groupId: line.groupId,
      ...(whole && { from: { ...view.from, settings: whole.from } }),
      ...(whole && { to: { ...view.to, settings: whole.to } }),
      ...(line.removed && { removed: line.removed }),
    })
  }
}

const linesPerPage = 20
/** The line of a group that `isOfIt`, among those as late as it: answers may have come in between. */
async function lineSince(tx: Reader, groupId: string, { at }: UndoEntry, isOfIt: (line: Activity) => boolean) {
  for (let after: Activity | undefined; ; ) {
    const page: Activity[] = await tx.find(activities, {
      index: 'group',
      where: { groupId },
      descending: true,
      limit: linesPerPage,
      ...(after && { after }),
    })
    const found = page.find(isOfIt)
    after = page.at(-1)
    if (found || !after || after.at < at || page.length < linesPerPage) return found
  }
}

/** R142b: what the same commit changed of other groups: each group has an act of its own, which tells of the event as well. */
export async function linesBeside(tx: Reader, others: readonly Group[], own: readonly UndoEntry[]): Promise<UndoEntry[]> {
  const line = own.find(({ kind }) => kind === 'event')
  if (!line) return []
  const isOfIt = ({ kind, at, by }: Activity) => kind === 'event' && at === line.at && sameActor(by, line.by)
  const found = await Promise.all(
    others.map(async ({ _id: groupId }) => {
      const beside = await lineSince(tx, groupId, line, isOfIt)
      return beside ? linesOfAct(tx, beside._id) : []
    }),
  )
  return found.flat()
}
const sameActor = (one: Activity['by'], other: UndoLine['by']) =>
  one.type === 'person' && other.type === 'person' && one.userId === other.userId

/** The act that has taken back this one, if any. */
export const undoingLines = ({ secrets }: Services, tx: Reader, id: string) =>
  linesOfAct(tx, lineId(undoingAct(secrets, actOf({ _id: id })), 0))
export const isTakenBack = async (services: Services, tx: Reader, id: string) => (await undoingLines(services, tx, id)).length > 0

/** The group of an act, for one who may still do what was done in it. Refuses `activity-unknown`, to strangers as where there is none. */
export async function undoable(
  services: Services,
  tx: Reader,
  groupId: string,
  lines: readonly UndoLine[],
  caller: Caller,
): Promise<Group> {
  const group = await tx.get(groups, groupId)
  if (!group || group.cancelledAt) refuse('activity-unknown')
  if (await manages(services, tx, group, caller)) return group
  const isTheirs = lines.some(({ by }) => by.type === 'person' && by.userId === caller.user?._id)
  return isTheirs && lines.some(isOfSeats) && (await mayAssign(services, tx, group, caller)) ? group : refuse('activity-unknown')
}

/** Whether one of these roles stands in an answer. */
export const isIn = ({ roleIds: held, declinedRoleIds, waits = [], offers = [] }: Rsvp, roleIds: readonly string[]) =>
  [...held, ...declinedRoleIds, ...[...waits, ...offers].map(({ roleId }) => roleId)].some((id) => roleIds.includes(id))

const isUntouched = ({ counts, held, line }: Role) => !held && !line && Object.values(counts).every((count) => count === 0)
/** R8: the deleted roles of these lines, if anybody had one of them. */
export function hadBy(lines: readonly Pick<Activity, 'removed'>[]): string[] {
  const removed = lines.flatMap((line) => line.removed ?? [])
  return removed.every(isUntouched) ? [] : removed.map(({ _id }) => _id)
}

/** R8: everybody in whose answer one of these roles stands. Between the pages others get their turn. */
export async function idsWith(tx: Pick<Reader, 'find'>, groupId: string, roleIds: readonly string[]): Promise<string[]> {
  const found: string[] = []
  for (let last: Rsvp | undefined; roleIds.length > 0; ) {
    const page: Rsvp[] = await tx.find(rsvps, { index: 'group', where: { groupId }, limit: rsvpsPerPage, ...(last && { after: last }) })
    found.push(...page.filter((one) => isIn(one, roleIds)).map(({ _id }) => _id))
    last = page.at(-1)
    if (page.length < rsvpsPerPage) break
    await new Promise((turn) => setImmediate(turn))
  }
  return found
}

/** The pages of the lines that deleted roles had. */
export async function pagesOf({ secrets }: Services, tx: Reader, groupId: string, lines: readonly UndoEntry[]): Promise<WaitPage[]> {
  const places = lines.flatMap(({ removed = [] }) =>
    removed.flatMap(({ _id, line }) => (line ? line.counts.map((_, nth) => ({ roleId: _id, no: line.first + nth })) : [])),
  )
  const found = await Promise.all(places.map(({ roleId, no }) => tx.get(waitPages, waitPageId(secrets, groupId, roleId, no))))
  return found.filter((page) => page !== undefined)
}

/** Whose seats were moved to the waitlist by a lower limit (R93), in the order of their lines. */
export const movedTo = (lines: readonly UndoEntry[]) =>
  lines.flatMap(({ from, to, rsvp, rsvpIds = [] }) => {
    const role = from.roles?.find(({ _id }) => to.waits?.some((wait) => wait._id === _id))
    return role ? [...(rsvp ? [rsvp._id] : rsvpIds)].map((rsvpId) => ({ rsvpId, roleId: role._id })) : []
  })
