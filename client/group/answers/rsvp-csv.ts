// All answers as a CSV file: every page is fetched first.

import { companionTexts } from '#client/companions/names.ts'
import { loadAllRows } from '#client/group/actions.ts'
import { nameOf } from '#client/group/answers/questions/asking.ts'
import { csvText, saveCsv } from '#client/lib/files/csv-cells.ts'
import { faultWords } from '#client/notice/fault-words.ts'
import type { GroupView, RsvpRow } from '#protocol/seats/group.ts'
import { answerInWords, answerTo } from '#protocol/seats/questions/answers.ts'
import type { Question } from '#protocol/seats/questions/question.ts'
import { answerOf, invitationWords } from './rsvp-filter.ts'

const yesNo = (is: boolean) => (is ? 'Yes' : 'No')

/** For programs: the contract's words, whatever stands on screen; `Confirmed` has a column of its own. */
const words = { yes: 'Yes', no: 'No', none: 'No response', invited: 'Invited', opened: 'Invited, opened' } as const

/** R206a: who only assigns isn't shown the address. */
const toldHandOver = ({ handOver }: RsvpRow) => (handOver ? `${handOver.name}${handOver.email && ` <${handOver.email}>`}` : '')

type Columns = Readonly<Record<string, (row: RsvpRow) => string>>
/** R240: the columns of each field of a row, in their order; what is for programs, or has columns of its own, has none. A field without a line fails the type check. */
const columnsOf: Readonly<Record<keyof RsvpRow, Columns>> = {
  name: { Name: ({ name }) => name },
  email: { Email: ({ email }) => email },
  attending: { Answer: (row) => words[answerOf(row)] },
  roles: { Roles: ({ roles }) => roles.join('; ') },
  confirmed: { Confirmed: ({ confirmed }) => yesNo(confirmed) },
  confirmationDate: { 'Confirmed at': ({ confirmationDate }) => confirmationDate ?? '' },
  updatedAt: { 'Changed at': ({ updatedAt }) => updatedAt },
  formerMember: { 'Former member': ({ formerMember }) => yesNo(formerMember) },
  waitingFor: { 'Waiting for': ({ waitingFor = [] }) => waitingFor.join('; ') },
  offered: { Offered: ({ offered = [] }) => offered.join('; ') },
  handOver: { 'Handing over to': toldHandOver },
  note: { Note: ({ note = '' }) => note },
  invitation: {
    Invitation: ({ invitation }) => (invitation ? invitationWords[invitation.state] : ''),
    'Invited at': ({ invitation }) => invitation?.at ?? '',
  },
  addressFault: { Address: ({ addressFault }) => (addressFault ? faultWords[addressFault] : '') },
  companions: { Companions: (row) => companionTexts(row).join('; ') },
  answers: {},
  came: {},
  _id: {},
  rev: {},
  eventId: {},
  groupId: {},
  orgId: {},
  maskedEmail: {},
  isGone: {},
  atLeast: {},
  also: {},
}
const all: Columns = Object.fromEntries(Object.values(columnsOf).flatMap((one) => Object.entries(one)))
const columns = Object.keys(all)
const cellsOf = (row: RsvpRow) => Object.values(all).map((cell) => cell(row))

/** R193: columns of their own, once somebody came. */
const doorColumns = (rows: readonly RsvpRow[]) =>
  rows.some(({ came }) => came !== undefined)
    ? { fields: ['Came', 'Came at'], cellsOf: ({ came }: RsvpRow) => [came === undefined ? '' : yesNo(came !== null), came?.at ?? ''] }
    : { fields: [], cellsOf: () => [] }

/** Gives the text of the file, with a column for each question (R165). */
export function csvOf(rows: readonly RsvpRow[], questions: readonly Question[] = []): Promise<string> {
  const answersOf = ({ answers = [] }: RsvpRow) => questions.map((question) => answerInWords(question, answerTo(answers, question._id)))
  const door = doorColumns(rows)
  const fields = [...columns, ...door.fields, ...questions.map(nameOf)]
  return csvText(
    fields,
    rows.map((row) => [...cellsOf(row), ...door.cellsOf(row), ...answersOf(row)]),
  )
}

/** R155: the answers of several groups in one file, those of each with what tells it from the others. */
export function csvOfGroups(all: readonly { readonly of: readonly string[]; readonly rows: readonly RsvpRow[] }[]): Promise<string> {
  const door = doorColumns(all.flatMap(({ rows }) => rows))
  const fields = ['Group', 'Start', 'End', 'Place', ...columns, ...door.fields]
  const data = all.flatMap(({ of, rows }) => rows.map((row) => [...of, ...cellsOf(row), ...door.cellsOf(row)]))
  return csvText(fields, data)
}

/** Saves all answers of a group as a file. */
export async function exportRows({ _id, name, questions }: GroupView, canManage: boolean) {
  saveCsv(name, 'answers', await csvOf(await loadAllRows(_id), canManage ? questions : []))
}
