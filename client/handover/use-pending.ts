// Who is handing their seats over in a group: all of them, page by page, and live like every answer (R94).
import { useCallback, useEffect, useMemo, useState } from 'react'
import { sentenceOf } from '#client/lib/call.ts'
import { useReturn } from '#client/lib/reach.ts'
import { useGroups } from '#client/records/groups.ts'
import type { RsvpRow } from '#protocol/group.ts'
import { loadHandOvers } from './list.ts'

type Pending = RsvpRow & { readonly handOver: NonNullable<RsvpRow['handOver']> }
const none: readonly RsvpRow[] = []

const placeOf = ({ handOver: { until }, _id }: Pending) => `${until} ${_id}`

/** Gives those that are here, those that end first first, and how to load more. */
export function usePendingHandOvers(groupId: string) {
  const rows = useGroups((held) => held.answered[groupId]?.rows ?? none)
  const next = useGroups((held) => held.nextHandOver[groupId])
  const [failure, setFailure] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const load = useCallback(async () => {
    setBusy(true)
    setFailure(null)
    await loadHandOvers(groupId).catch((error: unknown) => setFailure(sentenceOf(error, 'Failed to load the seats being handed over')))
    setBusy(false)
  }, [groupId])
  const isMissing = next === undefined
  useEffect(() => {
    if (isMissing) void load()
  }, [isMissing, load])
  const retry = useCallback(() => {
    if (failure) void load()
  }, [failure, load])
  useReturn(retry)
  const pending = useMemo(
    () =>
      rows
        .flatMap((row): Pending[] => (row.handOver ? [{ ...row, handOver: row.handOver }] : []))
        .toSorted((one, other) => (placeOf(one) < placeOf(other) ? -1 : 1)),
    [rows],
  )
  return { pending, isMissing, isComplete: next === null, isBusy, failure, load }
}
