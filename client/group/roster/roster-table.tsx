// One role of the roster: its people with how they stand, and a line to sign on. A real table, so that its head stands on every sheet.
import { answerOf, answerWords } from '#client/group/answers/rsvp-filter.ts'
import { counted } from '#client/lib/counted.ts'
import { cx } from '#client/ui/cx.ts'
import type { RsvpRow } from '#protocol/group.ts'
import type { RosterPart } from './roster.ts'

interface RosterTableProps {
  part: RosterPart
  /** Begins a new sheet. */
  isApart: boolean
  /** The event's name, where sheets may be parted; null where the head of the page says it. */
  title: string | null
  asOf: string
}

const stateOf = (row: RsvpRow) => (row.confirmed ? 'Confirmed' : answerWords[answerOf(row)])
/** Nobody signs on a phone: the names need the room. */
const signature = 'max-sm:not-print:hidden'
const cell = 'border-b border-line px-2 py-2.5 text-start align-middle first:pl-0'

/** Draws the part, an empty one too: its seats are free. */
export const RosterTable = ({ part: { title: role, seats, people }, isApart, title, asOf }: RosterTableProps) => (
  <section aria-label={role} className={cx(isApart && 'break-before-page')}>
    <table className="w-full table-fixed border-collapse">
      <caption className="pb-2 text-start">
        {title && <span className="block text-13 text-muted max-print:hidden">{title}</span>}
        <span className="text-20 font-semibold">{role}</span>{' '}
        <span className="tabular text-muted">
          {seats === null ? counted(people.length) : `${counted(people.length)} of ${counted(seats)}`}
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
          <th scope="col" className={cx(cell, 'w-28')}>
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
              {row.name || row.email}
              {row.note && <span className="block text-13 font-normal text-muted">“{row.note}”</span>}
            </th>
            <td className={cx(cell, 'text-13')}>{stateOf(row)}</td>
            <td className={cx(cell, signature)} />
          </tr>
        ))}
        {people.length === 0 && (
          <tr>
            <td colSpan={4} className={cx(cell, 'text-muted')}>
              Nobody yet
            </td>
          </tr>
        )}
      </tbody>
    </table>
  </section>
)
