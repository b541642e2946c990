// How one answer changes in a commit, read off the records before and after it: what each consequence gets.

import type { Reader } from '#server/kernel/store/store.ts'
import { type AuthoredCommit, isOfGuest, type Pair, pairOf, pairsIn } from '#server/kernel/write/outcome.ts'
import { eventFor, events, type GroupEvent } from '#server/seats/model/event.ts'
import { type Group, groups, type Role } from '#server/seats/model/group.ts'
import { isErased, isRemoved, type Rsvp, rsvps } from '#server/seats/model/rsvp.ts'

export interface SeatChange extends Pair<Rsvp> {
  /** Who is told: as they are known after it or, where their data is erased in it, before. */
  readonly person: Rsvp
  /** Who changed it: its holder, another guest, somebody who manages the group, or nobody. */
  readonly by: 'holder' | 'guest' | 'person' | 'nobody'
  /** R105: the answer of the guest who asked for the commit. */
  readonly guest: string | undefined
  readonly was: Group
  readonly group: Group
  readonly event: GroupEvent | undefined
  /** R143: the commit is about answers of theirs in other groups too. */
  readonly isOneOfMany: boolean
  /** Roles whose seats came and went; one that was deleted is handled elsewhere (R8). */
  readonly gained: readonly Role[]
  readonly lost: readonly Role[]
  /** Those of them that were waited or held for this person, and that they wait for now. */
  readonly fromLine: readonly Role[]
  readonly toLine: readonly Role[]
  readonly isErased: boolean
  /** R102: goes over to another address in this commit. */
  readonly isReplaced: boolean
  /** R129: those who manage the group take the whole answer away in it, or an undo brings it back. */
  readonly removal: 'away' | 'back' | undefined
}

const none: readonly never[] = []
const held = (rsvp: Rsvp | undefined): readonly string[] => (rsvp && rsvp.attending !== false ? rsvp.roleIds : none)
const rolesOnlyIn = (one: readonly string[], other: readonly string[], { roles }: Group): readonly Role[] =>
  one.length === 0 ? none : roles.filter(({ _id }) => one.includes(_id) && !other.includes(_id))
const inLine = (rsvp: Rsvp | undefined, { _id }: Role) =>
  rsvp !== undefined && [rsvp.waits, rsvp.offers].some((all) => all?.some(({ roleId }) => roleId === _id))
const waitsFor = (rsvp: Rsvp | undefined, { _id }: Role) => rsvp?.waits?.some(({ roleId }) => roleId === _id) === true

const changerOf = (acted: AuthoredCommit, { _id }: Rsvp): SeatChange['by'] =>
  isOfGuest(acted, _id) ? 'holder' : acted.guest ? 'guest' : acted.actor.by?.type === 'person' ? 'person' : 'nobody'

/** Nobody is there to be told of an answer that was erased before. */
const personIn = ({ before, after }: Pair<Rsvp>) => [after, before].find((rsvp) => rsvp && !isErased(rsvp))

function removalIn({ before, after }: Pair<Rsvp>, { undoes }: AuthoredCommit): SeatChange['removal'] {
  if (!before || !after || isRemoved(before) === isRemoved(after)) return undefined
  return isRemoved(after) ? 'away' : undoes ? 'back' : undefined
}

interface ChangeContext {
  readonly acted: AuthoredCommit
  readonly groups: Pair<Group>
  readonly event: GroupEvent | undefined
  readonly isReplacing: boolean
}
function changeOf({ before, after }: Pair<Rsvp>, person: Rsvp, group: Group, around: ChangeContext) {
  const [had, has] = [held(before), held(after)]
  const gained = rolesOnlyIn(has, had, group)
  const lost = rolesOnlyIn(had, has, group)
  const change: SeatChange = {
    before,
    after,
    person,
    by: changerOf(around.acted, person),
    guest: around.acted.guest,
    isOneOfMany: (around.acted.guestToo ?? none).length > 0,
    was: around.groups.before ?? group,
    group,
    event: around.event,
    gained,
    lost,
    fromLine: before?.waits || before?.offers ? gained.filter((role) => inLine(before, role)) : none,
    toLine: after?.waits ? lost.filter((role) => waitsFor(after, role) && !waitsFor(before, role)) : none,
    isErased: after !== undefined && isErased(after),
    isReplaced: !after && around.isReplacing,
    removal: removalIn({ before, after }, around.acted),
  }
  return change
}

/** Every answer that a commit changes, with its group and its event. */
export async function changesOf(tx: Reader, acted: AuthoredCommit): Promise<readonly SeatChange[]> {
  const pairs = pairsIn(acted.pairs, rsvps)
  if (pairs.length === 0) return none
  const isReplacing = pairs.length > 1 && pairs.some(({ before }) => !before)
  const changes: SeatChange[] = []
  for (const pair of pairs) {
    const person = personIn(pair)
    if (!person) continue
    const { groupId, eventId } = person
    const pairOfGroup = pairOf(acted.pairs, groups, groupId) ?? (await groupPair(tx, groupId))
    const group = pairOfGroup.after ?? pairOfGroup.before
    if (!group) continue
    const itself = eventId ? (pairOf(acted.pairs, events, eventId)?.after ?? (await tx.get(events, eventId))) : undefined
    const event = eventFor(itself, group)
    changes.push(changeOf(pair, person, group, { acted, groups: pairOfGroup, event, isReplacing }))
  }
  return changes
}

async function groupPair(tx: Reader, id: string): Promise<Pair<Group>> {
  const group = await tx.get(groups, id)
  return { before: group, after: group }
}
