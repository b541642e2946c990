// Which answers a search, a role and a kind of answer leave in the list.

import { faultWords } from '#client/notice/fault-words.ts'
import { AddressFault, invitationStates, type RsvpRow } from '#protocol/group.ts'
import { roleKey } from '#protocol/texts.ts'

export const answerKinds = ['all', 'yes', 'no', 'none'] as const
export type AnswerKind = (typeof answerKinds)[number]
/** R97: '' for any; R102: faults of the address go across the others. */
export const invitationKinds = ['', ...invitationStates, ...AddressFault.options] as const
export type InvitationKind = (typeof invitationKinds)[number]

export interface RsvpFilter {
  /** Part of a name or an email. */
  text: string
  /** A role's name; '' for any. */
  role: string
  answer: AnswerKind
  invitation: InvitationKind
}
export const everyone: RsvpFilter = { text: '', role: '', answer: 'all', invitation: '' }

type Answer = Exclude<AnswerKind, 'all'> | 'invited' | 'opened'
/** What a row says; R97: who was only invited was asked nothing else yet. */
export function answerOf({ attending, invitation, roles }: Pick<RsvpRow, 'attending' | 'invitation' | 'roles'>): Answer {
  if (attending !== null) return attending ? 'yes' : 'no'
  return invitation && roles.length === 0 && invitation.state !== 'answered' ? invitation.state : 'none'
}
export const answerWords = { yes: 'Yes', no: 'No', none: 'No response', invited: 'Invited', opened: 'Invited, opened' } as const
export const invitationWords = {
  '': 'All invitations',
  invited: 'Invited, not opened',
  opened: 'Opened, not answered',
  answered: 'Invited and answered',
  ...faultWords,
} as const satisfies Record<InvitationKind, string>

const fitsInvitation = (row: RsvpRow, wanted: InvitationKind) =>
  wanted === '' || row.addressFault === wanted || row.invitation?.state === wanted

/** Gives the rows that fit; roles are compared without regard to case (R7). */
export function filterRows(rows: readonly RsvpRow[], { text, role, answer, invitation }: RsvpFilter): readonly RsvpRow[] {
  const wanted = text.trim().toLowerCase()
  const wantedRole = roleKey(role)
  if (!wanted && !wantedRole && answer === 'all' && invitation === '') return rows
  return rows.filter(
    (row) =>
      (answer === 'all' || answerOf(row) === answer) &&
      fitsInvitation(row, invitation) &&
      (!wantedRole || row.roles.some((name) => roleKey(name) === wantedRole)) &&
      (!wanted || row.name.toLowerCase().includes(wanted) || row.email.toLowerCase().includes(wanted)),
  )
}

/** How many can't be reached by email, by what is wrong. */
export function countFaults(rows: readonly RsvpRow[]): Readonly<Record<AddressFault, number>> {
  const counts = { undeliverable: 0, complained: 0 }
  for (const { addressFault } of rows) if (addressFault) counts[addressFault]++
  return counts
}
