// Sends a picture, with how far it is meanwhile, and why it fails.
import { useState } from 'react'
import { sendingWith } from '#client/lib/actions/upload-call.ts'
import { useAction } from '#client/lib/actions/use-action.ts'
import { call } from '#client/lib/call.ts'

/** `upload` is given a way to call whose progress is `share`: from 0 to 1, null while nothing is on its way. */
export function useUpload<Args extends readonly unknown[]>(
  upload: (send: typeof call, ...args: Args) => Promise<void>,
  sentence: string | ((error: unknown) => string),
) {
  const [share, setShare] = useState<number | null>(null)
  const action = useAction(async (...args: Args) => {
    setShare(0)
    try {
      await upload((endpoint, input) => call(endpoint, input, { send: sendingWith(setShare) }), ...args)
    } finally {
      setShare(null)
    }
  }, sentence)
  return { ...action, share }
}
