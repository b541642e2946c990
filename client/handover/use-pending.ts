// Who is handing their seats over in a group: all of them, page by page, and live like every answer (R94).
import { useCallback, useMemo } from 'react'
import { useGroups } from '#client/records/groups.ts'
import { useMissing } from '#client/records/use-missing.ts'
import type { RsvpRow } from '#protocol/seats/group.ts'
import { loadHandOvers } from './list.ts'

type Pending = RsvpRow & { readonly handOver: NonNullable<RsvpRow['handOver']> }
const none: readonly RsvpRow[] = []

const sortKey = ({ handOver: { until }, _id }: Pending) => `${until} ${_id}`

/** Gives those that are here, those that end first first, and how to load more. */
export function usePendingHandOvers(groupId: string) {
  const rows = useGroups((held) => held.answered[groupId]?.rows ?? none)
  const next = useGroups((held) => held.nextHandOver[groupId])
  const isMissing = next === undefined
  const read = useCallback(() => loadHandOvers(groupId), [groupId])
  const loading = useMissing(isMissing, read, 'Failed to load the seats being handed over')
  const pending = useMemo(
    () =>
      rows
        .flatMap((row): Pending[] => (row.handOver ? [{ ...row, handOver: row.handOver }] : []))
        .toSorted((one, other) => (sortKey(one) < sortKey(other) ? -1 : 1)),
    [rows],
  )
  return { pending, isMissing, isComplete: next === null, ...loading }
}
