// Who is invited, and what each row of a list becomes (R97). Pure.
import { isLine } from '#protocol/kernel/fields.ts'
import { invitation as limits } from '#protocol/kernel/limits.ts'
import { isEmail } from '#protocol/kernel/texts.ts'
import type { InvitedRow, InviteStatus, Person } from '#protocol/seats/invitation.ts'
import type { QuestionAnswer } from '#protocol/seats/questions/question.ts'
import { questionNamed, readWords } from '#protocol/seats/questions/words.ts'
import { iso } from '#server/kernel/ports/clock.ts'
import { refuse } from '#server/kernel/refuse.ts'
import { type Group, questionsOf } from '#server/seats/model/group.ts'
import { isOnlyInvited } from '#server/seats/model/invitation.ts'
import { isErased, isRemoved, type Rsvp, seatsHeld, unconfirmed } from '#server/seats/model/rsvp.ts'
import { versionOf } from '#server/seats/model/rsvp-fields.ts'
import { withCounts } from '#server/seats/seating/counts.ts'
import { roleNamed } from './group.ts'

const dayMs = 86_400_000

/** A row of the list with what is known of its person. */
export interface InviteCandidate {
  readonly person: Person
  /** Trimmed and in lower case. */
  readonly email: string
  readonly _id: string
  readonly before: Rsvp | undefined
  /** R26: false where only members may answer, and this person is none. */
  readonly mayAttend: boolean
  /** R96, R102: wants no emails about this event: it is not theirs to be asked again. */
  readonly hasStopped: boolean
  /** How many invitations to this group went to a person without an answer within the last days, whatever became of them; 0 by default. */
  readonly askedLately?: number
}
/** R97: after an invitation is taken back the person may be invited once more, not again and again. */
const maxLately = 2

interface Hosting {
  readonly group: Group
  /** R11: whether guests choose roles themselves. */
  readonly isSelfSelect: boolean
  readonly emailsLeft: number
  readonly now: number
  /** R97j: who gets an email by the same call anyway. */
  readonly isEmailed?: (email: string) => boolean
}

/** Why somebody is not invited; undefined where they are. */
type Rejection = readonly [status: Exclude<InviteStatus, 'Invited'>, message: string] | undefined

const tooManyToday = 'You have invited as many people today as your plan allows. Please go on tomorrow.'

/** R97: an assigned person has been asked already. */
function rejectionOf({ group }: Hosting, { before, hasStopped, askedLately = 0 }: InviteCandidate): Rejection {
  if (hasStopped) return ['Stopped', 'This person gets no more emails about this event.']
  if (before?.blockedAt) return ['Not Invited', 'This address may not answer here. You can let it answer again in Settings.']
  if (!before || isRemoved(before))
    return askedLately < maxLately
      ? undefined
      : ['Not Invited', `This person was invited twice within ${limits.againDays} days. Please wait a little.`]
  if (before.attending !== null) return ['Already Answered', '']
  return before.invitation || seatsHeld(before, group).length > 0 ? ['Already Invited', ''] : undefined
}

/** The ids of the suggested roles; `unknown` says why there can be none (decision 0100). */
function suggestedTo(
  { group, isSelfSelect }: Hosting,
  names: readonly string[],
): { readonly roleIds: readonly string[]; readonly unknown?: string } {
  if (names.length > 0 && !isSelfSelect) return { roleIds: [], unknown: 'Guests don’t choose roles here, so none can be suggested.' }
  const roles = names.map((name) => roleNamed(group, name))
  const missing = names.find((_, nth) => !roles[nth])
  if (missing !== undefined) return { roleIds: [], unknown: `There is no role “${missing.slice(0, 60)}”.` }
  return { roleIds: [...new Set(roles.flatMap((role) => role?._id ?? []))] }
}

type Answers = readonly QuestionAnswer[]

/** R162: the answers of a row, read as their questions want them; `wrong` says why they can't be taken. */
function answersIn(group: Group, { answers = [] }: Person): { readonly answers: Answers; readonly wrong?: string } {
  const read: QuestionAnswer[] = []
  for (const { question: name, answer } of answers) {
    const question = questionNamed(questionsOf(group), name)
    if (!question) return { answers: [], wrong: `There is no question “${name.trim().slice(0, 120)}”.` }
    if (read.some(({ questionId }) => questionId === question._id)) return { answers: [], wrong: `“${question.label}” is answered twice.` }
    const one = readWords(question, answer)
    if ('wrong' in one) return { answers: [], wrong: `“${question.label}”: ${one.wrong}.` }
    if (one.value !== undefined) read.push({ questionId: question._id, value: one.value })
  }
  return { answers: read }
}
/** What is told of a row whose person has been asked already: nothing of it is dropped unseen. */
const notTaken = ({ answers = [] }: Person) =>
  answers.some(({ answer }) => answer.trim() !== '') ? 'The answers in the list were not taken: this person has been asked before.' : ''

