// Which answers a search, a role and a kind of answer leave in the list.

import type { RsvpRow } from '#protocol/group.ts'
import { roleKey } from '#protocol/texts.ts'

export const answerKinds = ['all', 'yes', 'no', 'none'] as const
export type AnswerKind = (typeof answerKinds)[number]

export interface RsvpFilter {
  /** Part of a name or an email. */
  text: string
  /** A role's name; '' for any. */
  role: string
  answer: AnswerKind
}
export const everyone: RsvpFilter = { text: '', role: '', answer: 'all' }

export const answerOf = ({ attending }: Pick<RsvpRow, 'attending'>): Exclude<AnswerKind, 'all'> =>
  attending === null ? 'none' : attending ? 'yes' : 'no'
export const answerWords = { yes: 'Yes', no: 'No', none: 'No response' } as const

/** Gives the rows that fit; roles are compared without regard to case (R7). */
export function filterRows(rows: readonly RsvpRow[], { text, role, answer }: RsvpFilter): readonly RsvpRow[] {
  const wanted = text.trim().toLowerCase()
  const wantedRole = roleKey(role)
  if (!wanted && !wantedRole && answer === 'all') return rows
  return rows.filter(
    (row) =>
      (answer === 'all' || answerOf(row) === answer) &&
      (!wantedRole || row.roles.some((name) => roleKey(name) === wantedRole)) &&
      (!wanted || row.name.toLowerCase().includes(wanted) || row.email.toLowerCase().includes(wanted)),
  )
}

/** Puts the latest answers first; makes sense only once all are loaded, else rows would jump in from everywhere. */
export const latestFirst = (rows: readonly RsvpRow[]) =>
  [...rows].sort((a, b) => (a.updatedAt < b.updatedAt ? 1 : a.updatedAt > b.updatedAt ? -1 : 0))
