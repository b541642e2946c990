// The auth check: who the kept tokens stand for, asked 100 ms after start and whenever a token comes or goes.

import { authCheckDelayMs } from '#protocol/kernel/limits.ts'
import { accountApi, type UserView } from '#protocol/people/account.ts'
import { CallFailed, call } from './call.ts'
import { useReach } from './connection.ts'
import { isAskedEarly } from './prefetched-call.ts'
import { accessOf, forgetRefused, useSession } from './session.ts'

/** A "no" is an answer; being offline and a failing server are not: the tokens then stay, and the check is made again. */
const isVerdict = (error: unknown) => error instanceof CallFailed && error.status >= 400 && error.status < 500 && error.status !== 429

/** Fetches the current user. A failure marks the visitor logged out; a token that was refused is forgotten. */
export async function checkSession(): Promise<void> {
  const asked = useSession.getState()
  const end = (user: UserView | null) => {
    const { token, organizerToken } = useSession.getState()
    // With other tokens than those asked for, another check is under way.
    if (token === asked.token && organizerToken === asked.organizerToken) useSession.setState({ user, checking: false })
  }
  if (accessOf(asked) === 'none') return end(null)
  try {
    end((await call(accountApi.me, {})).user)
  } catch (error) {
    if (isVerdict(error)) forgetRefused(asked)
    end(null)
  }
}

/** Starts the check and repeats it whenever it is due. Returns what stops it. */
export function startAuthCheck(): () => void {
  const check = () => {
    if (!useSession.getState().user) void checkSession()
  }
  // Where the page has asked already, its answer needs no delay.
  const timer = setTimeout(check, isAskedEarly('/auth/me') ? 0 : authCheckDelayMs)
  const stops = [
    useSession.subscribe((now, before) => {
      const isOther = now.token !== before.token || now.organizerToken !== before.organizerToken
      if (isOther && !now.user) void checkSession()
    }),
    useReach.subscribe((now, before) => {
      if (now.returns !== before.returns && !useSession.getState().user) void checkSession()
    }),
  ]
  return () => {
    clearTimeout(timer)
    for (const stop of stops) stop()
  }
}
