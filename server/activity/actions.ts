// Makes the lines of a commit out of the records before and after it (R105). No action remembers to: the write path asks here about every outcome.
import { undoSeconds } from '#protocol/undo.ts'
import { type Grant, grants } from '../assign/model.ts'
import { type Event, events } from '../event/model.ts'
import { type Group, groups } from '../group/model.ts'
import { type Message, messages } from '../message/model.ts'
import { iso } from '../ports/clock.ts'
import { type ReminderRun, reminderRuns } from '../reminder/model.ts'
import { isErased, type Rsvp, rsvps } from '../rsvp/model.ts'
import type { Collection, Stored } from '../store/store.ts'
import { type Acted, type ActivityOf, type Change, type Drafted, put } from '../write/outcome.ts'
import { answerKind, answerSides, type Changer, isOfWaitlist } from './answer-rules.ts'
import { type Activity, activities, forgettings, forgotten, isNamed, lineId, newAct, shortened, undoingAct, undoTexts } from './model.ts'
import * as rules from './rules.ts'

/** The collections whose changes are told. */
const told = [groups, events, rsvps, grants, messages, reminderRuns] as const
const names = new Set(told.map(({ name }) => name))

/** Each record that is written, as it stands and as it will, by collection and id; the last write of one counts. */
type Pairs = ReadonlyMap<string, ReadonlyMap<string, rules.Pair<Stored>>>

async function pairsOf(tx: Drafted, writes: readonly Change[]): Promise<Pairs> {
  const pairs = new Map<string, Map<string, rules.Pair<Stored>>>()
  for (const change of writes) {
    const { name } = change.collection
    if (!names.has(name)) continue
    const after = 'put' in change ? change.put : undefined
    const { _id } = after ?? (change as { readonly drop: Stored }).drop
    const before: Stored | undefined = await tx.get(change.collection, _id)
    if (!before && !after) continue // another process has dropped it already
    const alike = pairs.get(name) ?? new Map<string, rules.Pair<Stored>>()
    pairs.set(name, alike.set(_id, { before, after }))
  }
  return pairs
}

const nothing: readonly never[] = []
const of = <R extends Stored>(pairs: Pairs, { name }: Collection<R>): readonly rules.Pair<R>[] => {
  const found = pairs.get(name)
  return found ? ([...found.values()] as rules.Pair<R>[]) : nothing
}
const either = <R>({ before, after }: rules.Pair<R>): R => (after ?? before) as R

type By = Activity['by']
type Draft = rules.Told & { readonly by: By; readonly via: Activity['via']; readonly rsvp?: Rsvp; readonly rsvpIds?: readonly string[] }

/** Who asked; refuses, as a bug, what is written by nobody. */
function askedBy({ actor, guest }: Acted): Pick<Draft, 'by' | 'via'> {
  if (guest) return { by: { type: 'guest', rsvpId: guest }, via: 'guest' }
  if (actor.by) return { by: actor.by, via: actor.via }
  throw new Error('An outcome changes what the activity tells, and says not who asked: give `guest`, or have an actor')
}
const byItself = { by: { type: 'rolecall' }, via: 'job' } as const

const changerOf = ({ actor, guest }: Acted, { _id }: Rsvp): Changer =>
  guest === _id ? 'holder' : guest ? 'guest' : actor.by?.type === 'person' ? 'person' : 'nobody'

interface Changed {
  readonly pair: rules.Pair<Rsvp>
  readonly sides: rules.Sides
}
/** What an act does to several people at once. */
function actOf(changed: readonly Changed[], { guest }: Acted) {
  const isHandedOver = changed.some(
    ({ pair, sides }) => sides.from.handOver === true && sides.from.roles !== undefined && either(pair)._id !== guest,
  )
  if (changed.length < 2) return { isMoved: () => false, isHandedOver } // one answer loses no role that it gains
  const others = changed.filter(({ sides }) => !isOfWaitlist(sides))
  const ids = (side: 'from' | 'to') => new Set(others.flatMap(({ sides }) => (sides[side].roles ?? []).map(({ _id }) => _id)))
  const lost = ids('from')
  const gained = ids('to')
  return {
    isMoved: ({ from, to }: rules.Sides) =>
      (from.roles ?? []).some(({ _id }) => gained.has(_id)) || (to.roles ?? []).some(({ _id }) => lost.has(_id)),
    isHandedOver,
  }
}

/** The lines about answers. */
export function answerDrafts(pairs: readonly rules.Pair<Rsvp>[], { before, after }: Both, acted: Acted): Draft[] {
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
    const { by, via } = isByItself ? byItself : askedBy(acted)
    return { kind, sides, by, via, rsvp: pair.after ? rsvp : { ...rsvp, name: '' } }
  })
}

/** R96: its holder's data is gone with this commit. */
const isForgotten = ({ before, after }: rules.Pair<Rsvp>) => before !== undefined && (!after || (isErased(after) && !isErased(before)))

const mostIds = 500
/** The same that happened to several people in one act is one line, without their names. */
function folded(drafts: readonly Draft[]): Draft[] {
  if (drafts.length < 2) return [...drafts]
  const alike = new Map<string, Draft[]>()
  for (const draft of drafts) {
    const key = JSON.stringify([draft.kind, draft.sides, draft.by])
    alike.set(key, [...(alike.get(key) ?? []), draft])
  }
  return [...alike.values()].flatMap((same): Draft[] => {
    const [first] = same
    if (!first || same.length === 1) return same
    const { rsvp: _, ...rest } = first
    const ids = same.flatMap(({ rsvp }) => rsvp?._id ?? [])
    const parts = Array.from({ length: Math.ceil(ids.length / mostIds) }, (__, nth) => ids.slice(nth * mostIds, (nth + 1) * mostIds))
    return parts.map((rsvpIds) => ({ ...rest, rsvpIds, count: rsvpIds.length }))
  })
}

