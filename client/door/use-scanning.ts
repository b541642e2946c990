// What becomes of a scan or a tap: sent, said aloud, and kept on screen with what can be done next.
import { useCallback, useRef, useState } from 'react'
import { toasted } from '#client/lib/actions/use-action.ts'
import { toast } from '#client/ui/feedback/toast.tsx'
import { holderIn } from './holder.ts'
import { type Answered, look, type Scanned, sendScan, takeBack } from './scan.ts'
import { signal, toneOf } from './signals.ts'

export interface ShownResult extends Answered {
  readonly sent: Scanned
  /** R187: only shown; a tap lets them in. */
  readonly isLook: boolean
}
/** R187: whether a scan counts at once, or shows the guest first. */
export type ScanMode = 'fast' | 'look'

/** A camera sees the same pass many times in a second. */
const sameAgainMs = 3_000

const modeName = 'doorMode'
function keptMode(): ScanMode {
  try {
    return localStorage.getItem(modeName) === 'look' ? 'look' : 'fast'
  } catch {
    return 'fast' // storage can be forbidden
  }
}
/** How it was scanned last on this phone. */
function useMode() {
  const [mode, setMode] = useState(keptMode)
  const chooseMode = (next: ScanMode) => {
    setMode(next)
    try {
      localStorage.setItem(modeName, next)
    } catch {
      // as above
    }
  }
  return { mode, chooseMode }
}

function isSameAgain(last: { pass: string; at: number }, pass: string) {
  const now = Date.now()
  if (last.pass === pass && now - last.at < sameAgainMs) return true
  Object.assign(last, { pass, at: now })
  return false
}

const takenBack = (shown: ShownResult | null, onDone: () => void) =>
  toasted(
    async () => {
      const holder = shown && holderIn(shown.answer)
      if (holder) await takeBack(holder, shown)
      onDone()
    },
    { done: 'Undone', failed: 'That can no longer be undone' },
  )

export function useScanning() {
  const [shown, setShown] = useState<ShownResult | null>(null)
  const [isBusy, setBusy] = useState(false)
  const { mode, chooseMode } = useMode()
  const last = useRef({ pass: '', at: 0, isSending: false })
  const run = useCallback(async (sent: Scanned, isLook: boolean) => {
    if (last.current.isSending) return
    last.current.isSending = true
    setBusy(true)
    try {
      const done = isLook ? { answer: await look(sent), isOffline: false } : await sendScan(sent)
      signal(isLook && done.answer.result === 'ok' ? 'ask' : toneOf(done.answer.result))
      setShown({ ...done, sent, isLook })
    } catch {
      signal('bad')
      toast.error('That could not be sent: no one was let in. Check your connection, then scan again.')
    }
    last.current.isSending = false
    setBusy(false)
  }, [])
  const scan = useCallback((sent: Scanned) => run(sent, false), [run])
  const scanPass = useCallback(
    (pass: string) => {
      if (isSameAgain(last.current, pass)) return
      void run({ pass }, mode === 'look')
    },
    [run, mode],
  )
  /** After a look: what the server says of them; else one more tap for whom it wouldn't let in. */
  const letIn = () => shown && scan(shown.isLook ? shown.sent : { ...shown.sent, despite: true })
  const show = (done: Answered) => {
    signal(toneOf(done.answer.result))
    setShown({ ...done, sent: {}, isLook: false })
  }
  const undo = () => takenBack(shown, () => setShown(null))
  return { shown, isBusy, mode, chooseMode, scan, scanPass, letIn, undo, show }
}
