// What becomes of a scan or a tap: sent, said aloud, and kept on screen with what can be done next.
import { useCallback, useRef, useState } from 'react'
import { toasted } from '#client/lib/actions/use-action.ts'
import { toast } from '#client/ui/feedback/toast.tsx'
import { type Holder, holderIn } from './holder.ts'
import { type Answered, look, type Scanned, sendScan, takeBack, takeBackThere } from './scan.ts'
import { signal, toneOf } from './signals.ts'

export interface ShownResult extends Answered {
  readonly sent: Scanned
  /** R187: only shown; a tap lets them in. */
  readonly isLook: boolean
}
/** R187: whether a scan counts at once, or shows the guest first. */
export type ScanMode = 'fast' | 'look'

/** A camera sees the same pass many times in a second, and those beside it in turns. */
const sameAgainMs = 3_000
function isSameAgain(seen: Map<string, number>, pass: string) {
  const now = Date.now()
  for (const [other, at] of seen) if (now - at >= sameAgainMs) seen.delete(other)
  if (seen.has(pass)) return true
  seen.set(pass, now)
  return false
}

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

const undone = { done: 'Undone', failed: 'That can no longer be undone' }
const takenBack = (shown: ShownResult | null, onDone: () => void) =>
  toasted(async () => {
    const holder = shown && holderIn(shown.answer)
    if (holder) await takeBack(holder, shown)
    onDone()
  }, undone)

/** R188: what was done last to somebody on the list, whenever it was. */
export const undoLast = (holder: Holder) => toasted(() => takeBackThere(holder), undone)

/** What one scan came to, said aloud; undefined where it could not be sent. */
async function judged(sent: Scanned, isLook: boolean): Promise<ShownResult | undefined> {
  try {
    const done = isLook ? { answer: await look(sent), isOffline: false } : await sendScan(sent)
    signal(isLook && done.answer.result === 'ok' ? 'ask' : toneOf(done.answer.result))
    return { ...done, sent, isLook }
  } catch {
    signal('bad')
    toast.error('That could not be sent: no one was let in. Check your connection, then scan again.')
    return undefined
  }
}

/** Judges one scan after the other: none is lost because the one before is still being asked about. */
function useQueue() {
  /** Those that came before the first of them was answered, the newest last. */
  const [results, setResults] = useState<readonly ShownResult[]>([])
  const [isBusy, setBusy] = useState(false)
  const queue = useRef({ left: 0, results, last: Promise.resolve() })
  const keep = useCallback((now: readonly ShownResult[]) => {
    queue.current.results = now
    setResults(now)
  }, [])
  const run = useCallback(
    (sent: Scanned, isLook: boolean, beside: readonly ShownResult[] = []) => {
      const all = queue.current
      if (all.left++ === 0) all.results = beside
      setBusy(true)
      all.last = all.last.then(async () => {
        const done = await judged(sent, isLook)
        if (done) keep([...all.results, done])
        all.left--
        setBusy(all.left > 0)
      })
      return all.last
    },
    [keep],
  )
  return { results, isBusy, run, keep }
}

export function useScanning() {
  const { results, isBusy, run, keep } = useQueue()
  const { mode, chooseMode } = useMode()
  const seen = useRef(new Map<string, number>())
  const shown = results.at(-1) ?? null
  const scan = useCallback((sent: Scanned) => run(sent, false), [run])
  const scanPass = useCallback((pass: string) => void run({ pass }, mode === 'look'), [run, mode])
  const seePass = useCallback(
    (pass: string) => {
      if (!isSameAgain(seen.current, pass)) scanPass(pass)
    },
    [scanPass],
  )
  /** After a look: what the server says of them; else one more tap for whom it wouldn't let in. */
  const letIn = (one: ShownResult) => {
    const others = results.filter((other) => other !== one)
    return run(one.isLook ? one.sent : { ...one.sent, despite: true }, false, others)
  }
  const show = (done: Answered) => {
    signal(toneOf(done.answer.result))
    keep([{ ...done, sent: {}, isLook: false }])
  }
  const undo = () => takenBack(shown, () => keep([]))
  return { shown, before: results.slice(0, -1), isBusy, mode, chooseMode, scan, scanPass, seePass, letIn, undo, show }
}
