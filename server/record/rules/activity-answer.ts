// What a change of one answer means as a line of the activity (R105): what was and what is, and which kind of act it was. Pure.
import type { ActivityKind, RoleThen } from '#protocol/record/activity.ts'
import { peopleAlong } from '#server/seats/model/companion.ts'
import type { Group, Role } from '#server/seats/model/group.ts'
import { type Despite, isConfirmed, isErased, type Rsvp } from '#server/seats/model/rsvp.ts'
import { type EntryDiff, nameInLine, orNothing, type Pair } from './activity.ts'

const none: readonly string[] = []
type Lists = Readonly<Record<'roles' | 'declinedRoles' | 'waits' | 'offers', readonly string[]>>
const noLists: Lists = { roles: none, declinedRoles: none, waits: none, offers: none }
const listsOf = ({ roleIds, declinedRoleIds, waits, offers }: Rsvp): Lists => ({
  roles: roleIds,
  declinedRoles: declinedRoleIds,
  waits: waits ? waits.map(({ roleId }) => roleId) : none,
  offers: offers ? offers.map(({ roleId }) => roleId) : none,
})
const listNames = Object.keys(noLists) as (keyof Lists)[]

/** Adds the roles that only `one` has, by the names they have there; a role that is gone has none. */
function addApart(side: Record<string, unknown>, key: keyof Lists, [one, other]: readonly Lists[], roles: readonly Role[]) {
  const apart = one?.[key].filter((id) => !other?.[key].includes(id)) ?? none
  if (apart.length > 0) side[key] = apart.map((_id) => ({ _id, name: roles.find((role) => role._id === _id)?.name ?? '' }))
}

/** What an answer says besides its roles; what is absent where there is none looks the same as what is off. */
const plainFacts = (rsvp: Rsvp | undefined, group: Pick<Group, 'confirmEpoch'>) => ({
  attending: rsvp?.attending,
  confirmed: rsvp !== undefined && isConfirmed(rsvp, group),
  handOver: rsvp?.handOver !== undefined,
})

/** R175 */
const linksOf = (rsvp: Rsvp | undefined) => (rsvp?.companions ?? []).filter(({ link }) => link).length

type Apart = (key: string, one: unknown, other: unknown) => void
/** R171, R175: who comes along, where that is another number. */
function addAlong(apart: Apart, before: Rsvp | undefined, after: Rsvp | undefined) {
  const [had, has] = [peopleAlong(before), peopleAlong(after)]
  if (had !== has) apart('companions', had || undefined, has || undefined)
  const [were, are] = [linksOf(before), linksOf(after)]
  if (were !== are) apart('companionLinks', were || undefined, are || undefined)
}

/** R147 */
const despiteThen = ({ groups, most }: Despite) => ({ groups: groups.map(({ name }) => name), ...(most && { most }) })

/** R175: a companion has become a guest of their own. */
export const isClaimed = ({ from, to }: EntryDiff) => from.companionLinks !== undefined && from.companions !== to.companions

