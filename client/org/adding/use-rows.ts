// The list of people to be added while it is made: typed, pasted, edited, sent chunk by chunk.
import { useCallback, useRef, useState } from 'react'
import { emailKey } from '#client/lib/people/fields.ts'
import type { PeopleList } from '#client/people/read-people.ts'
import { toast } from '#client/ui/feedback/toast.tsx'
import type { AddedRow } from '#protocol/people/org.ts'
import { applyAnswers, chunksOf, type Entry, edited, isAdded, isEditable, isOpen, newEntries, newRow, type Row } from './rows.ts'

const duplicateSentence = 'Duplicate email. Member already in the list.'
const pastedDuplicatesSentence = 'Some duplicate emails were removed from the bulk list.'

export interface RowSender {
  readonly sizeOf: (count: number) => number
  readonly send: (rows: readonly Row[]) => Promise<readonly AddedRow[]>
}

export type Rows = ReturnType<typeof useRows>

/** The rows, and what they are now even between two renders. */
function useHeld() {
  const [rows, setRows] = useState<readonly Row[]>([])
  const held = useRef(rows)
  const set = useCallback((next: readonly Row[]) => {
    held.current = next
    setRows(next)
  }, [])
  return { rows, held, set }
}

/** Holds the rows; what is sent stays as it is if its call fails. */
export function useRows() {
  const { rows, held, set } = useHeld()
  const [percent, setPercent] = useState<number | null>(null)
  const edit = useCallback(
    (key: number, part: Partial<Entry>) => set(held.current.map((row) => (row.key === key && isEditable(row) ? edited(row, part) : row))),
    [held, set],
  )
  const remove = useCallback((key: number) => set(held.current.filter((row) => row.key !== key || !isEditable(row))), [held, set])
  /** Adds one; false if its email is in the list. */
  const addOne = (entry: Entry) => {
    const isThere = held.current.some((row) => emailKey(row.email) === emailKey(entry.email))
    if (isThere) toast.error(duplicateSentence)
    else set([...held.current, newRow(entry)])
    return !isThere
  }
  /** Adds those who were read; gives how many rows came of them, and who became none. */
  const addPasted = (list: PeopleList) => {
    const { entries, leftOut, hasDuplicates } = newEntries(list, held.current)
    if (hasDuplicates) toast(pastedDuplicatesSentence)
    set([...held.current, ...entries.map(newRow)])
    return { added: entries.length, leftOut }
  }
  const submit = (sending: RowSender) => sendRows(() => held.current, set, setPercent, sending)
  return { rows, percent, addOne, addPasted, edit, remove, submit }
}

/** Sends all open rows, one chunk after the other; rows without an email are discarded. Gives how many were added. */
async function sendRows(
  rows: () => readonly Row[],
  set: (next: readonly Row[]) => void,
  setPercent: (percent: number | null) => void,
  { sizeOf, send }: RowSender,
): Promise<number> {
  set(rows().filter((row) => !isOpen(row) || emailKey(row.email) !== ''))
  const open = rows().filter(isOpen)
  const addedBefore = rows().filter(isAdded).length
  let done = 0
  setPercent(0)
  try {
    for (const chunk of chunksOf(open, sizeOf(open.length))) {
      const answers = await send(chunk)
      set(applyAnswers(rows(), new Set(chunk.map((row) => row.key)), answers))
      done += chunk.length
      setPercent(Math.round((done / open.length) * 100))
    }
  } finally {
    setPercent(null)
  }
  return rows().filter(isAdded).length - addedBefore
}