/** R97: an RSVP without a response. A link of an earlier invitation that was taken back stays void, since the number of its link is lower. */
function invited(
  { group, now }: Hosting,
  { before, email, _id, person }: InviteCandidate,
  roleIds: readonly string[],
  answers: Answers,
): Rsvp {
  return {
    ...versionOf(group, before, { _id, email, now }),
    linkEpoch: before?.linkEpoch ?? now,
    invitation: { at: iso(now), ...(roleIds.length > 0 && { roleIds }) },
    name: before?.name || (person.name ?? '').trim(),
    attending: null,
    roleIds: before?.roleIds ?? [],
    ...unconfirmed,
    ...(answers.length > 0 && { answers }),
  }
}

/** What is said of each row, the RSVPs of those who are invited, and the group that counts them. */
export interface Sorted {
  readonly rows: InvitedRow[]
  readonly invited: readonly Rsvp[]
  readonly group: Group
}

/** R41, R97: each row by itself, one after the other; sending rows again invites nobody twice. */
export function createSorting(hosting: Hosting) {
  const added = new Map<string, Rsvp>()
  let { group } = hosting
  let emailed = 0
  const sort = (one: InviteCandidate): InvitedRow => {
    const { email, person, before } = one
    const said = (status: InviteStatus, message: string): InvitedRow => ({ email: email || person.email, status, message })
    if (!isEmail(email)) return said('Invalid', 'Not an email address.')
    if (!isLine(person.name ?? '', 100)) return said('Invalid', 'This name is too long, or has characters that can’t be shown.')
    if (added.has(email)) return said('Duplicate', '')
    const standing = rejectionOf(hosting, one)
    if (standing) return said(standing[0], standing[1] || notTaken(person))
    if (!one.mayAttend) return said('Not Invited', 'Only members of the organization can answer here.')
    const { roleIds, unknown } = suggestedTo(hosting, person.roles ?? [])
    if (unknown) return said('Invalid', unknown)
    const { answers, wrong } = answersIn(group, person)
    if (wrong) return said('Invalid', wrong)
    const isFree = hosting.isEmailed?.(email) === true
    if (!isFree && emailed >= hosting.emailsLeft) return said('Not Invited', tooManyToday)
    emailed += Number(!isFree)
    const rsvp = invited(hosting, one, roleIds, answers)
    added.set(email, rsvp)
    group = withCounts(group, before, rsvp)
    return said('Invited', '')
  }
  const sorted = (rows: InvitedRow[]): Sorted => {
    const invited = [...added.values()]
    return { rows, invited, group: invited.length > 0 ? { ...group, rev: hosting.group.rev + 1 } : hosting.group }
  }
  return { sort, sorted }
}

/** R97j: what is said of each row where they are invited to several groups at once: that they are, if they are to any. */
export const joinRows = (each: readonly (readonly InvitedRow[])[]): InvitedRow[] =>
  (each[0] ?? []).map((first, nth) => each.map((rows) => rows[nth]).find((row) => row?.status === 'Invited') ?? first)

/** R97: was invited and hasn't answered; who can't be reached is not asked again. */
const isSilent = (rsvp: Rsvp, group: Group) => isOnlyInvited(rsvp, group) && !isErased(rsvp) && !rsvp.addressFault
const isRecent = ({ invitation }: Rsvp, now: number) => Date.parse(invitation?.at ?? '') + limits.againDays * dayMs > now

/** Who of these is to be invited again, and how many were asked too recently for it. */
export function silentOf(group: Group, found: readonly Rsvp[], now: number): { due: readonly Rsvp[]; recent: number } {
  const silent = found.filter((rsvp) => isSilent(rsvp, group))
  const due = silent.filter((rsvp) => !isRecent(rsvp, now))
  return { due, recent: silent.length - due.length }
}

export const askedAgain = (rsvp: Rsvp, now: number): Rsvp => ({
  ...rsvp,
  rev: rsvp.rev + 1,
  invitation: { ...rsvp.invitation, at: iso(now) },
})

/** R97: with how they came on the list, which stays true when they are asked again. */
export const askedAsGuest = (rsvp: Rsvp, earlier: string): Rsvp =>
  rsvp.invitation && earlier ? { ...rsvp, invitation: { ...rsvp.invitation, earlier } } : rsvp

/** R97: the group without somebody whose invitation is taken back. Refuses `invitation-answered` where they answered, or have a role. */
export const withoutInvited = (group: Group, rsvp: Rsvp): Group =>
  isOnlyInvited(rsvp, group) ? { ...withCounts(group, rsvp, undefined), rev: group.rev + 1 } : refuse('invitation-answered')

/** R97: the first time that somebody who was invited opens their link; undefined where there is nothing to note. */
export function opened(group: Group, rsvp: Rsvp, now: number): { group: Group; rsvp: Rsvp } | undefined {
  const { invitation, attending } = rsvp
  if (!invitation || invitation.openedAt || attending !== null || isErased(rsvp)) return undefined
  const after: Rsvp = { ...rsvp, rev: rsvp.rev + 1, invitation: { ...invitation, openedAt: iso(now) } }
  return { group: { ...withCounts(group, rsvp, after), rev: group.rev + 1 }, rsvp: after }
}
