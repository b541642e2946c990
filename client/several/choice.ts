// What an invitee will have once their picks are sent, group by group, and what of the rest no longer fits beside it (R144, R148, R151). Pure.
import { serverNow } from '#client/lib/now.ts'
import type { DraftCompanion } from '#client/rsvp/answer/draft.ts'
import { isSelfSelect, isSingleRole } from '#client/rsvp/answer/form-state.ts'
import { type RoleSeats, seatsOf } from '#client/rsvp/answer/seats.ts'
import type { SavedAnswer } from '#client/rsvp/store.ts'
import { openIn } from '#protocol/seats/questions/answers.ts'
import type { FormView, Removed } from '#protocol/seats/rsvp.ts'
import { overlap } from '#protocol/seats/several/overlap.ts'
import type { EventIndex } from '#protocol/seats/several/several.ts'
import type { Sum } from '#protocol/seats/several/sum.ts'
import type { Shut } from '#protocol/seats/several/window.ts'
import { offersOpen } from '#protocol/seats/standing/standing.ts'
import type { Pick, Picks } from './picks.ts'

/** A group with what is known of the reader there. */
export interface Group {
  readonly form: FormView
  readonly saved: SavedAnswer | null
  readonly removed?: Removed | undefined
  /** Roles (ids) that the server has just refused as full. */
  readonly refusedIds: readonly string[]
}
export type Rules = Pick_<EventIndex, 'bufferMinutes' | 'maxGroups' | 'minGroups'>
type Pick_<T, K extends keyof T> = { readonly [P in K]: T[P] }

/** Why a group doesn't fit: it overlaps others, there are as many as one may have, or it takes no answers now (R141a). */
export type Unfit =
  | { readonly why: 'overlap'; readonly others: readonly FormView[] }
  | { readonly why: 'most'; readonly most: number /** There is none left to give back. */; readonly isSpent?: true }
  | { readonly why: 'shut'; readonly shut: Shut }

export interface GroupChoice extends Group {
  /** What is picked here, or what was saved. */
  readonly pick: Pick
  readonly isTouched: boolean
  readonly seats: readonly RoleSeats[]
  /** R170: who comes along. */
  readonly companions: readonly DraftCompanion[]
  /** They will have a seat here. */
  readonly hasSeat: boolean
  /** Nothing can be answered here any more. */
  readonly isClosed: boolean
  /** Where they have no seat: why none fits. Where they have: what is in its way. */
  readonly unfit: Unfit | null
}
/** Where one answers to this group alone. */
export const ownPage = ({ form: { _id, eventId } }: GroupChoice) => `/rsvp/${_id}?eventId=${eventId ?? ''}`
/** The same with the row of one companion more. */
export const bringPage = (one: GroupChoice) => `${ownPage(one)}&open=companion`

/** The answer as it was saved, as a pick. */
export const savedPick = (saved: SavedAnswer | null): Pick => ({
  isComing: saved?.attending === true || (saved?.attending === null && saved.roleIds.length > 0),
  roleIds: saved && saved.attending !== false ? saved.roleIds : [],
  waitFor: saved?.waiting?.map(({ role }) => role) ?? [],
})

/** R164: the questions that have to be answered and aren't, of the answer that was saved. */
export const openOf = ({ form: { questions = [] }, saved }: GroupChoice) =>
  saved ? openIn(questions, { attending: saved.attending, roleIds: [...saved.roleIds] }, saved.answers ?? []) : []

const haveSameIds = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.every((id) => other.includes(id))
/** Whether it says what was saved; a no to a group that was never answered says something. */
const saysSaved = (pick: Pick, saved: SavedAnswer | null) => {
  const before = savedPick(saved)
  return (
    pick.answers === undefined &&
    pick.companions === undefined &&
    pick.atLeast === undefined &&
    pick.keepWaiting === undefined &&
    pick.replaceRole === undefined &&
    pick.isComing === before.isComing &&
    haveSameIds(pick.roleIds, before.roleIds) &&
    haveSameIds(pick.waitFor, before.waitFor) &&
    (pick.isComing || saved?.attending === false)
  )
}

function chosenIn(group: Group, picked: Pick | undefined): Omit<GroupChoice, 'unfit'> {
  const { form, saved, refusedIds } = group
  const isClosed = form.status !== 'open'
  const isTouched = !isClosed && picked !== undefined && !saysSaved(picked, saved)
  const pick = isTouched ? picked : savedPick(saved)
  const known = form.roles.map(({ _id }) => _id)
  const chosenIds = pick.isComing ? pick.roleIds.filter((id) => known.includes(id)) : []
  const heldIds = saved && saved.attending !== false ? saved.roleIds : []
  const had = saved?.attending ? (saved.companions ?? []) : []
  const companions = pick.isComing ? (pick.companions ?? had) : []
  const offers = saved ? offersOpen(saved, serverNow()) : []
  const seats = seatsOf(form, { heldIds, chosenIds, refusedIds, had, companions, offers })
  const hasSeat = !isClosed && seats.some((role) => role.isChosen && !role.isFull)
  return { ...group, pick, isTouched, seats, companions, hasSeat, isClosed }
}

const isOver = ({ form }: Group) => form.status === 'ended'
const slotOf = ({ event, allowOverlap }: FormView) => ({ start: event?.start ?? '', end: event?.end ?? '', allowOverlap })
const overlaps = (one: FormView, other: FormView, { bufferMinutes }: Rules) => overlap(slotOf(one), slotOf(other), bufferMinutes)

