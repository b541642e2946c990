// What a group counts of its answers, changed as one answer changes: the pure part of changing seats. Another count is one function and one line in `counters`.
import type { DetailedCounts } from '#protocol/seats/group.ts'
import type { AnswerValue, QuestionCount, QuestionCounts } from '#protocol/seats/questions/question.ts'
import { iso } from '#server/kernel/ports/clock.ts'
import { refuse } from '#server/kernel/refuse.ts'
import { peopleAlong, seatsIn } from '#server/seats/model/companion.ts'
import type { GroupEvent } from '#server/seats/model/event.ts'
import { freeIn, type Group, occupied, questionsOf, type Role } from '#server/seats/model/group.ts'
import { countInvitation, isOnlyInvited } from '#server/seats/model/invitation.ts'
import { countUnreached, isConfirmed, isRemoved, type Rsvp } from '#server/seats/model/rsvp.ts'
import { pageToServe } from '#server/seats/model/waitlist.ts'

/** What one count of a group becomes when an answer changes; either side is absent where there is no answer. */
type Counter = (group: Group, before: Rsvp | undefined, after: Rsvp | undefined) => Partial<Group>

/** How `rsvp` stands in a role it counts in. */
function countKey(rsvp: Rsvp, group: Group): keyof DetailedCounts {
  if (rsvp.attending === false) return 'declined'
  if (rsvp.attending === null) return 'assignedNoResponse'
  return isConfirmed(rsvp, group) ? 'confirmedAndYes' : 'yesNotConfirmed'
}

function recount(role: Role, group: Group, before: Rsvp | undefined, after: Rsvp | undefined): Role {
  const counts = { ...role.counts }
  for (const [rsvp, step] of [
    [before, -1],
    [after, 1],
  ] as const) {
    if (!rsvp) continue
    const people = rsvp.attending === false ? Number(rsvp.declinedRoleIds.includes(role._id)) : seatsIn(rsvp, role._id)
    counts[countKey(rsvp, group)] += step * people
  }
  return { ...role, counts }
}

/** R1, R171: people, each companion one of them. */
const seats: Counter = (group, before, after) => ({ roles: group.roles.map((role) => recount(role, group, before, after)) })

const answerKey = (attending: boolean | null) => (attending === null ? 'none' : attending ? 'yes' : 'no')
/** R97: who was only invited has answered nothing, and counts as invited alone. R129: who was taken away counts nowhere. */
const answers: Counter = (group, before, after) => {
  const counts = { ...group.answers }
  const isCounted = (rsvp: Rsvp) => !isOnlyInvited(rsvp, group) && !isRemoved(rsvp)
  if (before && isCounted(before)) counts[answerKey(before.attending)] -= 1
  if (after && isCounted(after)) counts[answerKey(after.attending)] += 1
  return { answers: counts }
}

/** R171 */
const along: Counter = (group, before, after) => {
  const step = peopleAlong(after) - peopleAlong(before)
  return step === 0 ? {} : { companions: (group.companions ?? 0) + step || undefined }
}

/** R98: the people of a group whom confirmations are counted by. */
export const inTally = (
  rsvp: Rsvp | undefined,
  group: Pick<Group, 'roles' | 'confirmEpoch'>,
): keyof NonNullable<Group['tally']> | undefined => {
  if (!rsvp) return undefined
  if (rsvp.attending === null) return group.roles.some(({ _id }) => rsvp.roleIds.includes(_id)) ? 'assigned' : undefined
  return isConfirmed(rsvp, group) ? 'confirmed' : undefined
}

/** R98 */
const tally: Counter = (group, before, after) => {
  if (!group.tally) return {}
  const counts = { ...group.tally }
  const left = inTally(before, group)
  const joined = inTally(after, group)
  if (left) counts[left] -= 1
  if (joined) counts[joined] += 1
  return { tally: counts }
}

const hasDeclined = (rsvp: Rsvp | undefined) => rsvp?.attending === false

