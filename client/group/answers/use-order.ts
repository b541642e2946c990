// The order of the answers on screen. A column orders all answers or none: those that aren't loaded yet are loaded first.
import { useEffect, useMemo, useRef, useState } from 'react'
import { loadAllRows } from '#client/group/actions.ts'
import { errorText } from '#client/lib/call.ts'
import type { RsvpRow } from '#protocol/seats/group.ts'
import type { Question } from '#protocol/seats/questions/question.ts'
import { inOrder, type Ordered, type Sorting, usual } from './answer-order.ts'

export interface Order {
  /** The rows, in this order; in the order they came in while it is null. */
  readonly rows: readonly RsvpRow[]
  readonly sorting: Sorting | null
  readonly isLoadingAll: boolean
  readonly failure: string | undefined
  readonly retry: () => void
}

/** Loads what is missing as long as `isWanted`; one that fails waits for a press. */
function useAll(groupId: string, isWanted: boolean) {
  const [failure, setFailure] = useState<string>()
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    if (!isWanted) return
    setFailure(undefined)
    loadAllRows(groupId).catch((error: unknown) => setFailure(errorText(error, 'Failed to load group data')))
  }, [groupId, isWanted, attempt])
  return { failure: isWanted ? failure : undefined, retry: () => setAttempt((count) => count + 1) }
}

/** Orders the rows as chosen; as they came in until all are here, the latest first where nothing is chosen. */
export function useOrder(
  groupId: string,
  rows: readonly RsvpRow[],
  isComplete: boolean,
  chosen: Sorting | null,
  questions: readonly Question[],
): Order {
  const { failure, retry } = useAll(groupId, chosen !== null && !isComplete)
  const last = useRef<{ sorting: Sorting; questions: readonly Question[]; ordered: Ordered } | null>(null)
  const sorting = chosen ?? usual
  const ordered = useMemo(() => {
    if (!isComplete) return rows
    const isSame = last.current?.sorting === sorting && last.current.questions === questions
    const next = inOrder(rows, sorting, isSame ? last.current?.ordered : undefined, questions)
    last.current = { sorting, questions, ordered: next }
    return next.rows
  }, [rows, isComplete, sorting, questions])
  const isLoadingAll = chosen !== null && !isComplete && failure === undefined
  return { rows: ordered, sorting: isComplete ? sorting : null, isLoadingAll, failure, retry }
}
