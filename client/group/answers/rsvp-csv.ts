// All answers as a CSV file: every page is fetched first, and no cell is ever read as a formula.

import { loadAllRows } from '#client/group/actions.ts'
import { asText, fileName, quotes } from '#client/lib/files/csv-cells.ts'
import { saveText } from '#client/lib/files/save-file.ts'
import { faultWords } from '#client/notice/fault-words.ts'
import type { RsvpRow } from '#protocol/group.ts'
import { answerOf, answerWords, invitationWords } from './rsvp-filter.ts'

const columns = [
  'Name',
  'Email',
  'Answer',
  'Roles',
  'Confirmed',
  'Confirmed at',
  'Changed at',
  'Former member',
  'Waiting for',
  'Offered',
  'Handing over to',
  'Note',
  'Invitation',
  'Invited at',
  'Address',
] as const
const yesNo = (is: boolean) => (is ? 'Yes' : 'No')

const cellsOf = (row: RsvpRow) => [
  row.name,
  row.email,
  answerWords[answerOf(row)],
  row.roles.join('; '),
  yesNo(row.confirmed),
  row.confirmationDate ?? '',
  row.updatedAt,
  yesNo(row.formerMember),
  (row.waitingFor ?? []).join('; '),
  (row.offered ?? []).join('; '),
  row.handOver ? `${row.handOver.name} <${row.handOver.email}>` : '',
  row.note ?? '',
  row.invitation ? invitationWords[row.invitation.state] : '',
  row.invitation?.at ?? '',
  row.addressFault ? faultWords[row.addressFault] : '',
]

/** Gives the text of the file; spreadsheets know by its first character that it is UTF-8. */
export async function csvOf(rows: readonly RsvpRow[]): Promise<string> {
  const { default: Papa } = await import('papaparse')
  return `\uFEFF${Papa.unparse({ fields: [...columns], data: rows.map((row) => cellsOf(row).map(asText)) }, { newline: '\r\n', quotes })}`
}

/** Saves all answers of a group as a file. */
export async function exportRows(groupId: string, groupName: string) {
  saveText(fileName(groupName, 'answers'), await csvOf(await loadAllRows(groupId)), 'text/csv')
}
