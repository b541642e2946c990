// The team of an event, read when it comes on screen and again after every change.
import { useCallback, useEffect, useState } from 'react'
import { errorText } from '#client/lib/call.ts'
import { useReturn } from '#client/lib/connection.ts'
import { useEvents } from '#client/records/events.ts'
import type { TeamView } from '#protocol/people/team.ts'
import { loadTeam } from './actions.ts'

/** What panels of this tab are told when another has changed the team of an event. */
const heard = new Set<(eventId: string) => void>()
export const teamChanged = (eventId: string) => {
  for (const one of heard) one(eventId)
}

export interface Team {
  /** Null until it is known. */
  readonly page: TeamView | null
  readonly failure: string | null
  readonly load: () => void
}

export function useTeam(eventId: string): Team {
  const [page, setPage] = useState<TeamView | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const load = useCallback(() => {
    setFailure(null)
    loadTeam(eventId).then(setPage, (error: unknown) => setFailure(errorText(error, 'The team couldn’t be loaded.')))
  }, [eventId])
  // R203: what changes in the team changes the event, which is heard of live.
  const rev = useEvents((held) => held.byId[eventId]?.rev)
  useEffect(load, [load, rev])
  useReturn(load)
  useEffect(() => {
    const hear = (changed: string) => changed === eventId && load()
    heard.add(hear)
    return () => void heard.delete(hear)
  }, [eventId, load])
  return { page, failure, load }
}
