// Makes the lines of a commit out of the records before and after it (R105). No action remembers to: the write path asks here about every outcome (decision 0110).
import { undoSeconds } from '#protocol/kernel/limits.ts'
import { iso } from '#server/kernel/ports/clock.ts'
import type { Collection, Stored } from '#server/kernel/store/store.ts'
import {
  type AlsoWritten,
  type AuthoredCommit,
  type Drafted,
  isOfGuest,
  type Pairs,
  pairOf,
  pairsIn,
  put,
  type RecordWrite,
} from '#server/kernel/write/outcome.ts'
import { nameIn } from '#server/people/identity/memberships.ts'
import { type Teammate, groupIdsOf as teamGroupIds, teammates } from '#server/people/model/team.ts'
import * as rules from '#server/record/rules/activity.ts'
import { answerKind, answerSides, type Changer, isClaimed, isOfWaitlist } from '#server/record/rules/activity-answer.ts'
import {
  type Activity,
  activities,
  forgettings,
  forgotten,
  isNamed,
  lineId,
  newAct,
  shortened,
  undoingAct,
  undoTexts,
} from '#server/seats/model/activity.ts'
import { attendances, doorCounts } from '#server/seats/model/door.ts'
import { events } from '#server/seats/model/event.ts'
import { type Group, groups } from '#server/seats/model/group.ts'
import { type Message, messages } from '#server/seats/model/message.ts'
import { type ReminderRun, reminderRuns } from '#server/seats/model/reminder.ts'
import { isErased, type Rsvp, rsvps } from '#server/seats/model/rsvp.ts'

const either = <R>({ before, after }: rules.Pair<R>): R => (after ?? before) as R

type By = Activity['by']
type EntryDraft = rules.Fact & {
  readonly by: By
  readonly via: Activity['via']
  readonly rsvp?: Rsvp
  readonly rsvpIds?: readonly string[]
}

/** Who asked; refuses, as a bug, what is written by nobody. */
function askedBy({ actor, guest }: AuthoredCommit): Pick<EntryDraft, 'by' | 'via'> {
  if (guest) return { by: { type: 'guest', rsvpId: guest }, via: 'guest' }
  if (actor.by) return { by: actor.by, via: actor.via }
  throw new Error('An outcome changes what the activity tells, and says not who asked: give `guest`, or have an actor')
}
const byItself = { by: { type: 'rolecall' }, via: 'job' } as const

const changerOf = (acted: AuthoredCommit, { _id }: Rsvp): Changer =>
  isOfGuest(acted, _id) ? 'holder' : acted.guest ? 'guest' : acted.actor.by?.type === 'person' ? 'person' : 'nobody'

interface AnswerChange {
  readonly pair: rules.Pair<Rsvp>
  readonly sides: rules.EntryDiff
}
/** What an act does to several people at once. */
function actOf(changed: readonly AnswerChange[], { guest }: AuthoredCommit) {
  const isHandedOver = changed.some(
    ({ pair, sides }) =>
      ((sides.from.handOver === true && sides.from.roles !== undefined) || isClaimed(sides)) && either(pair)._id !== guest,
  )
  if (changed.length < 2) return { isMoved: () => false, isHandedOver } // one answer loses no role that it gains
  const others = changed.filter(({ sides }) => !isOfWaitlist(sides))
  const ids = (side: 'from' | 'to') => new Set(others.flatMap(({ sides }) => (sides[side].roles ?? []).map(({ _id }) => _id)))
  const lost = ids('from')
  const gained = ids('to')
  return {
    isMoved: ({ from, to }: rules.EntryDiff) =>
      (from.roles ?? []).some(({ _id }) => gained.has(_id)) || (to.roles ?? []).some(({ _id }) => lost.has(_id)),
    isHandedOver,
  }
}

/** The lines about answers. */
export function answerDrafts(pairs: readonly rules.Pair<Rsvp>[], { before, after }: GroupPair, acted: AuthoredCommit): EntryDraft[] {
  const changed = pairs.flatMap((pair) => {
    const sides = answerSides(pair, before, after)
    return sides || isForgotten(pair) ? [{ pair, sides: sides ?? { from: {}, to: {} } }] : []
  })
  const { isMoved, isHandedOver } = actOf(changed, acted)
  return changed.map(({ pair, sides }) => {
    const rsvp = either(pair)
    const changer = changerOf(acted, rsvp)
    const kind = answerKind(pair, sides, changer, { isMoved: isMoved(sides), isHandedOver })
    const isByItself = changer === 'guest' && kind === 'seat'
    const { by, via } = isByItself ? byItself : askedBy(changer === 'holder' ? { ...acted, guest: rsvp._id } : acted)
    return { kind, sides, by, via, rsvp: pair.after ? rsvp : { ...rsvp, name: '' } }
  })
}

/** R96: its holder's data is gone with this commit. */
const isForgotten = ({ before, after }: rules.Pair<Rsvp>) => before !== undefined && (!after || (isErased(after) && !isErased(before)))

