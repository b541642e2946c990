// Loads the organizations one belongs to, and says how that went.
import { useCallback, useEffect, useMemo, useState } from 'react'
import { errorText } from '#client/lib/call.ts'
import { useReturn } from '#client/lib/connection.ts'
import { useSession } from '#client/lib/session.ts'
import type { MyOrganization } from '#protocol/people/org.ts'
import { loadMine } from './actions.ts'
import { isManaged } from './member-rules.ts'
import { useOrgs } from './store.ts'

export const mineFailed = 'Failed to load organisations.'
export const noneFound = 'No organisations found.'

export interface Mine {
  /** Only those where one is admin or higher. */
  readonly managed: readonly MyOrganization[]
  /** All of them; null until they are known. */
  readonly mine: readonly MyOrganization[] | null
  /** Why they could not be loaded. */
  readonly failure: { readonly detail: string } | null
  readonly reload: () => void
}

/** Reads them anew on opening, and again when Rolecall answers after being offline. A magic link has none (R30). */
export function useMine(): Mine {
  const mine = useOrgs((held) => held.mine)
  const [failure, setFailure] = useState<Mine['failure']>(null)
  const token = useSession((now) => now.token)
  const reload = useCallback(() => {
    if (!token) return
    loadMine().then(
      () => setFailure(null),
      (error: unknown) => setFailure({ detail: errorText(error, 'Please try again in a moment.') }),
    )
  }, [token])
  useEffect(reload, [reload])
  useReturn(useCallback(() => failure && reload(), [failure, reload]))
  return { mine, managed: useMemo(() => mine?.filter(isManaged) ?? [], [mine]), failure, reload }
}
