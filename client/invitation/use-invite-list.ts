// The list while it is made: added to, asked about by itself, changed, sent.
import { useCallback, useEffect, useMemo, useState } from 'react'
import { errorText } from '#client/lib/call.ts'
import { useReturn } from '#client/lib/connection.ts'
import { useCleared } from '#client/undo/use-cleared.ts'
import { isEmail } from '#protocol/kernel/texts.ts'
import { clearDraft, draftOf, setDraft, useDrafts } from './draft.ts'
import { addEntries, type Entry, editedRow, isNew, isUnchecked, type Row, unchecked, withoutRow } from './rows.ts'
import { checkRows, sendRows } from './sending.ts'

export type InviteList = ReturnType<typeof useInviteList>

const failed = 'What was not sent is still in the list. Please try again.'

const uncheckable = 'The list couldn’t be checked. Please try again.'

/** Asks about new rows as soon as there are some; those whose check fails wait for a press, or for the line to come back. */
function useChecking(groupId: string, isWaiting: boolean, hasFailed: boolean) {
  const [failure, setFailure] = useState(uncheckable)
  const retry = useCallback(() => {
    const { rows } = draftOf(groupId)
    if (rows.some((row) => row.hasFailed)) setDraft(groupId, { rows: rows.map((row) => (row.hasFailed ? unchecked(row) : row)) })
  }, [groupId])
  useReturn(retry)
  useEffect(() => {
    if (isWaiting) checkRows(groupId).catch((error: unknown) => setFailure(errorText(error, uncheckable)))
  }, [groupId, isWaiting])
  return { failure: hasFailed ? failure : null, retry }
}

/** How the list of a group is changed by hand. */
const editsOf = (groupId: string) => {
  const setRows = (rows: readonly Row[]) => setDraft(groupId, { rows: [...rows] })
  const rowsNow = () => draftOf(groupId).rows
  return {
    /** Says how many rows came of it. */
    add(entries: readonly Entry[], from = '') {
      const before = rowsNow()
      setRows(addEntries(before, entries, from))
      return rowsNow().length - before.length
    },
    edit: (key: number, part: Pick<Row, 'name' | 'email'>) => setRows(editedRow(rowsNow(), key, part)),
    remove: (key: number) => setRows(withoutRow(rowsNow(), key)),
    keepOnly: () => setRows(rowsNow().filter((row) => isNew(row) || row.status === null)),
    /** Another suggestion may be one that the server refuses, so all that is not sent is asked about again. */
    suggest: (role: string) =>
      setDraft(groupId, { role, rows: rowsNow().map((row) => (isNew(row) || mayMend(row) ? unchecked(row) : row)) }),
    /** R97j: who was invited to one group may be new in another. */
    inviteTo: (alsoTo: readonly string[]) =>
      setDraft(groupId, { alsoTo: [...alsoTo], rows: rowsNow().map((row) => (row.isSent ? row : unchecked(row))) }),
    setMessage: (message: string) => setDraft(groupId, { message }),
  }
}
/** What the server called invalid may have been the role. */
const mayMend = ({ status, email }: Row) => status === 'Invalid' && isEmail(email)

export function useInviteList(groupId: string) {
  const draft = useDrafts((held) => held[groupId]) ?? draftOf(groupId)
  const [sending, setSending] = useState<{ readonly done: number; readonly total: number } | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const hasFailed = draft.rows.some((row) => row.hasFailed)
  const checking = useChecking(groupId, sending === null && draft.rows.some(isUnchecked), hasFailed)
  const edits = useMemo(() => editsOf(groupId), [groupId])
  const cleared = useCleared()
  const add: typeof edits.add = (...added) => {
    cleared.end()
    return edits.add(...added)
  }
  const clear = () => {
    const before = draftOf(groupId)
    clearDraft(groupId)
    cleared.offer(() => {
      const { message, role, alsoTo } = draftOf(groupId)
      setDraft(groupId, {
        ...before,
        message: message || before.message,
        role: role || before.role,
        alsoTo: alsoTo.length > 0 ? alsoTo : before.alsoTo,
      })
    })
  }
  async function send() {
    const total = draftOf(groupId).rows.filter(isNew).length
    setFailure(null)
    setSending({ done: 0, total })
    await sendRows(groupId, (done) => setSending({ done, total })).catch((error: unknown) => setFailure(errorText(error, failed)))
    setSending(null)
  }
  const isChecking = draft.rows.some(isUnchecked)
  return { ...draft, ...edits, add, clear, groupId, sending, failure, checking, isChecking, isBusy: sending !== null, send }
}