interface Both {
  readonly before: Group
  readonly after: Group
}
const nameOf = (rsvp: Rsvp) => (isErased(rsvp) ? '' : rules.nameInLine(rsvp.name))

/** A field that is undefined is not kept. */
const lineOf = (
  { sides, rsvp, kind, by, via, rsvpIds, count, removed }: Draft,
  { _id, groupId, groupRev, at, undoes }: Pick<Activity, '_id' | 'groupId' | 'groupRev' | 'at' | 'undoes'>,
): Activity => ({
  _id,
  rev: 1,
  groupId,
  groupRev,
  at,
  by,
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
const isTold = (group: Group, now: number) => !rules.isUnpublished(group) && (group.expiresAt === null || group.expiresAt > iso(now))

type Tools = Parameters<ActivityOf>[0]
/** The lines about one group. `present` is the group where the outcome writes none. */
function linesOf({ secrets, clock }: Tools, present: Group | undefined, groupId: string, pairs: Pairs, acted: Acted): Change[] {
  const group = (pairs.get(groups.name)?.get(groupId) ?? { before: present, after: present }) as rules.Pair<Group>
  const { after } = group
  const now = clock.now()
  if (!after || !isTold(after, now)) return []
  const here = <R extends Stored & { readonly groupId: string }>(collection: Collection<R>) =>
    of(pairs, collection).filter((one) => either(one).groupId === groupId)
  const event = of<Event>(pairs, events).find((one) => either(one)._id === after.eventId)
  const facts: rules.Told[] = [
    ...rules.eventTold(event ?? { before: undefined, after: undefined }, group),
    ...(group.before === after ? [] : rules.groupTold(group)),
    ...here<Grant>(grants).flatMap(rules.grantTold),
    ...here<Message>(messages).flatMap(rules.messageTold),
    ...here<ReminderRun>(reminderRuns).flatMap(rules.runTold),
  ]
  const drafts = facts.map((one): Draft => ({ ...one, ...askedBy(acted) }))
  drafts.push(...folded(answerDrafts(here<Rsvp>(rsvps), { before: group.before ?? after, after }, acted)))
  if (drafts.length === 0) return []
  const { undoes } = acted
  const act = undoes ? undoingAct(secrets, undoes) : newAct(now, secrets.randomId())
  const at = iso(now)
  return drafts.flatMap((draft, nth) => {
    const line = lineOf(draft, { _id: lineId(act, nth), groupId, groupRev: after.rev, at, undoes })
    return [put(activities, line), ...wholeTexts(line, draft, now)]
  })
}

const wholeMs = 2 * undoSeconds * 1_000
/** R106: what an undo of the line needs and the line itself doesn't keep. */
function wholeTexts({ _id, by, undoes, from, to }: Activity, { sides }: Draft, now: number): Change[] {
  if (by.type !== 'person' || undoes) return []
  const isWhole = JSON.stringify([from.settings, to.settings]) === JSON.stringify([sides.from.settings, sides.to.settings])
  if (isWhole) return []
  return [put(undoTexts, { _id, rev: 1, from: sides.from.settings, to: sides.to.settings, expiresAt: iso(now + wholeMs) })]
}

/** So many lines lose a name in the commit that erases somebody; a job goes on with older ones. */
const mostForgotten = 1_000
/** R96: the newest lines that name somebody, without the name; those too that this batch has written and no store has yet. */
async function forget(tx: Drafted, { _id: rsvpId, groupId }: Rsvp, limit: number): Promise<Change[]> {
  const fresh = tx.kept(activities).filter((line) => line.rsvpId === rsvpId)
  const newest = await tx.find(activities, { index: 'rsvp', where: { rsvpId }, descending: true, limit })
  const ids = new Set([...fresh, ...newest].map(({ _id }) => _id))
  const present = await Promise.all([...ids].map((id) => tx.get(activities, id)))
  const lines = present.flatMap((line) => (line && isNamed(line) ? [put(activities, forgotten(line))] : []))
  const last = newest.at(-1)
  if (!last || newest.length < limit) return lines
  const before = await tx.get(forgettings, rsvpId)
  return [...lines, put(forgettings, { _id: rsvpId, rev: (before?.rev ?? 0) + 1, groupId, reached: last._id })]
}

/** The groups that an outcome is about. */
function groupIdsOf(pairs: Pairs): Set<string> {
  const ids = new Set<string>(pairs.get(groups.name)?.keys())
  for (const one of of<Event>(pairs, events)) for (const id of either(one).groupIds) ids.add(id)
  for (const { name } of [rsvps, grants, messages, reminderRuns])
    for (const one of pairs.get(name)?.values() ?? []) ids.add((either(one) as Stored & { readonly groupId: string }).groupId)
  return ids
}

/** R105: what is written about an outcome besides what it says itself. */
export const activityOf: ActivityOf = async (tools, tx, acted) => {
  const pairs = await pairsOf(tx, acted.writes)
  if (pairs.size === 0) return []
  const lines: Change[] = []
  for (const id of groupIdsOf(pairs)) {
    const present = pairs.get(groups.name)?.has(id) ? undefined : await tx.get(groups, id)
    lines.push(...linesOf(tools, present, id, pairs, acted))
  }
  const gone = of<Rsvp>(pairs, rsvps).filter(isForgotten)
  const each = Math.max(1, Math.floor(mostForgotten / gone.length))
  for (const one of gone) lines.push(...(await forget(tx, either(one), each)))
  return lines
}
