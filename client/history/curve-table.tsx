// The curve in numbers, for whoever reads rather than looks.
import { formatInstant } from '#client/lib/dates.ts'
import { Table } from '#client/ui/layout/table.tsx'
import type { SeatCounts } from '#protocol/record/history.ts'
import { type Curve, rowsOf } from './curve.ts'

const maxRows = 40

/** R126: confirmations only where guests are asked for them. */
const seatsText = (seats: SeatCounts | undefined, isAsked: boolean) =>
  seats ? `${seats.count} of ${seats.total}${isAsked && seats.confirmed ? `, ${seats.confirmed} confirmed` : ''}` : '–'

export const CurveTable = ({ curve, zone, isAsked }: { curve: Curve; zone: string; isAsked: boolean }) => (
  <Table
    caption="Seats taken over time"
    headLabel="When"
    columns={[
      { key: 'answers', label: 'Answers', align: 'end' },
      ...curve.roles.map(({ _id, name, isDeleted }) => ({ key: _id, label: isDeleted ? `${name}, deleted` : name, align: 'end' as const })),
    ]}
    rows={rowsOf(curve, maxRows).map(({ at, answers, seats }) => ({
      key: String(at),
      head: <span className="whitespace-nowrap">{formatInstant(new Date(at).toISOString(), zone)}</span>,
      cells: { answers, ...Object.fromEntries(curve.roles.map(({ _id }) => [_id, seatsText(seats[_id], isAsked)])) },
    }))}
  />
)
