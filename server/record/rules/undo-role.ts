// What taking an act back does to the roles of a group: their limits and order, and those that were deleted, with who still has them or waits. Pure.

import type { Tier } from '#protocol/kernel/limits.ts'
import { roleKey } from '#protocol/kernel/texts.ts'
import type { RoleThen, SeatsThen } from '#protocol/record/activity.ts'
import { refuse } from '#server/kernel/refuse.ts'
import { type Group, occupied, type Role } from '#server/seats/model/group.ts'
import { isOnlyInvited } from '#server/seats/model/invitation.ts'
import type { Rsvp } from '#server/seats/model/rsvp.ts'
import { counted, leastOn, type WaitPage } from '#server/seats/model/waitlist.ts'
import { addRole, roleNamed, setRoleMax, setRoleMin } from '#server/seats/rules/group.ts'
import { inTally, withCounts } from '#server/seats/seating/counts.ts'
import { ids, type UndoLine } from './undo.ts'

const roleIn = (roles: readonly Role[], { _id, name }: RoleThen) =>
  roles.find((role) => role._id === _id) ?? refuse('undo-role-gone', { role: name })

/** A role without what was changed of it. Refuses where somebody has changed the same since. */
function roleBefore(group: Group, was: SeatsThen, is: SeatsThen, tier: Tier): Group {
  const role = roleIn(group.roles, is)
  const isRenamed = was.name !== is.name
  if (isRenamed && role.name !== is.name) refuse('undo-changed', { what: `The name of “${role.name}”` })
  if (was.max !== is.max && role.max !== is.max) refuse('undo-changed', { what: `The limit of “${role.name}”` })
  const hadMinimum = was.min !== is.min
  if (hadMinimum && (role.min ?? 0) !== (is.min ?? 0)) refuse('undo-changed', { what: `The minimum of “${role.name}”` })
  const limited = was.max === is.max ? group.roles : setRoleMax({ ...group, waitlist: false }, role.name, was.max, tier)
  const max = was.max === is.max ? role.max : was.max
  const min = hadMinimum ? (was.min ?? 0) : (role.min ?? 0)
  const roles = setRoleMin({ ...group, roles: limited }, { name: role.name, max, min })
  return { ...group, roles: roles.map((one) => (one._id === role._id && isRenamed ? { ...one, name: was.name } : one)) }
}

function withoutAdded(group: Group, added: SeatsThen): Group {
  const role = roleIn(group.roles, added)
  if (occupied(role) > 0) refuse('role-held', { role: role.name })
  return { ...group, roles: group.roles.filter((one) => one !== role) }
}

/** A deleted role at its place among the others, with no seats counted yet. */
function withDeleted(group: Group, { _id, at, ...role }: SeatsThen, tier: Tier): Group {
  if (roleNamed(group, role.name)) refuse('undo-name-taken', { role: role.name })
  const added = addRole(group, role, tier, _id)
  return { ...group, roles: added.slice(0, -1).toSpliced(at, 0, ...added.slice(-1)) }
}

/** R106: the roles as they stood, within the plan. Those that were deleted are there again, and count nobody yet (`withHolders`). */
export function putRolesBack(current: Group, lines: readonly UndoLine[], tier: Tier): { group: Group; back: readonly string[] } {
  const sides = lines.map(({ from, to }) => ({ was: from.seats ?? [], is: to.seats ?? [] }))
  const added = sides.flatMap(({ was, is }) => is.filter(({ _id }) => !ids(was).includes(_id)))
  const deleted = sides.flatMap(({ was, is }) => was.filter(({ _id }) => !ids(is).includes(_id)))
  const changed = sides.flatMap(({ was, is }) =>
    was.flatMap((before) => is.filter(({ _id }) => _id === before._id).map((now) => ({ before, now }))),
  )
  let group = added.reduce(withoutAdded, current)
  for (const { before, now } of changed) group = roleBefore(group, before, now, tier)
  for (const role of deleted.toSorted((one, other) => one.at - other.at)) group = withDeleted(group, role, tier)
  const keys = group.roles.map(({ name }) => roleKey(name))
  const twice = group.roles.find(({ name }, nth) => keys.indexOf(roleKey(name)) !== nth)
  if (twice) refuse('undo-name-taken', { role: twice.name })
  return { group, back: ids(deleted) }
}

