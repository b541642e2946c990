// The members of organizations, as those who assign roles search them: read when a search opens, then live for admins.
import { useCallback, useEffect, useMemo, useState } from 'react'
import { CallFailed, errorText } from '#client/lib/call.ts'
import { useReturn } from '#client/lib/connection.ts'
import { watch } from '#client/lib/live.ts'
import { loadMembers, openMembers } from '#client/org/actions.ts'
import { putOrg, useOrgs } from '#client/org/store.ts'
import { orgRoom } from '#protocol/live.ts'
import type { OrgMember } from '#protocol/people/org.ts'

export interface MemberList {
  readonly members: readonly OrgMember[]
  /** Nothing is there yet. */
  readonly isLoading: boolean
  /** More are being read for a search. */
  readonly isPartial: boolean
  readonly failure: string | null
  readonly retry: () => void
  /** Reads those who are not loaded yet, once somebody is looked for. */
  readonly search: (words: string) => void
}

const nameIn = (orgId: string) => useOrgs.getState().mine?.find((one) => one._id === orgId)?.name ?? ''

/** One of the organizations may be one that this person doesn't belong to: its members aren't offered. */
const isForeign = (error: unknown) => error instanceof CallFailed && error.code === 'org-unknown'

/** The room tells admins what changes; for everyone else the reading stands. */
const watcher = { onView: putOrg, onRefused: () => undefined }

/** Reads the members of these organizations and follows them; somebody in several of them is there once per organization. */
export function useMembers(orgIds: readonly string[]): MemberList {
  const key = orgIds.join(' ')
  const ids = useMemo(() => key.split(' ').filter(Boolean), [key])
  const [isReading, setReading] = useState(true)
  const [failure, setFailure] = useState<string | null>(null)
  const retry = useCallback(() => {
    setFailure(null)
    setReading(true)
    const say = (error: unknown) => {
      if (!(ids.length > 1 && isForeign(error))) setFailure(errorText(error, 'Failed to load members.'))
    }
    void Promise.all(ids.map((id) => openMembers(id, nameIn(id)).catch(say))).then(() => setReading(false))
  }, [ids])
  useEffect(retry, [retry])
  useReturn(retry)
  useEffect(() => {
    const stops = ids.map((id) => watch(orgRoom(id), watcher))
    return () => {
      for (const stop of stops) stop()
    }
  }, [ids])
  const byId = useOrgs((held) => held.byId)
  const members = useMemo(() => ids.flatMap((id) => byId[id]?.members ?? []), [ids, byId])
  const isPartial = ids.some((id) => byId[id]?.nextCursor)
  const [isSearching, setSearching] = useState(false)
  useEffect(() => {
    if (!isSearching || !isPartial) return
    Promise.all(ids.map((id) => loadMembers(id))).catch((error: unknown) => setFailure(errorText(error, 'Failed to load members.')))
  }, [ids, isSearching, isPartial])
  const search = useCallback((words: string) => setSearching(words.trim() !== ''), [])
  return { members, isLoading: isReading && members.length === 0, isPartial: isSearching && isPartial, failure, retry, search }
}