const maxIds = 500
/** The same that happened to several people in one act is one line, without their names. */
function folded(drafts: readonly EntryDraft[]): EntryDraft[] {
  if (drafts.length < 2) return [...drafts]
  const alike = new Map<string, EntryDraft[]>()
  for (const draft of drafts) {
    const key = JSON.stringify([draft.kind, draft.sides, draft.by])
    alike.set(key, [...(alike.get(key) ?? []), draft])
  }
  return [...alike.values()].flatMap((same): EntryDraft[] => {
    const [first] = same
    if (!first || same.length === 1) return same
    const { rsvp: _, ...rest } = first
    const ids = same.flatMap(({ rsvp }) => rsvp?._id ?? [])
    const parts = Array.from({ length: Math.ceil(ids.length / maxIds) }, (__, nth) => ids.slice(nth * maxIds, (nth + 1) * maxIds))
    return parts.map((rsvpIds) => ({ ...rest, rsvpIds, count: rsvpIds.length }))
  })
}

interface GroupPair {
  readonly before: Group
  readonly after: Group
}
const nameOf = (rsvp: Rsvp) => (isErased(rsvp) ? '' : rules.nameInLine(rsvp.name))

/** A field that is undefined is not kept. */
const lineOf = (
  { sides, rsvp, kind, by, via, rsvpIds, count, removed }: EntryDraft,
  { _id, groupId, groupRev, at, undoes }: Pick<Activity, '_id' | 'groupId' | 'groupRev' | 'at' | 'undoes'>,
): Activity => ({
  _id,
  rev: 1,
  groupId,
  groupRev,
  at,
  by: by.type === 'guest' && by.rsvpId === rsvp?._id ? { type: 'guest' } : by,
  via,
  kind,
  rsvpId: rsvp?._id,
  rsvpName: (rsvp && nameOf(rsvp)) || undefined,
  rsvpIds,
  count,
  from: shortened(sides.from),
  to: shortened(sides.to),
  undoes,
  removed,
})

/** Whether a group has an activity: not before it is published, nor once it is to be removed for good. */
const isRecorded = (group: Group, now: number) => !rules.isUnpublished(group) && (group.expiresAt === null || group.expiresAt > iso(now))

/** `now` is of the commit: by it an undo knows the lines that belong together, in whichever group. */
interface LineDeps extends Pick<Parameters<AlsoWritten>[0], 'secrets'> {
  readonly now: number
}
/** The lines about one group. `current` is the group where the outcome writes none. */
function linesOf(
  { secrets, now }: LineDeps,
  current: Group | undefined,
  groupId: string,
  pairs: Pairs,
  acted: AuthoredCommit,
): RecordWrite[] {
  const group = pairOf(pairs, groups, groupId) ?? { before: current, after: current }
  const { after } = group
  if (!after || !isRecorded(after, now)) return []
  const here = <R extends GroupRecord>(collection: Collection<R>) =>
    pairsIn(pairs, collection).filter((one) => either(one).groupId === groupId)
  const event = pairsIn(pairs, events).find((one) => either(one)._id === after.eventId)
  const facts: rules.Fact[] = [
    ...rules.eventFacts(event ?? { before: undefined, after: undefined }, group),
    ...(group.before === after ? [] : rules.groupFacts(group)),
    ...pairsIn(pairs, teammates)
      .filter((one) => either(one).eventId === after.eventId)
      .flatMap((one) => rules.teamFacts(one, groupId)),
    ...here<Message>(messages).flatMap(rules.messageFacts),
    ...here<ReminderRun>(reminderRuns).flatMap(rules.runFacts),
    ...pairsIn(pairs, doorCounts)
      .filter((one) => either(one)._id === groupId)
      .flatMap(rules.missedFacts),
  ]
  const drafts = facts.map((one): EntryDraft => ({ ...one, ...askedBy(acted) }))
  drafts.push(...folded(answerDrafts(here<Rsvp>(rsvps), { before: group.before ?? after, after }, acted)))
  if (drafts.length === 0) return []
  const { undoes } = acted
  const act = undoes ? undoingAct(secrets, undoes) : newAct(secrets.risingId(now))
  const at = iso(now)
  return drafts.flatMap((draft, nth) => {
    const line = lineOf(draft, { _id: lineId(act, nth), groupId, groupRev: after.rev, at, undoes })
    return [put(activities, line), ...wholeTexts(line, draft, now)]
  })
}

const wholeMs = 2 * undoSeconds * 1_000
/** R106: what an undo of the line needs and the line itself doesn't keep. */
function wholeTexts({ _id, by, undoes, from, to }: Activity, { sides }: EntryDraft, now: number): RecordWrite[] {
  if (by.type !== 'person' || undoes) return []
  const isWhole = JSON.stringify([from.settings, to.settings]) === JSON.stringify([sides.from.settings, sides.to.settings])
  if (isWhole) return []
  return [put(undoTexts, { _id, rev: 1, from: sides.from.settings, to: sides.to.settings, expiresAt: iso(now + wholeMs) })]
}

