// Asks once for all answers that are picked, shows how far it has come, and says what came of it.
import { type ReactNode, useRef, useState } from 'react'
import { Button } from '#client/ui/actions/button.tsx'
import { Dialog } from '#client/ui/actions/dialog.tsx'
import { Notice } from '#client/ui/feedback/notice.tsx'
import { Progress } from '#client/ui/feedback/progress.tsx'
import { toastUndoable } from '#client/undo/undo-toast.tsx'
import type { RsvpRow } from '#protocol/seats/group.ts'
import { type BulkState, bulkSum, countOf, eachRow, nothingYet } from './bulk.ts'

export interface BulkDialogProps {
  title: string
  /** What will happen, in a sentence. */
  children: ReactNode
  /** Those it is done to. */
  rows: readonly RsvpRow[]
  work: (row: RsvpRow) => Promise<unknown>
  confirmLabel: string
  /** 'removed': said in the sum. */
  verb: string
  /** R106: what `work` has noted by which all of it can be taken back. */
  acts?: readonly (string | undefined)[] | undefined
  tone?: 'danger' | 'primary'
  isReady?: boolean
  onClose: () => void
  /** It was done to some at least. */
  onDone: () => void
}

const maxUndone = 20

const percentOf = ({ all, done, failed }: BulkState) => (all === 0 ? 100 : ((done + failed) / all) * 100)
const labelOf = ({ all, done, failed, pausedFor }: BulkState) =>
  pausedFor > 0 ? `${done + failed} of ${all}. Continuing in ${pausedFor} s.` : `${done + failed} of ${all}`

/** While it runs it can be stopped, not closed. */
export function BulkDialog(props: BulkDialogProps) {
  const { title, children, rows, work, confirmLabel, verb, acts = [], tone = 'danger', isReady = true, onClose, onDone } = props
  const [state, setState] = useState<BulkState | null>(null)
  const [sum, setSum] = useState<string | null>(null)
  const isStopped = useRef(false)
  const isRunning = state !== null && sum === null
  const run = async () => {
    setState(nothingYet(rows.length))
    const end = await eachRow({ rows, work, onState: setState, isStopped: () => isStopped.current })
    const said = bulkSum(end, verb, countOf(rows))
    if (end.done > 0) onDone()
    if (end.done < end.all) return setSum(said)
    // More of them are not taken back in the seconds there are: the activity has each by itself.
    toastUndoable(said, acts.length > maxUndone ? [] : acts)
    onClose()
  }
  const stop = () => {
    isStopped.current = true
  }
  const footer = isRunning ? (
    <Button onClick={stop}>Stop</Button>
  ) : (
    <>
      <Button onClick={onClose}>{sum ? 'Close' : 'Cancel'}</Button>
      {!sum && (
        <Button variant={tone} disabled={rows.length === 0 || !isReady} onClick={() => void run()}>
          {confirmLabel}
        </Button>
      )}
    </>
  )
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && !isRunning && onClose()} title={title} size="sm" footer={footer}>
      {sum ? (
        <Notice tone="warn" live>
          {sum}
        </Notice>
      ) : isRunning ? (
        <Progress percent={percentOf(state)} label={labelOf(state)} />
      ) : (
        <div className="flex flex-col gap-4 text-muted">{children}</div>
      )}
    </Dialog>
  )
}
