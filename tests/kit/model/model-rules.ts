// The product's pure rules driven by the commands of the model, and faults to plant in them.
import type { RefusalCode } from '#protocol/kernel/refusals.ts'
import { Refusal, refuse } from '#server/kernel/refuse.ts'
import { checkTimes } from '#server/people/rules/plan.ts'
import { type Event, eventFor } from '#server/seats/model/event.ts'
import { type Group, occupied } from '#server/seats/model/group.ts'
import { offeringOf } from '#server/seats/model/handover.ts'
import { handOverOf, type Rsvp, seatsHeld } from '#server/seats/model/rsvp.ts'
import { assignRole, checkAssignable, moveRole, takeRole } from '#server/seats/rules/assign.ts'
import { settleAssignment } from '#server/seats/rules/event.ts'
import { addRole, checkConfirmation, removeRole, roleNamed, setRoleMax, shapeRoles, unconfirmed } from '#server/seats/rules/group.ts'
import { acceptHandOver, beginHandOver, endHandOver, isPending } from '#server/seats/rules/handover.ts'
import { checkOpen, placeRsvp } from '#server/seats/rules/rsvp.ts'
import { answerOffer, changedWaits, changeWait, endOffers, moveToWaitlist, waitFor } from '#server/seats/rules/waitlist.ts'
import { fillVacancies, settleChange } from '#server/seats/seating/fill.ts'
import type { SeatState } from '#server/seats/seating/lines.ts'
import { memberName } from './model.ts'
import { namedAs } from './model-handover.ts'
import { emailOf, endOf, iso, type Real, whoOf } from './model-real.ts'
import type { Command, CommandOf, Model } from './model-state.ts'
import { undone, undoRules, withAct } from './model-undo-rules.ts'

export const trueRules = {
  addRole,
  acceptHandOver,
  answerOffer,
  assignRole,
  beginHandOver,
  changeWait,
  checkAssignable,
  checkConfirmation,
  checkOpen,
  checkTimes,
  endHandOver,
  endOffers,
  fillVacancies,
  moveRole,
  moveToWaitlist,
  placeRsvp,
  removeRole,
  setRoleMax,
  settleAssignment,
  settleChange,
  shapeRoles,
  takeRole,
  unconfirmed,
  ...undoRules,
}
export type Rules = typeof trueRules

type Handlers = { readonly [K in Command['kind']]: (rules: Rules, real: Real, command: CommandOf<K>) => Real }

const withGroup = (real: Real, group: Partial<Group>): Real => ({ ...real, group: { ...real.group, ...group } })
interface Change {
  readonly group?: Partial<Group>
  readonly event?: Event
  readonly changed?: readonly (Rsvp | undefined)[]
  readonly more?: (seating: SeatState) => SeatState
}
/** R142: with the event as the group has it. */
const seen = (real: Real) => ({ ...real, event: eventFor(real.event, real.group) })
/** What the product's `changeSeats` does, over records that are all in memory. */
function settled(rules: Rules, real: Real, { group = {}, event = real.event, changed = [], more = (seating) => seating }: Change): Real {
  const after = changed.filter((rsvp) => rsvp !== undefined)
  const rsvps = new Map([...real.rsvps.values(), ...after].map((rsvp) => [rsvp._id, rsvp]))
  const none = { barred: new Set<string>(), clashing: new Set<string>() }
  const opened: SeatState = {
    group: { ...real.group, ...group },
    event: eventFor(event, real.group),
    now: real.now,
    rsvps,
    pages: real.pages,
    ...none,
  }
  const begun = after.reduce((done, rsvp) => rules.settleChange(done, real.rsvps.get(whoOf(rsvp.email)), rsvp._id), opened)
  const { seating } = rules.fillVacancies(more(begun), 1_000)
  return {
    ...real,
    event,
    group: seating.group,
    rsvps: new Map([...seating.rsvps.values()].flatMap((rsvp) => (rsvp ? [[whoOf(rsvp.email), rsvp] as const] : []))),
    pages: new Map([...seating.pages].filter(([, { rsvpIds }]) => rsvpIds.length > 0)),
  }
}
const managed = (real: Real, code: RefusalCode) => (real.group.cancelledAt ? refuse(code) : real)