/** R165: who declines counts apart; what counts nowhere any more leaves no zero behind. */
const questionCounts: Counter = (group, before, after) => {
  const [was, is] = [before?.answers ?? [], after?.answers ?? []]
  if ((was === is && hasDeclined(before) === hasDeclined(after)) || (was.length === 0 && is.length === 0)) return {}
  const counts = new Map(Object.entries(group.questionCounts ?? {}))
  const kinds = new Map(questionsOf(group).map(({ _id, kind }) => [_id, kind]))
  const isCounted = (id: string) => !['line', 'text', 'date'].includes(kinds.get(id) ?? 'text')
  for (const [answers, step, declined] of [
    [was, -1, hasDeclined(before)],
    [is, 1, hasDeclined(after)],
  ] as const)
    for (const { questionId, value } of answers) {
      const { declined: no, ...yes }: QuestionCounts[string] = counts.get(questionId) ?? none
      const counted = countAnswer(declined ? no : yes, value, step, isCounted(questionId))
      counts.set(questionId, declined ? withDeclined(yes, counted) : withDeclined(counted, no))
    }
  const left = [...counts].filter(([, { answers, declined }]) => answers > 0 || declined)
  return { questionCounts: left.length > 0 ? Object.fromEntries(left) : undefined }
}

const none: QuestionCount = { answers: 0 }
const withDeclined = (yes: QuestionCount, no: QuestionCount = none): QuestionCounts[string] => ({
  ...(yes.answers > 0 ? yes : none),
  ...(no.answers > 0 && { declined: no }),
})

/** `isCounted`: by what it says, and not only that it was given. */
function countAnswer(before: QuestionCount = none, value: AnswerValue, step: 1 | -1, isCounted: boolean) {
  const counts: QuestionCount = { ...before, answers: before.answers + step }
  if (!isCounted) return counts
  if (typeof value === 'number') return { ...counts, sum: (before.sum ?? 0) + step * value }
  const chosen = typeof value === 'boolean' ? [value ? 'yes' : 'no'] : [value].flat()
  const options = { ...before.options }
  for (const id of chosen) options[id] = (options[id] ?? 0) + step
  return { ...counts, options: Object.fromEntries(Object.entries(options).filter(([, count]) => count > 0)) }
}

const counters: readonly Counter[] = [seats, answers, along, countInvitation, countUnreached, tally, questionCounts]

/** R1: the group as it counts after an answer changed, came or went; whether its seats are free is for the caller to know. */
export const withCounts: (...changed: Parameters<Counter>) => Group = (group, before, after) =>
  counters.reduce<Group>((done, count) => Object.assign(done, count(group, before, after)), { ...group })

/** R130g: the group as it counts whom emails don't reach once these have changed: the next revision, or the very same. */
export function withUnreached(
  group: Group,
  changed: readonly { readonly before: Rsvp | undefined; readonly after: Rsvp | undefined }[],
): Group {
  const { unreached } = changed.reduce<Pick<Group, 'unreached'>>(
    (counted, { before, after }) => ({ ...counted, ...countUnreached(counted, before, after) }),
    { unreached: group.unreached },
  )
  return unreached === group.unreached ? group : { ...group, rev: group.rev + 1, unreached }
}

export const hasBegun = (event: GroupEvent | undefined, now: number) => event !== undefined && event.start <= iso(now)

interface Short {
  readonly role: Role
  readonly needed: number
  readonly free: number
}
/** R3, R171: refuses `role-full`, which names the roles and says how many seats of each are free. */
export function refuseFull({ _id: groupId }: Group, short: readonly Short[]): never {
  const names = short.map(({ role }) => role.name)
  const [{ free, needed } = { free: 0, needed: 0 }] = short
  const seats = free === 1 ? '1 seat free' : `${free} seats free`
  const how = short.every((one) => one.free === 0)
    ? 'is already full'
    : short.length > 1
      ? 'has too few free seats'
      : `has ${seats}, and you need ${needed}`
  const full = short.map(({ role, free }) => ({ groupId, role: role.name, free }))
  return refuse('role-full', { role: names.join('", "'), roles: names, how, full })
}

/**
 * R1, R3: the group after an RSVP changed from `before` to `after`. Refuses `role-full` if not all newly taken seats are free, or if somebody waits who
 * would come with those that are and this one may not overtake them (R90, R172): who is moved a seat may, and anyone once the event has begun.
 */
export function applyToSeats(group: Group, before: Rsvp | undefined, after: Rsvp, mayOvertake: boolean): Group {
  const counted = withCounts(group, before, after)
  const short = counted.roles.flatMap((role, nth): Short[] => {
    const needed = seatsIn(after, role._id) - seatsIn(before, role._id)
    if (needed <= 0) return []
    const was = group.roles[nth] as Role
    const isClaimed = !mayOvertake && pageToServe(was) !== undefined
    return isClaimed || occupied(role) > role.max ? [{ role, needed, free: isClaimed ? 0 : freeIn(was) }] : []
  })
  return short.length > 0 ? refuseFull(group, short) : { ...counted, rev: group.rev + 1 }
}
