// How many are inside, and came, by role and by door (R186).
import { formatCount } from '#client/lib/format-count.ts'
import { useTallies } from '#client/records/tallies.ts'
import { Text } from '#client/ui/layout/heading.tsx'
import type { DoorCounts, DoorSums } from '#protocol/seats/tally/tally.ts'

/** R186b: of an event with several groups, where who looks sees all of them. */
export function InAllGroups({ eventId }: { eventId: string }) {
  const sums = useTallies((held) => held[eventId])
  return sums?.came ? (
    <Text className="tabular" role="status">
      <strong>{formatCount(sums.inside)}</strong> inside, <strong>{formatCount(sums.came)}</strong> came in all groups. Each person counts
      once.
    </Text>
  ) : null
}

const Rows = ({ head, of }: { head: string; of: Readonly<Record<string, DoorSums>> }) => (
  <tbody>
    <tr>
      <th scope="colgroup" colSpan={3} className="pt-3 text-left text-13 font-normal text-muted">
        {head}
      </th>
    </tr>
    {Object.entries(of).map(([name, { inside, came }]) => (
      <tr key={name} className="border-t border-line">
        <th scope="row" className="py-2 pr-3 text-left font-medium wrap-anywhere">
          <span dir="auto">{name}</span>
        </th>
        <td className="tabular py-2 text-right">{formatCount(inside)}</td>
        <td className="tabular py-2 pl-4 text-right">{formatCount(came)}</td>
      </tr>
    ))}
  </tbody>
)

type Numbers = DoorSums & Partial<DoorCounts>
export const hasNumbers = ({ roles = {}, doors = {} }: Numbers) => Object.keys({ ...roles, ...doors }).length > 0

export function NumbersTable({ label, counts: { inside, came, roles = {}, doors = {} } }: { label: string; counts: Numbers }) {
  return (
    <table aria-label={label} className="w-full text-15">
      <thead>
        <tr className="text-13 text-muted">
          <td />
          <th scope="col" className="text-right font-normal">
            Inside
          </th>
          <th scope="col" className="pl-4 text-right font-normal">
            Came
          </th>
        </tr>
      </thead>
      <tbody>
        <tr>
          <th scope="row" className="py-2 pr-3 text-left font-semibold">
            All
          </th>
          <td className="tabular py-2 text-right font-semibold">{formatCount(inside)}</td>
          <td className="tabular py-2 pl-4 text-right font-semibold">{formatCount(came)}</td>
        </tr>
      </tbody>
      {Object.keys(roles).length > 0 && <Rows head="By role" of={roles} />}
      {Object.keys(doors).length > 0 && <Rows head="By door" of={doors} />}
    </table>
  )
}
