// Writes a scan along an index as a query of MongoDB, with the index by name: a scan that can't use it fails instead of being slow.
import type { Scan } from '#server/kernel/store/query-plan.ts'

/** MongoDB's own index of ids. */
const idIndex = '_id_'
const operators = { '<': '$lt', '>': '$gt', '>=': '$gte' } as const

export const hintOf = ({ index }: Scan): string => index ?? idIndex

/** The order that the index gives: its free fields, then what breaks ties. */
export const sortOf = ({ order, values, descending }: Scan): Record<string, 1 | -1> =>
  Object.fromEntries(order.slice(values.length).map((field) => [field, descending ? -1 : 1]))

export function filterOf({ index, order, values, ranges }: Scan): Record<string, unknown> {
  const terms: [string | undefined, unknown][] = values.map((value, at) => [order[at], { $eq: value }])
  if (index !== undefined) terms.unshift([`_in.${index}`, true])
  if (ranges.length > 0)
    terms.push([order[values.length], Object.fromEntries(ranges.map(({ operator, value }) => [operators[operator], value]))])
  return Object.fromEntries(terms) as Record<string, unknown>
}