function answer(rules: Rules, real: Real, { who, name, attending, roles, confirmed, waits }: CommandOf<'answer'>): Real {
  const { group, event, now } = seen(real)
  rules.checkOpen(group, event, now)
  const sent = { name, attending, roles: [...roles], confirmed }
  const placing = {
    group,
    event,
    before: real.rsvps.get(who),
    answer: sent,
    email: emailOf(who),
    _id: `a${who}`,
    now,
    randomId: () => 'new',
  }
  const placed = rules.placeRsvp(placing)
  const again = rules.placeRsvp({ ...placing, group: placed.group, before: placed.rsvp })
  if (again.rsvp !== placed.rsvp) throw new Error('the very same answer changed something')
  const asked = { attending, waitFor: waits?.for, keepWaiting: waits?.keep, replaceRole: waits?.replace }
  const wanted = changedWaits(group, event, placed.rsvp, asked)
  if (placed.rsvp === placing.before && !wanted) return real
  const more = (seating: SeatState) => (wanted ? waitFor(seating, placed.rsvp._id, wanted, asked) : seating)
  return settled(rules, real, { group: placed.group, changed: [placed.rsvp], more })
}

function offer(rules: Rules, real: Real, { who, role: name, accept }: CommandOf<'offer'>): Real {
  rules.checkOpen(real.group, seen(real).event, real.now)
  const rsvp = real.rsvps.get(who) ?? refuse('offer-over')
  const role = roleNamed(real.group, name) ?? refuse('role-unknown')
  return settled(rules, real, { more: (seating) => rules.answerOffer(seating, rsvp._id, role, { accept }) })
}

function list(rules: Rules, real: Real, { who, role: name, change, addSeat }: CommandOf<'list'>): Real {
  const { group, tier } = managed(real, 'group-unknown')
  const role = roleNamed(group, name) ?? refuse('role-unknown')
  const adds = change === 'give' && addSeat && occupied(role) >= role.max
  const roles = adds ? rules.setRoleMax(group, name, role.max + 1, tier) : group.roles
  const current = roles.find(({ _id }) => _id === role._id) ?? role
  return settled(rules, real, { group: { roles }, more: (seating) => rules.changeWait(seating, `a${who}`, current, change) })
}

function lower(rules: Rules, real: Real, { role: name, max }: CommandOf<'lower'>): Real {
  const { group, tier } = managed(real, 'group-unknown')
  const role = roleNamed(group, name) ?? refuse('role-unknown')
  if (max >= occupied(role)) return settled(rules, real, { group: { roles: rules.setRoleMax(group, name, max, tier) } })
  const holders = [...real.rsvps.values()].filter(({ attending, roleIds }) => attending !== false && roleIds.includes(role._id))
  return settled(rules, real, { more: (seating) => rules.moveToWaitlist(seating, role._id, max, holders) })
}

/** Time goes by, and the job ends each offer that has run out meanwhile. */
function later(rules: Rules, real: Real, ms: number): Real {
  const end = (one: Real): Real => {
    const over = [...one.rsvps.values()].filter(({ offerUntil = '9' }) => offerUntil <= iso(one.now))
    const key = ({ offerUntil, _id }: Rsvp) => `${offerUntil} ${_id}`
    const [due] = over.toSorted((a, b) => (key(a) < key(b) ? -1 : 1))
    return due ? end(settled(rules, one, { more: (seating) => rules.endOffers(seating, due._id) })) : one
  }
  const ended = end({ ...real, now: real.now + ms })
  const rsvps = [...ended.rsvps].map(([who, rsvp]) => {
    const isDue = rsvp.handOverUntil !== undefined && rsvp.handOverUntil <= iso(ended.now)
    return [who, isDue ? rules.endHandOver(rsvp) : rsvp] as const
  })
  return { ...ended, rsvps: new Map(rsvps) }
}

const withRsvp = (real: Real, who: number, rsvp: Rsvp): Real => ({ ...real, rsvps: new Map([...real.rsvps, [who, rsvp]]) })

