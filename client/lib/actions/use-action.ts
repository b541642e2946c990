// Something done on a press: one at a time, busy while it runs, and said when it fails.
import { useCallback, useRef, useState } from 'react'
import { toast } from '#client/ui/feedback/toast.tsx'
import { CallFailed, errorText, NotMeant } from '../call-failed.ts'

export const wentWrong = 'Something went wrong. Please try again.'

interface ActionOptions<Result> {
  /** What a toast says when it is done; nothing where what follows speaks for itself. */
  done?: string | ((result: Result) => string)
  /** What a toast says when it failed and the server has no word of its own. */
  failed?: string
}

/** Does `work` and says in a toast what became of it; never rejects. */
export async function toasted<Result>(
  work: () => Promise<Result>,
  { done, failed = wentWrong }: ActionOptions<Result> = {},
): Promise<void> {
  try {
    const result = await work()
    if (done !== undefined) toast.success(typeof done === 'string' ? done : done(result))
  } catch (error) {
    if (!(error instanceof NotMeant)) toast.error(errorText(error, failed))
  }
}

interface Failed {
  readonly failure: string | null
  readonly fields: Readonly<Record<string, string>>
}
const nothingFailed: Failed = { failure: null, fields: {} }

/** Gives `run`, which stays the same function and does nothing while a run is under way, with its state; `failed` words a failure where the server has no word of its own. */
export function useAction<Args extends readonly unknown[]>(
  work: (...args: Args) => Promise<unknown>,
  failed: string | ((error: unknown) => string) = wentWrong,
) {
  const [running, setRunning] = useState<Args | null>(null)
  const [failing, setFailing] = useState(nothingFailed)
  const latest = useRef({ work, failed, isRunning: false })
  Object.assign(latest.current, { work, failed })
  const run = useCallback(async (...args: Args) => {
    const now = latest.current
    if (now.isRunning) return
    now.isRunning = true
    setRunning(args)
    setFailing(nothingFailed)
    try {
      await now.work(...args)
    } catch (error) {
      const failure = typeof now.failed === 'string' ? errorText(error, now.failed) : now.failed(error)
      if (!(error instanceof NotMeant)) setFailing({ failure, fields: error instanceof CallFailed ? error.fields : {} })
    }
    now.isRunning = false
    setRunning(null)
  }, [])
  const setFailure = useCallback((failure: string | null, fields: Failed['fields'] = {}) => setFailing({ failure, fields }), [])
  return {
    run,
    /** What it was called with; null while nothing runs. */
    running,
    isBusy: running !== null,
    /** Why the last run failed, and what is wrong with each field by name; the next run begins without. */
    ...failing,
    setFailure,
  }
}
