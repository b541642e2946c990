// R130: "What to do now": a table of rules that read how a group stands and say what is worth doing about it, the most urgent first. Pure.
import { formatCount } from '#client/lib/format-count.ts'
import { invitation as limits } from '#protocol/kernel/limits.ts'
import { type Parties, partiesText, peopleText } from '#protocol/seats/companions/counting.ts'
import type { EventStatus } from '#protocol/seats/event.ts'
import type { GroupView, RoleCoverage, RsvpRow } from '#protocol/seats/group.ts'
import { isAtRisk, stillNeeded, unconfirmedIn } from '#protocol/seats/risk.ts'

/** How a group stands at a moment. */
export interface GroupState {
  readonly group: Pick<GroupView, 'roleCoverage' | 'answers' | 'invitations' | 'unreached' | 'reminders' | 'showConfirmation'> & Parties
  /** Null where the group stands alone. */
  readonly event: { readonly status: EventStatus; readonly start: string } | null
  /** Of the answers that are here: those whose holders may be reminded by now. */
  readonly remindable: number
  /** Otherwise they may only assign roles (R39). */
  readonly canManage: boolean
  /** In milliseconds. */
  readonly now: number
}

/** What the button of a line does or leads to, and what it says; the number of people goes behind it. */
export const acts = {
  invite: 'Invite',
  assign: 'Assign',
  askToConfirm: 'Ask',
  seeUnconfirmed: 'See who',
  seeUnreached: 'Fix',
  seeWaiting: 'See who waits',
  remind: 'Remind',
  seeSilent: 'See who',
  seeHeld: 'See for whom',
} as const
export type Act = keyof typeof acts
const countedActs: readonly Act[] = ['askToConfirm', 'seeUnreached', 'remind']

export interface Todo {
  readonly rule: RuleName
  readonly text: string
  /** What is behind it; '' for nothing. */
  readonly why: string
  readonly act: Act
  readonly label: string
  /** R108: the event is soon, and this is missing. */
  readonly isRisk: boolean
}

const most = 3
/** So many roles are named; more are counted. */
const maxNamed = 2

const people = (count: number, one: string, many: string) => `${peopleText(count)} ${count === 1 ? one : many}`
const sumOf = (roles: readonly RoleCoverage[], count: (role: RoleCoverage) => number) => roles.reduce((sum, role) => sum + count(role), 0)

/** Speaker needs 2 more, Host 1 */
function neededText(roles: readonly RoleCoverage[]): string {
  const named = roles
    .slice(0, maxNamed)
    .map((role, nth) => `${role.name} ${nth === 0 ? 'needs ' : ''}${stillNeeded(role)}${nth === 0 ? ' more' : ''}`)
  const others = roles.length - named.length
  if (others === 0) return named.join(', ')
  return `${named.join(', ')}, and ${others} other ${others === 1 ? 'role needs people' : 'roles need people'}`
}

function waitingText(roles: readonly RoleCoverage[], group: Parties): string {
  const [only, ...others] = roles
  const count = sumOf(roles, ({ waiting = 0 }) => waiting)
  const where = others.length === 0 ? only?.name : `${roles.length} full roles`
  return `${partiesText(count, group)} ${count === 1 ? 'waits' : 'wait'} for ${where}`
}

const dayMs = 86_400_000
/** Whether somebody owes an answer and can be asked for it again: who was invited within the last days is left alone (R97g, R99). */
export const isRemindable = ({ attending, roles, invitation, addressFault }: RsvpRow, now: number): boolean =>
  attending === null &&
  addressFault === undefined &&
  (roles.length > 0 || invitation === undefined || Date.parse(invitation.at) + limits.againDays * dayMs <= now)

/** Those who were asked, by an invitation or a role, and haven't answered. */
const silentIn = ({ group: { answers, invitations, reminders } }: GroupState) =>
  reminders?.nudge.people ?? answers.none + (invitations?.silent ?? 0)

const unreachedIn = ({ group }: GroupState) => group.unreached ?? 0

const unconfirmed = ({ group }: GroupState) => sumOf(group.roleCoverage, unconfirmedIn)

function hoursLeft(start: string | undefined, now: number): string {
  if (start === undefined) return ''
  const hours = Math.floor((Date.parse(start) - now) / 3_600_000)
  return hours < 1 ? 'Less than an hour left' : hours === 1 ? '1 hour left' : `${hours} hours left`
}

interface Rule {
  /** Null for those who can do nothing about it: they aren't told. */
  readonly act: (standing: GroupState) => Act | null
  /** Whether it can only be done before the event begins. */
  readonly isBefore: boolean
  /** Null where there is nothing to do. */
  readonly text: (standing: GroupState) => string | null
  readonly why?: (standing: GroupState) => string
  /** Of the people that the act is about. */
  readonly count?: (standing: GroupState) => number
  readonly isRisk?: (standing: GroupState) => boolean
}