function handOver(rules: Rules, real: Real, { who, to }: CommandOf<'handOver'>): Real {
  const { group, event, now, idsMade } = seen(real)
  const giver = real.rsvps.get(who) ?? refuse('rsvp-unknown')
  rules.checkOpen(group, event, now)
  const named = { name: namedAs(to), email: emailOf(to) }
  const offering = rules.beginHandOver({ group, event, giver, to: named, id: `h${idsMade}`, now })
  return { ...withRsvp(real, who, offering), idsMade: idsMade + 1 }
}

/** What `pendingOf` of the product finds. */
function pending(rules: Rules, real: Real, who: number) {
  const { group, event, now } = seen(real)
  const giver = real.rsvps.get(who)
  const offering = offeringOf(giver, giver?.handOver?.id) ?? refuse('hand-over-over')
  rules.checkOpen(group, event, now)
  return isPending(offering, event, now) && handOverOf(offering, group) ? offering : refuse('hand-over-over')
}

function acceptSeat(rules: Rules, real: Real, { who, replace: replaceRole }: CommandOf<'acceptSeat'>): Real {
  const { group, event, now } = seen(real)
  const giver = pending(rules, real, who)
  const to = whoOf(giver.handOver.email)
  const before = real.rsvps.get(to)
  const moved = rules.acceptHandOver({ group, event, giver, before, _id: `a${to}`, replaceRole, now })
  const seats = [moved.giver, moved.rsvp].flatMap((one) => seatsHeld(one, moved.group))
  if (seats.length > seatsHeld(giver, group).length + seatsHeld(before, group).length) throw new Error('a seat was given twice')
  return settled(rules, real, { group: moved.group, changed: [moved.giver, moved.rsvp] })
}

/** What assigning begins with: why it may not be now. R129: taking away asks neither the plan nor the toggles. */
function openForAssigning(rules: Rules, real: Real, isTaking = false) {
  const { group, event, tier, now } = seen(managed(real, 'event-unknown'))
  if (!isTaking) rules.checkAssignable(tier, event)
  rules.checkOpen(group, event, now)
  return { group, event, now }
}
const assigneeOf = (who: number) => ({ _id: `a${who}`, name: memberName(who), email: emailOf(who), orgId: null })

function pass(rules: Rules, real: Real, { who, to, role: roleName }: CommandOf<'pass'>): Real {
  const open = openForAssigning(rules, real)
  const giver = real.rsvps.get(who) ?? refuse('rsvp-unknown')
  if (who === to) refuse('role-not-held')
  const moved = rules.moveRole({ ...open, before: real.rsvps.get(to), assignee: assigneeOf(to), roleName, giver })
  return settled(rules, real, {
    group: moved.group,
    changed: moved.rsvp === real.rsvps.get(to) ? [moved.giver] : [moved.giver, moved.rsvp],
  })
}

function take(rules: Rules, real: Real, { who, role }: CommandOf<'take'>): Real {
  const { group, now } = openForAssigning(rules, real, true)
  const taken = rules.takeRole(group, real.rsvps.get(who) ?? refuse('rsvp-unknown'), role, now)
  return settled(rules, real, { group: taken.group, changed: [taken.rsvp] })
}

function form(rules: Rules, real: Real, { rows }: CommandOf<'form'>): Real {
  const { group, tier } = managed(real, 'group-unknown')
  let { idsMade } = real
  const wanted = rows.map(({ is, name, max }) => ({ name, max, ...(is !== null && group.roles[is] && { _id: group.roles[is]._id }) }))
  const roles = rules.shapeRoles(group.roles, wanted, tier, () => `n${idsMade++}`)
  return { ...settled(rules, real, { group: { roles } }), idsMade }
}

function move(rules: Rules, real: Real, { days }: CommandOf<'move'>): Real {
  const { event, group, now, tier } = managed(real, 'event-unknown')
  const start = now + days * 86_400_000
  const changed = { ...event, start: iso(start), end: endOf(start) }
  if (changed.start === event.start) return real
  rules.checkTimes(tier, changed, now, true)
  return settled(rules, real, { group: rules.unconfirmed(group), event: changed })
}