interface Beside {
  readonly seated: readonly Omit<GroupChoice, 'unfit'>[]
  /** In how many groups that are over they had a seat: it counts, and is given back no more. */
  readonly had: number
}

function unfitOf(one: Omit<GroupChoice, 'unfit'>, { seated, had }: Beside, rules: Rules): Unfit | null {
  if (one.isClosed) return null
  if (one.form.shut && !one.pick.isComing) return { why: 'shut', shut: one.form.shut }
  if (one.form.roles.length === 0) return null
  const beside = seated.filter(({ form }) => form._id !== one.form._id)
  const others = beside.map(({ form }) => form).filter((form) => overlaps(one.form, form, rules))
  if (others.length > 0) return { why: 'overlap', others }
  const most = rules.maxGroups ?? Infinity
  if (beside.length + had < most) return null
  return { why: 'most', most, ...(had >= most && { isSpent: true }) }
}

const startOf = ({ form }: Pick_<Group, 'form'>) => form.event?.start ?? ''
/** As they stand on the page, whatever their order on the board. */
export const byTime = <One extends Pick_<Group, 'form'>>(all: readonly One[]) =>
  all.toSorted((a, b) => (startOf(a) < startOf(b) ? -1 : startOf(a) > startOf(b) ? 1 : 0))

/** Gives every group with what is chosen in it, in their order. */
export function choose(groups: readonly Group[], picks: Picks, rules: Rules): GroupChoice[] {
  const all = groups.map((group) => chosenIn(group, picks[group.form._id]))
  const seated = all.filter(({ hasSeat }) => hasSeat)
  const had = all.filter((one) => isOver(one) && one.pick.roleIds.length > 0).length
  return all.map((one) => ({ ...one, unfit: unfitOf(one, { seated, had }, rules) }))
}

const notComing: Pick = { isComing: false, roleIds: [], waitFor: [] }

/** A role taken or given back; one role is the rule in some events. */
export function takeRole({ form, pick, seats }: GroupChoice, roleId: string, isTaken: boolean): Pick {
  const others = pick.roleIds.filter((id) => id !== roleId && !(isTaken && seats.find((role) => role._id === id)?.isFull))
  const roleIds = isTaken ? [...(isSingleRole(form) ? [] : others), roleId] : others
  return { ...pick, roleIds, isComing: roleIds.length > 0 || pick.waitFor.length > 0 }
}

export function waitForRole({ pick }: GroupChoice, role: string, isOn: boolean): Pick {
  const waitFor = isOn ? [...pick.waitFor, role] : pick.waitFor.filter((one) => one !== role)
  return { ...pick, waitFor, isComing: waitFor.length > 0 || pick.roleIds.length > 0 }
}

/** R146: this group's seat in place of those that are in its way; the seat itself where there is only one to take. What was only picked is forgotten. */
export function swapFor({ form, unfit, seats, pick }: GroupChoice, all: readonly GroupChoice[]): Record<string, Pick | null> {
  const others = unfit?.why === 'overlap' ? unfit.others.map(({ _id }) => _id) : []
  const free = isSelfSelect(form) ? seats.filter((role) => !role.isFull) : []
  const taken = pick.roleIds.length > 0 ? pick.roleIds : free.length === 1 ? free.map((role) => role._id) : []
  const inTheWay = all.filter((one) => others.includes(one.form._id))
  return {
    ...Object.fromEntries(inTheWay.map(({ form: { _id }, saved }) => [_id, saved && saved.attending !== false ? notComing : null])),
    ...(taken.length > 0 && { [form._id]: { ...pick, isComing: true, roleIds: taken } }),
  }
}

/** R124: a no to every group that can be answered; what was typed into questions stays, as some are asked of who says no. */
export const noToAll = (all: readonly GroupChoice[]): Record<string, Pick> =>
  Object.fromEntries(
    all.filter(({ isClosed }) => !isClosed).map(({ form, pick: { answers } }) => [form._id, { ...notComing, ...(answers && { answers }) }]),
  )

/** Whoever waits there, or is offered a seat, has none yet. */
const isStillToCome = ({ pick, saved }: GroupChoice) =>
  pick.roleIds.length === 0 && (pick.waitFor.length > 0 || (saved?.offers ?? []).length > 0)

const comesTo = (one: GroupChoice) => one.pick.isComing && !isStillToCome(one)
/** Of the groups to which they will come. */
export function sumOf(all: readonly GroupChoice[]): Sum {
  const coming = all.filter((one) => !one.isClosed && comesTo(one))
  const ms = coming.reduce((sum, { form: { event } }) => sum + (event ? Date.parse(event.end) - Date.parse(event.start) : 0), 0)
  return { shifts: coming.length, ms }
}
/** R148: how many groups they take, as organizers count them: with those that are over. */
export const takenIn = (all: readonly GroupChoice[]) => all.filter((one) => (!one.isClosed || isOver(one)) && comesTo(one)).length
/** R161a: of who gives a seat back only what they have begun to answer is sent. */
export const sendsAnswers = ({ form, pick, saved }: GroupChoice) =>
  form.questions !== undefined && (pick.isComing || saved === null || pick.answers !== undefined)