const managers =
  (act: Act): Rule['act'] =>
  ({ canManage }) =>
    canManage ? act : null
const isSoon = ({ event, now }: GroupState, what: 'short' | 'unconfirmed') => event !== null && isAtRisk(event, now, what)

/** In the order in which they matter; what is at risk comes before all others. */
export const rules = {
  minimum: {
    act: ({ canManage }) => (canManage ? 'invite' : 'assign'),
    isBefore: true,
    text: ({ group }) => {
      const short = group.roleCoverage.filter((role) => stillNeeded(role) > 0)
      return short.length > 0 ? neededText(short) : null
    },
    why: ({ group }) => {
      const [only, ...others] = group.roleCoverage.filter((role) => stillNeeded(role) > 0)
      const { min = 0 } = only ?? {}
      return only && others.length === 0 ? `${min - stillNeeded(only)} of at least ${min} ${min === 1 ? 'is' : 'are'} coming` : ''
    },
    isRisk: (standing) => isSoon(standing, 'short'),
  },
  unconfirmed: {
    act: ({ canManage, group }) => (canManage && group.reminders ? 'askToConfirm' : 'seeUnconfirmed'),
    isBefore: true,
    text: (standing) => {
      const count = unconfirmed(standing)
      if (!standing.group.showConfirmation || count === 0 || !isSoon(standing, 'unconfirmed')) return null
      return people(count, 'with a role has not confirmed', 'with a role have not confirmed')
    },
    why: ({ event, now }) => hoursLeft(event?.start, now),
    count: unconfirmed,
    isRisk: () => true,
  },
  undelivered: {
    act: managers('seeUnreached'),
    isBefore: true,
    text: (standing) => {
      const count = unreachedIn(standing)
      return count > 0 ? people(count, 'can’t be reached by email', 'can’t be reached by email') : null
    },
    why: (standing) => (unreachedIn(standing) === 1 ? 'Check the address' : 'Check the addresses'),
    count: unreachedIn,
  },
  waiting: {
    act: managers('seeWaiting'),
    isBefore: false,
    text: ({ group }) => {
      const full = group.roleCoverage.filter(({ waiting }) => waiting)
      return full.length > 0 ? waitingText(full, group) : null
    },
  },
  silence: {
    act: ({ canManage, group }) => (canManage ? (group.reminders ? 'remind' : 'seeSilent') : null),
    isBefore: true,
    text: (standing) => {
      const count = silentIn(standing)
      return count > 0 && standing.remindable > 0 ? people(count, 'hasn’t answered yet', 'haven’t answered yet') : null
    },
    count: silentIn,
  },
  offers: {
    act: managers('seeHeld'),
    isBefore: false,
    text: ({ group }) => {
      const held = sumOf(group.roleCoverage, (role) => role.held ?? 0)
      if (held === 0) return null
      return held === 1
        ? '1 seat is held until its offer is answered'
        : `${formatCount(held)} seats are held until their offers are answered`
    },
  },
} as const satisfies Record<string, Rule>
export type RuleName = keyof typeof rules

const isOpen = ({ event }: GroupState) => event === null || event.status === 'active'
const hasBegun = ({ event, now }: GroupState) => event !== null && Date.parse(event.start) <= now

/** At most three lines; none where the event takes no answers any more, or none yet. */
export const whatToDo = (standing: GroupState): Todo[] => allToDo(standing).slice(0, most)

/** R140: over all groups of an event, each with its place among them: first what is at risk, then by what matters more, then what begins sooner. */
export function whatToDoIn(standings: readonly GroupState[]): {
  readonly todos: readonly (Todo & { readonly at: number })[]
  readonly all: number
} {
  const order = Object.keys(rules)
  const startOf = (at: number) => standings[at]?.event?.start ?? ''
  const all = standings
    .flatMap((standing, at) => allToDo(standing).map((todo) => ({ ...todo, at })))
    .toSorted(
      (one, other) =>
        Number(other.isRisk) - Number(one.isRisk) ||
        order.indexOf(one.rule) - order.indexOf(other.rule) ||
        startOf(one.at).localeCompare(startOf(other.at)),
    )
  return { todos: all.slice(0, most), all: all.length }
}

function allToDo(standing: GroupState): Todo[] {
  if (!isOpen(standing)) return []
  const found = (Object.entries(rules) as [RuleName, Rule][]).flatMap(
    ([rule, { act: actOf, isBefore, text: textOf, why, count, isRisk }]) => {
      const act = isBefore && hasBegun(standing) ? null : actOf(standing)
      const text = act && textOf(standing)
      if (!act || !text) return []
      const label = count && countedActs.includes(act) ? `${acts[act]} ${formatCount(count(standing))}` : acts[act]
      return [{ rule, text, why: why?.(standing) ?? '', act, label, isRisk: isRisk?.(standing) ?? false }]
    },
  )
  return [...found.filter((one) => one.isRisk), ...found.filter((one) => !one.isRisk)]
}