/** So many lines lose a name in the commit that erases somebody; a job goes on with older ones (decision 0111). */
const maxForgotten = 1_000
/** R96: the newest lines that name somebody, without the name; those too that this batch has written and no store has yet. */
async function forget(tx: Drafted, { _id: rsvpId, groupId }: Rsvp, limit: number): Promise<RecordWrite[]> {
  const fresh = tx.kept(activities).filter((line) => line.rsvpId === rsvpId)
  const newest = await tx.find(activities, { index: 'rsvp', where: { rsvpId }, descending: true, limit })
  const ids = new Set([...fresh, ...newest].map(({ _id }) => _id))
  const current = await Promise.all([...ids].map((id) => tx.get(activities, id)))
  const lines = current.flatMap((line) => (line && isNamed(line) ? [put(activities, forgotten(line))] : []))
  const last = newest.at(-1)
  if (!last || newest.length < limit) return lines
  const before = await tx.get(forgettings, rsvpId)
  return [...lines, put(forgettings, { _id: rsvpId, rev: (before?.rev ?? 0) + 1, groupId, reached: last._id })]
}

interface GroupRecord extends Stored {
  readonly groupId: string
}
/** R202: the groups that a record of a team is for. */
const groupsOf = async (tx: Drafted, one: Teammate) =>
  teamGroupIds(one).length > 0 ? teamGroupIds(one) : ((await tx.get(events, one.eventId))?.groupIds ?? [])

/** The groups that an outcome is about. */
async function groupIdsOf(tx: Drafted, pairs: Pairs): Promise<Set<string>> {
  const ids = new Set<string>(pairs.get(groups.name)?.keys())
  for (const one of pairsIn(pairs, events)) for (const id of either(one).groupIds) ids.add(id)
  const ofGroups: readonly rules.Pair<GroupRecord>[] = [
    ...pairsIn(pairs, rsvps),
    ...pairsIn(pairs, messages),
    ...pairsIn(pairs, reminderRuns),
  ]
  for (const one of ofGroups) ids.add(either(one).groupId)
  // Every scan writes such a record: what it tells is looked at first.
  for (const one of pairsIn(pairs, doorCounts)) if (rules.missedFacts(one).length > 0) ids.add(either(one)._id)
  for (const { before, after } of pairsIn(pairs, teammates))
    for (const one of [before, after]) for (const id of one ? await groupsOf(tx, one) : []) ids.add(id)
  return ids
}

/** R104f: whoever acts in a group of an organization is called as the organization knows them. */
async function called(tx: Drafted, group: Group | undefined, acted: AuthoredCommit): Promise<AuthoredCommit> {
  const { by } = acted.actor
  if (by?.type !== 'person' || !group?.ownerOrgId) return acted
  return { ...acted, actor: { ...acted.actor, by: { ...by, name: await nameIn(tx, group.ownerOrgId, by.userId) } } }
}

/** R185: a line about each who was let in all the same; a phone is nobody, so it is told of the guest. */
async function letInLines({ secrets, now }: LineDeps, tx: Drafted, pairs: Pairs): Promise<RecordWrite[]> {
  const lines: RecordWrite[] = []
  for (const pair of pairsIn(pairs, attendances)) {
    const [scanned] = rules.letInAnyway(pair)
    const { _id, groupId } = either(pair)
    const [group, rsvp] = scanned ? [await tx.get(groups, groupId), await tx.get(rsvps, _id)] : []
    if (!scanned || !group || !rsvp || !isRecorded(group, now)) continue
    const draft: EntryDraft = {
      kind: 'let-in',
      sides: { from: {}, to: scanned },
      by: { type: 'guest', rsvpId: _id },
      via: 'guest',
      rsvp,
    }
    const place = { groupId, groupRev: group.rev, at: iso(now), undoes: undefined }
    lines.push(put(activities, lineOf(draft, { _id: lineId(newAct(secrets.risingId(now)), 0), ...place })))
  }
  return lines
}

/** R105: what is written about an outcome besides what it says itself. */
export const activityOf: AlsoWritten = async ({ secrets, clock }, tx, acted) => {
  const { pairs } = acted
  if (pairs.size === 0) return []
  const tools = { secrets, now: clock.now() }
  const lines: RecordWrite[] = []
  for (const id of await groupIdsOf(tx, pairs)) {
    const current = pairs.get(groups.name)?.has(id) ? undefined : await tx.get(groups, id)
    lines.push(...linesOf(tools, current, id, pairs, await called(tx, pairOf(pairs, groups, id)?.after ?? current, acted)))
  }
  lines.push(...(await letInLines(tools, tx, pairs)))
  const gone = pairsIn(pairs, rsvps).filter(isForgotten)
  const each = Math.max(1, Math.floor(maxForgotten / gone.length))
  for (const one of gone) lines.push(...(await forget(tx, either(one), each)))
  return lines
}
