// Whether a username is free, asked when the typing rests (R58).
import { useEffect, useState } from 'react'
import { CallFailed, call, ownSentence } from '#client/lib/call.ts'
import { Username } from '#protocol/kernel/fields.ts'
import { debounceMs } from '#protocol/kernel/limits.ts'
import { accessApi } from '#protocol/people/access.ts'

/** idle: nothing to ask about; loading: typed, not yet answered. */
export type UsernameState = 'idle' | 'loading' | 'available' | 'taken' | 'error'
export interface UsernameCheck {
  state: UsernameState
  sentence: string
}

const idle: UsernameCheck = { state: 'idle', sentence: '' }
const loading: UsernameCheck = { state: 'loading', sentence: '' }

async function ask(username: string, signal: AbortSignal): Promise<UsernameCheck> {
  try {
    const { available } = await call(accessApi.checkUsername, { username }, { signal })
    return available ? { state: 'available', sentence: 'Username is available' } : { state: 'taken', sentence: 'Username is taken' }
  } catch (error) {
    return {
      state: 'error',
      sentence: ownSentence(error, error instanceof CallFailed ? 'Could not check username' : 'Could not validate username'),
    }
  }
}

/** Checks `username` 400 ms after its last change; `own` needs none, in whatever case (R58). An unexpected answer is not a failed check. */
export function useUsernameCheck(username: string, own = ''): UsernameCheck {
  const [checked, setChecked] = useState<UsernameCheck & { username: string }>({ ...idle, username: '' })
  const isWorthAsking = username.toLowerCase() !== own.toLowerCase() && Username.safeParse(username).success
  useEffect(() => {
    if (!isWorthAsking) return
    const stop = new AbortController()
    const check = async () => {
      const answer = await ask(username, stop.signal)
      if (!stop.signal.aborted) setChecked({ ...answer, username })
    }
    const timer = setTimeout(() => void check(), debounceMs.username)
    return () => {
      stop.abort()
      clearTimeout(timer)
    }
  }, [username, isWorthAsking])
  if (!isWorthAsking) return idle
  return checked.username === username ? checked : loading
}