/** R105: how an answer changed; undefined where nothing did that anyone did. Every answer takes this way: it compares without making copies. */
export function answerSides({ before, after }: Pair<Rsvp>, was: Group, is: Group): EntryDiff | undefined {
  const from: Record<string, unknown> = {}
  const to: Record<string, unknown> = {}
  const apart: Apart = (key, one, other) => {
    if (one !== undefined) from[key] = one
    if (other !== undefined) to[key] = other
  }
  const one = plainFacts(before, is)
  const other = plainFacts(after, is)
  for (const key of ['attending', 'confirmed', 'handOver'] as const) if (one[key] !== other[key]) apart(key, one[key], other[key])
  if (from.confirmed === true && before?.confirmationDate) {
    from.confirmedAt = before.confirmationDate
    from.confirmedEpoch = is.confirmEpoch
  }
  const lists = [before ? listsOf(before) : noLists, after ? listsOf(after) : noLists] as const
  for (const key of listNames) {
    addApart(from, key, lists, was.roles)
    addApart(to, key, [lists[1], lists[0]], is.roles)
  }
  const isKnown = before !== undefined && after !== undefined && !isErased(before) && !isErased(after)
  if (isKnown && before.name !== after.name) apart('name', nameInLine(before.name), nameInLine(after.name))
  if (before && isErased(before) && after && !isErased(after)) from.erased = true
  for (const [fact, key] of [
    ['removed', 'removedAt'],
    ['blocked', 'blockedAt'],
  ] as const)
    if (before?.[key] !== after?.[key]) apart(fact, before?.[key] && true, after?.[key] && true)
  // Where it happened again, the fact stands on both sides.
  if (before?.invitation?.at !== after?.invitation?.at) apart('invited', before?.invitation && true, after?.invitation && true)
  if (before?.note !== after?.note) apart('note', before?.note ? true : undefined, after?.note ? true : undefined)
  if (before?.answers !== after?.answers && JSON.stringify(before?.answers) !== JSON.stringify(after?.answers))
    apart('answers', before?.answers ? true : undefined, after?.answers ? true : undefined)
  if (before?.companions !== after?.companions) addAlong(apart, before, after)
  if (to.roles && after?.despite && after.despite !== before?.despite) to.despite = despiteThen(after.despite)
  return orNothing({ from, to })
}

/** Who changed an answer: its holder, somebody else who is a guest, somebody who manages the group, or nobody. */
export type Changer = 'holder' | 'guest' | 'person' | 'nobody'

const has = (list: readonly RoleThen[] | undefined, other: readonly RoleThen[] | undefined) =>
  (list ?? []).some(({ _id }) => (other ?? []).some((one) => one._id === _id))

/** Seats of the waitlist that are given, held or no longer held. */
export const isOfWaitlist = ({ from, to }: EntryDiff) =>
  has(to.roles, from.waits) || has(to.roles, from.offers) || has(to.offers, from.waits)

function assignmentOf({ from, to }: EntryDiff, isMoved: boolean): ActivityKind | undefined {
  if (!from.roles && !to.roles) return undefined
  if (isMoved) return 'reassign'
  return to.roles ? 'assign' : 'unassign'
}

/** R105: what kind of act it was. `isMoved`: in the same act somebody else got or lost the role; `isHandedOver`: an offered seat was taken in it. */
export function answerKind(
  { before, after }: Pair<Rsvp>,
  sides: EntryDiff,
  changer: Changer,
  { isMoved, isHandedOver }: { readonly isMoved: boolean; readonly isHandedOver: boolean },
): ActivityKind {
  const { from, to } = sides
  if (!after) return from.roles ? 'unassign' : 'uninvite' // R106: an answer that an assignment had made
  if (isErased(after) && !(before && isErased(before))) return changer === 'person' && from.roles ? 'unassign' : 'erase' // likewise (R106)
  if (to.removed || (from.removed && to.attending === true && changer === 'person')) return 'remove'
  if (from.blocked && !from.removed) return 'unblock'
  if (isOfWaitlist(sides)) return 'seat'
  if (isHandedOver && (changer === 'guest' || changer === 'holder')) return 'hand-over'
  if (has(from.roles, to.waits)) return 'wait'
  const assigned = changer === 'person' ? assignmentOf(sides, isMoved) : undefined
  if (assigned) return assigned
  if (to.invited) return 'invite'
  if (from.attending !== to.attending || from.roles || to.roles) return 'answer'
  if (from.waits || to.waits || from.offers || to.offers) return 'wait'
  if (from.handOver !== to.handOver) return 'hand-over'
  if (from.companions === to.companions && from.companionLinks !== to.companionLinks) return 'hand-over'
  return from.confirmed !== to.confirmed ? 'confirm' : 'answer'
}