function switchMode(rules: Rules, real: Real, { mode, single }: CommandOf<'switch'>): Real {
  const { event, tier } = managed(real, 'event-unknown')
  const assignmentRules = rules.settleAssignment(tier, assignmentOf(mode, single), event.assignmentRules)
  return { ...real, event: { ...event, assignmentRules } }
}
/** The switches of an event as they are sent. */
export const assignmentOf = (mode: Model['mode'], single: boolean) => ({
  rule: single ? ('singleRoleOnly' as const) : ('' as const),
  enableRoleAssignment: mode === 'assign' || mode === 'both',
  enableRoleSelfSelect: mode === 'choose' || mode === 'both',
})

const handlers: Handlers = {
  answer,
  assign(rules, real, { who, role: roleName }) {
    const open = openForAssigning(rules, real)
    const { group, rsvp } = rules.assignRole({ ...open, before: real.rsvps.get(who), assignee: assigneeOf(who), roleName })
    return rsvp === real.rsvps.get(who) ? real : settled(rules, real, { group, changed: [rsvp] })
  },
  swap(rules, real, { who, from, role: roleName }) {
    const open = openForAssigning(rules, real)
    const assigning = { ...open, before: real.rsvps.get(who), assignee: assigneeOf(who), roleName, insteadOf: [from] }
    const { group, rsvp } = rules.assignRole(assigning)
    return rsvp === real.rsvps.get(who) ? real : settled(rules, real, { group, changed: [rsvp] })
  },
  take,
  pass,
  addRole(rules, real, { role, max }) {
    const { group, tier, idsMade } = managed(real, 'group-unknown')
    return { ...withGroup(real, { roles: rules.addRole(group, { name: role, max }, tier, `n${idsMade}`) }), idsMade: idsMade + 1 }
  },
  setMax: (rules, real, { role, max }) =>
    settled(rules, real, { group: { roles: rules.setRoleMax(managed(real, 'group-unknown').group, role, max, real.tier) } }),
  offer,
  handOver,
  takeBack(rules, real, { who }) {
    const giver = real.rsvps.get(who) ?? refuse('rsvp-unknown')
    return handOverOf(giver, real.group) ? withRsvp(real, who, rules.endHandOver(giver)) : refuse('hand-over-over')
  },
  acceptSeat,
  declineSeat: (rules, real, { who }) => withRsvp(real, who, rules.endHandOver(pending(rules, real, who))),
  list,
  lower,
  hours: (rules, real, { hours }) => later(rules, real, hours * 3_600_000),
  removeRole: (rules, real, { role }) => withGroup(real, { roles: rules.removeRole(managed(real, 'group-unknown').group, role).roles }),
  form,
  askConfirmation: (rules, real, { on }) =>
    withGroup(real, { showConfirmation: rules.checkConfirmation(managed(real, 'group-unknown').group, on) }),
  switch: switchMode,
  move,
  setTier: (_, real, { tier }) => ({ ...real, tier }),
  undo(rules, before, { back }) {
    const { real, change } = undone(rules, before, back, (isTaking) => openForAssigning(rules, before, isTaking))
    const { group, changed } = change
    const more = (seating: SeatState) => rules.asBefore(seating, { changed, cleaned: [], moved: [] })
    return settled(rules, real, { group, changed: changed.map(({ after }) => after), more })
  },
  wait: (rules, real, { days }) => later(rules, real, days * 86_400_000),
  remove: (_, real) => withGroup(managed(real, 'event-unknown'), { cancelledAt: iso(real.now) }),
}

/** Does one command by the product's rules: gives the records after it, or the code it is refused with. */
export function applyRules(rules: Rules, real: Real, command: Command): Real | RefusalCode {
  try {
    return withAct(real, command, (handlers[command.kind] as (rules: Rules, real: Real, command: Command) => Real)(rules, real, command))
  } catch (error) {
    if (error instanceof Refusal) return error.code
    throw error
  }
}
