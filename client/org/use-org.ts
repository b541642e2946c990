// Opens an organization and keeps it live through its room; whose right to it ends no longer sees it.
import { useCallback, useEffect, useMemo, useState } from 'react'
import { errorText } from '#client/lib/call.ts'
import { useReturn } from '#client/lib/connection.ts'
import { useWatch } from '#client/lib/live.ts'
import { toast } from '#client/ui/feedback/toast.tsx'
import { orgRoom } from '#protocol/live.ts'
import type { MyOrganization, OrgView } from '#protocol/people/org.ts'
import { loadRoleMap, openMembers } from './actions.ts'
import { dropOrg, putOrg, useOrgs } from './store.ts'

/** What the room of a right that has ended, or never was, refuses with. Anything else passes by itself. */
const rightEnded = new Set(['gone', 'org-unknown', 'member-rights', 'not-yours', 'account-needed', 'token-invalid'])

interface OrgState {
  readonly org: OrgView | undefined
  readonly failure: string | null
  readonly retry: () => void
}

/** Reads the members of `one` and watches them; `onEnd` is called when that is over for good. */
export function useOrg({ _id, name }: MyOrganization, onEnd: () => void): OrgState {
  const org = useOrgs((held) => held.byId[_id])
  const [failure, setFailure] = useState<string | null>(null)
  const retry = useCallback(() => {
    setFailure(null)
    Promise.all([openMembers(_id, name), loadRoleMap()]).catch((error: unknown) =>
      setFailure(errorText(error, 'Something went wrong. Please try again.')),
    )
  }, [_id, name])
  useEffect(retry, [retry])
  useReturn(useCallback(() => failure !== null && retry(), [failure, retry]))
  const watcher = useMemo(
    () => ({
      onView: (view: OrgView) => {
        putOrg(view)
        setFailure(null)
      },
      onRefused: (sentence: string, code: string) => {
        if (!rightEnded.has(code)) return
        dropOrg(_id)
        toast(`${name}: ${sentence}`, { id: `ended-${_id}` })
        onEnd()
      },
    }),
    [_id, name, onEnd],
  )
  useWatch(orgRoom(_id), watcher)
  return { org, failure, retry }
}
