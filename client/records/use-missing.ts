// Loads a list that isn't here yet, says why it can't, and tries again when the connection or the page is back.
import { useCallback, useEffect, useState } from 'react'
import { errorText } from '#client/lib/call.ts'
import { useReturn } from '#client/lib/connection.ts'

/** `read` loads the first page, or the next one; it stays the same function while the list is the same. */
export function useMissing(isMissing: boolean, read: () => Promise<unknown>, failed: string) {
  const [failure, setFailure] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const load = useCallback(async () => {
    setBusy(true)
    setFailure(null)
    await read().catch((error: unknown) => setFailure(errorText(error, failed)))
    setBusy(false)
  }, [read, failed])
  useEffect(() => {
    if (isMissing) void load()
  }, [isMissing, load])
  const retry = useCallback(() => {
    if (failure) void load()
  }, [failure, load])
  useReturn(retry)
  return { failure, isBusy, load }
}
