// What every table that we save is made of, before it is a workbook or CSV (R233).
import { zonePlace } from '#client/lib/dates.ts'
import { aheadAt, isKnownZone } from '#protocol/kernel/time/clocks.ts'

export interface Column {
  readonly name: string
  /** Of times its cells are instants (ISO), written by the clock of the table's zone. */
  readonly is?: 'time' | 'number' | undefined
}
export interface Table {
  /** What it is a table of, in one word. */
  readonly title: string
  readonly zone: string
  readonly columns: readonly Column[]
  readonly rows: readonly (readonly string[])[]
}

/** Columns with what stands in them, for rows of one kind. */
export interface ColumnOf<Row> extends Column {
  readonly of: (row: Row) => string
}
export const tableOf = <Row>(title: string, zone: string, columns: readonly ColumnOf<Row>[], rows: readonly Row[]): Table => ({
  title,
  zone,
  columns,
  rows: rows.map((row) => columns.map(({ of }) => of(row))),
})

/** The words over a column; times say whose clock shows them (R231: a zone that isn't known here is UTC). */
export const headingOf = ({ name, is }: Column, zone: string) =>
  is === 'time' ? `${name} (${isKnownZone(zone) ? zonePlace(zone) : 'UTC'})` : name

/** What the clock of the zone shows at an instant, to the second, as if it were UTC, in milliseconds. */
export const shownAt = (iso: string, zone: string) => Math.floor(Date.parse(iso) / 1000) * 1000 + aheadAt(zone, Date.parse(iso))
