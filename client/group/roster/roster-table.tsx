// One role of the roster: its people with how they stand, and a line to sign on. A real table, so that its head stands on every sheet.
import { leadOf } from '#client/group/answers/questions/asking.ts'
import { rowWord } from '#client/group/answers/rsvp-filter.ts'
import { seatsOf } from '#client/group/board/limit-saving.ts'
import { formatCount } from '#client/lib/format-count.ts'
import { cx } from '#client/ui/cx.ts'
import { peopleText } from '#protocol/seats/companions/counting.ts'
import type { RsvpRow } from '#protocol/seats/group.ts'
import { answerInWords, answerTo } from '#protocol/seats/questions/answers.ts'
import type { Question } from '#protocol/seats/questions/question.ts'
import type { RosterPart } from './roster.ts'

interface RosterTableProps {
  part: RosterPart
  /** R126: guests are asked to confirm. */
  isAsked: boolean
  /** Begins a new sheet. */
  isApart: boolean
  /** The event's name, where sheets may be parted; null where the head of the page says it. */
  title: string | null
  asOf: string
  /** R165: those whose answers are read at the door. */
  questions: readonly Question[]
}

/** Nobody signs on a phone: the names need the room. */
const signature = 'max-sm:not-print:hidden'
const cell = 'border-b border-line px-2 py-2.5 text-start align-middle first:pl-0'

const DoorAnswers = ({ row: { answers = [] }, questions }: { row: RsvpRow; questions: readonly Question[] }) =>
  questions.map((question) => {
    const said = answerInWords(question, answerTo(answers, question._id))
    return (
      said && (
        <span key={question._id} dir="auto" className="block text-13 font-normal whitespace-pre-line">
          <span className="text-muted">{leadOf(question)}</span>
          {said}
        </span>
      )
    )
  })

export const RosterTable = ({ part: { title: role, seats, people }, isAsked, isApart, title, asOf, questions }: RosterTableProps) => (
  <section aria-label={role} className={cx(isApart && 'break-before-page')}>
    <table className="w-full table-fixed border-collapse">
      <caption className="pb-2 text-start wrap-anywhere">
        {title && <span className="block text-13 text-muted max-print:hidden">{title}</span>}
        <span dir="auto" className="block text-20 font-semibold text-balance">
          {role}
        </span>
        <span className="tabular text-muted">
          {seats === null ? peopleText(people.length) : `${formatCount(people.length)} of ${seatsOf(seats)}`}
        </span>
        <span className="block text-13 text-muted">{asOf}</span>
      </caption>
      <thead>
        <tr className="text-13 text-muted">
          <th scope="col" className={cx(cell, 'w-10')}>
            <span className="sr-only">Number</span>
          </th>
          <th scope="col" className={cell}>
            Name
          </th>
          <th scope="col" className={cx(cell, 'w-28 sm:w-36')}>
            Answer
          </th>
          <th scope="col" className={cx(cell, signature, 'w-2/5')}>
            Signature
          </th>
        </tr>
      </thead>
      <tbody>
        {people.map((row, nth) => (
          <tr key={row._id}>
            <td className={cx(cell, 'tabular text-13 text-muted')}>{nth + 1}</td>
            <th scope="row" className={cx(cell, 'font-medium wrap-anywhere')}>
              <span dir="auto">{row.name || row.email}</span>
              <DoorAnswers row={row} questions={questions} />
              {row.note && (
                <span dir="auto" className="block text-13 font-normal text-muted">
                  “{row.note}”
                </span>
              )}
            </th>
            <td className={cx(cell, 'text-13')}>{rowWord(row, isAsked)}</td>
            <td className={cx(cell, signature)} />
          </tr>
        ))}
        {people.length === 0 && (
          <tr>
            <td className={cell} />
            <td colSpan={2} className={cx(cell, 'text-muted')}>
              No one yet
            </td>
            <td className={cx(cell, signature)} />
          </tr>
        )}
      </tbody>
    </table>
  </section>
)
