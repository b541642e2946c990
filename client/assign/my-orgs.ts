// The organizations of whoever is logged in, for the forms that choose one.
import { useCallback, useEffect, useState } from 'react'
import { errorText } from '#client/lib/call.ts'
import { useReturn } from '#client/lib/connection.ts'
import { useSession } from '#client/lib/session.ts'
import { loadMine } from '#client/org/actions.ts'
import { useOrgs } from '#client/org/store.ts'
import type { MyOrganization } from '#protocol/people/org.ts'

export const orgsFailed = 'Failed to load organisations.'

export interface MyOrgs {
  /** Null until they are known. */
  readonly mine: readonly MyOrganization[] | null
  readonly failure: string | null
  readonly retry: () => void
}

/** Reads them, only for a login: a magic link has no organizations (R30). */
export function useMyOrgs(): MyOrgs {
  const token = useSession((now) => now.token)
  const mine = useOrgs((held) => held.mine)
  const [failure, setFailure] = useState<string | null>(null)
  const retry = useCallback(() => {
    if (!token) return
    setFailure(null)
    loadMine().catch((error: unknown) => setFailure(errorText(error, orgsFailed)))
  }, [token])
  useEffect(retry, [retry])
  useReturn(retry)
  return { mine: token ? mine : [], failure, retry }
}
