// All answers as a table to save, of one group or of several: who is given which columns (R233).

import { companionTexts } from '#client/companions/names.ts'
import { nameOf } from '#client/group/answers/questions/asking.ts'
import { type ColumnOf, type Table, tableOf } from '#client/lib/files/table.ts'
import { faultWords } from '#client/notice/fault-words.ts'
import type { RsvpRow } from '#protocol/seats/group.ts'
import { answerInWords, answerTo } from '#protocol/seats/questions/answers.ts'
import { inCell } from '#protocol/seats/questions/cell.ts'
import type { Question } from '#protocol/seats/questions/question.ts'
import { answerOf, invitationWords } from './rsvp-filter.ts'

const yesNo = (is: boolean) => (is ? 'Yes' : 'No')

/** For programs: the contract's words, whatever stands on screen; `Confirmed` has a column of its own. */
const words = { yes: 'Yes', no: 'No', none: 'No response', invited: 'Invited', opened: 'Invited, opened' } as const

/** R206a: who only assigns isn't shown the address. */
const toldHandOver = ({ handOver }: RsvpRow) => (handOver ? `${handOver.name}${handOver.email && ` <${handOver.email}>`}` : '')

type Columns = readonly ColumnOf<RsvpRow>[]
/** R240: the columns of each field of a row, in their order; what is for programs, or has columns of its own, has none. A field without a line fails the type check. */
const columnsOf: Readonly<Record<keyof RsvpRow, Columns>> = {
  name: [{ name: 'Name', of: ({ name }) => name }],
  email: [{ name: 'Email', of: ({ email }) => email }],
  attending: [{ name: 'Answer', of: (row) => words[answerOf(row)] }],
  roles: [{ name: 'Roles', of: ({ roles }) => inCell(roles) }],
  confirmed: [{ name: 'Confirmed', of: ({ confirmed }) => yesNo(confirmed) }],
  confirmationDate: [{ name: 'Confirmed at', is: 'time', of: ({ confirmationDate }) => confirmationDate ?? '' }],
  updatedAt: [{ name: 'Changed at', is: 'time', of: ({ updatedAt }) => updatedAt }],
  formerMember: [{ name: 'Former member', of: ({ formerMember }) => yesNo(formerMember) }],
  waitingFor: [{ name: 'Waiting for', of: ({ waitingFor = [] }) => inCell(waitingFor) }],
  offered: [{ name: 'Offered', of: ({ offered = [] }) => inCell(offered) }],
  handOver: [{ name: 'Handing over to', of: toldHandOver }],
  note: [{ name: 'Note', of: ({ note = '' }) => note }],
  invitation: [
    { name: 'Invitation', of: ({ invitation }) => (invitation ? invitationWords[invitation.state] : '') },
    { name: 'Invited at', is: 'time', of: ({ invitation }) => invitation?.at ?? '' },
  ],
  addressFault: [{ name: 'Address', of: ({ addressFault }) => (addressFault ? faultWords[addressFault] : '') }],
  companions: [{ name: 'Companions', of: (row) => inCell(companionTexts(row)) }],
  answers: [],
  came: [],
  atLeast: [],
  also: [],
  _id: [],
  rev: [],
  eventId: [],
  groupId: [],
  orgId: [],
  maskedEmail: [],
  isGone: [],
}
const always: Columns = Object.values(columnsOf).flat()

/** Columns of their own, once a row has them: R172 with how few somebody who waits would come, R147 where else they have a seat, R193 who came. */
const onceThere = {
  atLeast: [{ name: 'Comes with at least', is: 'number', of: ({ atLeast }) => (atLeast === undefined ? '' : String(atLeast)) }],
  also: [{ name: 'Also in', of: ({ also = [] }) => inCell(also.map(({ name }) => name)) }],
  came: [
    { name: 'Came', of: ({ came }) => (came === undefined ? '' : yesNo(came !== null)) },
    { name: 'Came at', is: 'time', of: ({ came }) => came?.at ?? '' },
    { name: 'People who came', is: 'number', of: ({ came }) => (came ? String(came.people) : '') },
    { name: 'Let in twice', of: ({ came }) => inCell(came?.twice?.map(({ door }) => door) ?? []) },
    { name: 'Second time at', is: 'time', of: ({ came }) => came?.twice?.at(-1)?.at ?? '' },
  ],
} as const satisfies Partial<Record<keyof RsvpRow, Columns>>
const columnsFor = (rows: readonly RsvpRow[]): Columns => [
  ...always,
  ...(Object.keys(onceThere) as (keyof typeof onceThere)[]).flatMap(
    (field): Columns => (rows.some((row) => row[field] !== undefined) ? onceThere[field] : []),
  ),
]

/** A column for each question (R165). */
export const questionColumns = (questions: readonly Question[]): Columns =>
  questions.map((question) => ({
    name: nameOf(question),
    ...(question.kind === 'number' && { is: 'number' }),
    of: ({ answers = [] }) => {
      const value = answerTo(answers, question._id)
      const labels = Array.isArray(value) ? question.options.filter(({ _id }) => value.includes(_id)).map(({ label }) => label) : []
      return inCell(labels) || answerInWords(question, value)
    },
  }))

export const answersTable = (rows: readonly RsvpRow[], zone: string, questions: readonly Question[] = []): Table =>
  tableOf('Answers', zone, [...columnsFor(rows), ...questionColumns(questions)], rows)

/** A group with all its answers, and when and where it is. */
interface AnsweredGroup {
  readonly name: string
  readonly start: string
  readonly end: string
  readonly location: string
  readonly questions: readonly Question[]
  readonly rows: readonly RsvpRow[]
}
/** R165: a column for each question, one where several groups ask the same. */
function questionsOfGroups(groups: readonly AnsweredGroup[]): ColumnOf<{ readonly group: AnsweredGroup; readonly row: RsvpRow }>[] {
  const byGroup = new Map(groups.map((group) => [group, questionColumns(group.questions)]))
  const all = [...byGroup.values()].flat()
  const names = new Set(all.map(({ name }) => name))
  return [...names].map((name) => ({
    name,
    ...(all.every((one) => one.name !== name || one.is === 'number') && { is: 'number' }),
    of: ({ group, row }) => {
      const own = byGroup.get(group)?.filter((one) => one.name === name) ?? []
      return own.map((column) => column.of(row)).find(Boolean) ?? ''
    },
  }))
}
/** R155: the answers of several groups in one table, those of each with what tells it from the others. */
export function groupsTable(groups: readonly AnsweredGroup[], zone: string): Table {
  const all = groups.flatMap((group) => group.rows.map((row) => ({ group, row })))
  const columns: ColumnOf<(typeof all)[number]>[] = [
    { name: 'Group', of: ({ group }) => group.name },
    { name: 'Start', is: 'time', of: ({ group }) => group.start },
    { name: 'End', is: 'time', of: ({ group }) => group.end },
    { name: 'Place', of: ({ group }) => group.location },
    ...columnsFor(all.map(({ row }) => row)).map((column) => ({ ...column, of: (one: (typeof all)[number]) => column.of(one.row) })),
    ...questionsOfGroups(groups),
  ]
  return tableOf('Answers', zone, columns, all)
}
