// Which answers a search, a role and a kind of answer leave in the list.

import { type Asking, fitsQuestion, nothingAsked, type QuestionFilter } from '#client/group/answers/questions/asking.ts'
import { faultWords } from '#client/notice/fault-words.ts'
import { finderOf } from '#protocol/kernel/finding/names.ts'
import { roleKey } from '#protocol/kernel/texts.ts'
import { answerWord, answerWords } from '#protocol/seats/coverage.ts'
import { AddressFault, invitationStates, type RsvpRow } from '#protocol/seats/group.ts'
import { isUnreached } from '#protocol/seats/rsvp.ts'

/** R97: who was only invited doesn't count as asked without an answer. */
export const answerKinds = ['all', 'yes', 'no', 'none', 'invited'] as const
export type AnswerKind = (typeof answerKinds)[number]
/** R97: '' for any; R102: faults of the address go across the others; R130: `unreached` is either of them, where it matters. */
export const invitationKinds = ['', ...invitationStates, 'unreached', ...AddressFault.options] as const
export type InvitationKind = (typeof invitationKinds)[number]

/** R193: '' for either; who said yes and didn't come is missed. */
export const doorKinds = ['', 'came', 'missed', 'twice'] as const
export type DoorKind = (typeof doorKinds)[number]
export const doorWords = { '': 'Came or not', came: 'Came', missed: 'Didn’t come', twice: 'Let in twice' } as const satisfies Record<
  DoorKind,
  string
>

export interface RsvpFilter {
  /** Words of a name or an email. */
  text: string
  /** A role's name; '' for any. */
  role: string
  answer: AnswerKind
  invitation: InvitationKind
  /** What was answered to a question; '' for anything. */
  question: QuestionFilter
  door: DoorKind
}
export const everyone: RsvpFilter = { text: '', role: '', answer: 'all', invitation: '', question: '', door: '' }

type Answer = Exclude<AnswerKind, 'all'> | 'opened'
/** What a row says; R97: who was only invited was asked nothing else yet. */
export function answerOf({ attending, invitation, roles }: Pick<RsvpRow, 'attending' | 'invitation' | 'roles'>): Answer {
  if (attending !== null) return attending ? 'yes' : 'no'
  return invitation && roles.length === 0 && invitation.state !== 'answered' ? invitation.state : 'none'
}
const invitedWords = { invited: 'Invited', opened: 'Invited, opened' } as const
/** What a kind of answer is called; R126: `isAsked` says whether guests are asked to confirm. */
export const kindWord = (kind: Exclude<AnswerKind, 'all'>, isAsked: boolean): string =>
  kind === 'invited' ? invitedWords.invited : answerWords(isAsked)[kind]
/** The same of one row. */
export function rowWord(row: Pick<RsvpRow, 'attending' | 'confirmed' | 'roles' | 'invitation'>, isAsked: boolean): string {
  const answer = answerOf(row)
  return answer === 'invited' || answer === 'opened' ? invitedWords[answer] : answerWord(row, isAsked)
}
/** R89, R91: they wait for a seat, or one is held for them, and they have none yet. */
export const waitsOnly = ({ roles, waitingFor = [], offered = [] }: Pick<RsvpRow, 'roles' | 'waitingFor' | 'offered'>) =>
  roles.length === 0 && (waitingFor.length > 0 || offered.length > 0)
export const invitationWords = {
  '': 'All invitations',
  invited: 'Invited, not opened',
  opened: 'Opened, not answered',
  answered: 'Invited and answered',
  unreached: 'Can’t be reached by email',
  ...faultWords,
} as const satisfies Record<InvitationKind, string>

/** Opened or not, an invitation is one kind. */
const kindOf = (row: RsvpRow) => {
  const answer = answerOf(row)
  return answer === 'opened' ? 'invited' : answer
}

const fitsInvitation = (row: RsvpRow, wanted: InvitationKind) =>
  wanted === '' || (wanted === 'unreached' ? isUnreached(row) : row.addressFault === wanted || row.invitation?.state === wanted)

const isMissed = (row: RsvpRow) => row.attending === true && !row.came && !waitsOnly(row)
const doorFits: Readonly<Record<DoorKind, (row: RsvpRow) => boolean>> = {
  '': () => true,
  came: ({ came }) => Boolean(came),
  missed: isMissed,
  twice: ({ came }) => came?.twice !== undefined,
}
const fitsDoor = (row: RsvpRow, wanted: DoorKind) => doorFits[wanted](row)

/** Gives the rows that fit; roles are compared without regard to case (R7). */
export function filterRows(
  rows: readonly RsvpRow[],
  { text, role, answer, invitation, question, door }: RsvpFilter,
  asking: Asking = nothingAsked,
): readonly RsvpRow[] {
  const finds = finderOf(text)
  const wantedRole = roleKey(role)
  if (!text.trim() && !wantedRole && answer === 'all' && invitation === '' && question === '' && door === '') return rows
  const fitsAnswers = question === '' ? () => true : fitsQuestion(question, asking)
  return rows.filter(
    (row) =>
      (answer === 'all' || kindOf(row) === answer) &&
      fitsInvitation(row, invitation) &&
      fitsDoor(row, door) &&
      (!wantedRole || row.roles.some((name) => roleKey(name) === wantedRole)) &&
      finds(row.name, row.email) &&
      fitsAnswers(row),
  )
}

export type FaultCounts = Readonly<Record<AddressFault | 'unreached', number>>
/** How many can't be reached by email, by what is wrong. */
export function countFaults(rows: readonly RsvpRow[]): FaultCounts {
  const counts = { undeliverable: 0, complained: 0, unreached: 0 }
  for (const row of rows) {
    if (row.addressFault) counts[row.addressFault]++
    if (isUnreached(row)) counts.unreached++
  }
  return counts
}