/** The ids of the roles in the order in which they stood; roles that came since stay at the end. */
export function orderBefore(group: Group, was: readonly string[], is: readonly string[]): Role[] {
  const known = ids(group.roles).filter((id) => is.includes(id))
  if (known.join() !== is.filter((id) => known.includes(id)).join()) refuse('undo-changed', { what: 'The order of the roles' })
  const place = ({ _id }: Role) => (was.includes(_id) ? was.indexOf(_id) : was.length)
  return group.roles.toSorted((one, other) => place(one) - place(other))
}

type Tally = NonNullable<Group['tally']>
/** R98: one answer more or less that is asked to confirm. */
function retallied(tally: Tally, rsvp: Rsvp, without: Group, group: Group): Tally {
  const left = inTally(rsvp, without)
  const joined = inTally(rsvp, group)
  return {
    confirmed: tally.confirmed + Number(joined === 'confirmed') - Number(left === 'confirmed'),
    assigned: tally.assigned + Number(joined === 'assigned') - Number(left === 'assigned'),
  }
}

/** R8, R106: the seats of roles that are back, counted from the `answers` that still have them: who has answered meanwhile doesn't. */
export function withHolders(without: Group, group: Group, back: readonly string[], answers: readonly Rsvp[]): Group {
  const isBack = ({ _id }: Role) => back.includes(_id)
  const alone = group.roles.filter(isBack)
  const seats = answers.reduce<Group>((done, rsvp) => withCounts(done, undefined, rsvp), { ...group, roles: alone }).roles
  const held = (id: string) =>
    answers.flatMap(({ offers = [] }) => offers).reduce((sum, { roleId, seats = 1 }) => sum + (roleId === id ? seats : 0), 0)
  const roles = group.roles.map((role) => {
    const counts = seats.find(({ _id }) => _id === role._id)?.counts ?? role.counts
    return isBack(role) ? { ...role, counts, held: held(role._id) || undefined } : role
  })
  const after = { ...group, roles }
  const invited = answers.filter((rsvp) => isOnlyInvited(rsvp, without) && !isOnlyInvited(rsvp, after)).length
  const { invitations, answers: said } = group
  return {
    ...after,
    answers: { ...said, none: said.none + invited },
    ...(invitations && { invitations: { ...invitations, silent: invitations.silent - invited } }),
    ...(group.tally && { tally: answers.reduce<Tally>((tally, rsvp) => retallied(tally, rsvp, without, after), group.tally) }),
  }
}

/** R89, R106: the lines of roles that are back, without who has stopped waiting meanwhile. */
export function withLines(
  group: Group,
  pages: readonly WaitPage[],
  answers: ReadonlyMap<string, Rsvp>,
): { group: Group; pages: WaitPage[] } {
  const waits = (id: string, { roleId, no }: WaitPage) =>
    answers.get(id)?.waits?.some((wait) => wait.roleId === roleId && wait.page === no) === true
  const kept = pages.map((page) => ({ ...page, rsvpIds: page.rsvpIds.filter((id) => waits(id, page)) }))
  const roles = group.roles.map((role) => {
    const own = kept.filter(({ roleId }) => roleId === role._id)
    const first = Math.min(...own.map(({ no }) => no))
    const length = Math.max(...own.map(({ no }) => no)) - first + 1
    const onPage = (no: number) => own.find((page) => page.no === no)?.rsvpIds.length ?? 0
    const least = (no: number) => own.flatMap((page) => (page.no === no ? [leastOn(page)] : []))[0] ?? 1
    const nos = Array.from({ length }, (_, nth) => first + nth)
    const line = () => counted({ first, counts: nos.map(onPage), least: nos.map(least) }, first, 0, least(first))
    return own.length > 0 ? { ...role, line: line() } : role
  })
  return { group: { ...group, roles }, pages: kept.filter(({ rsvpIds }, nth) => rsvpIds.length < (pages[nth]?.rsvpIds.length ?? 0)) }
}
