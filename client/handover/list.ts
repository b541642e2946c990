// The answers of a group whose seats are being handed over, page by page: they go where all answers are (R94).
import type { z } from 'zod/mini'
import { call } from '#client/lib/call.ts'
import { putHandOvers, useGroups } from '#client/records/groups.ts'
import type { RsvpRow } from '#protocol/seats/group.ts'
import { handoverApi } from '#protocol/seats/handover.ts'

/** Reads those whose seats are being handed over again, as far as they were read. */
export async function handOversAgain(id: string): Promise<RsvpRow[]> {
  const { nextHandOver, answered } = useGroups.getState()
  if (nextHandOver[id] === undefined) return []
  const loaded = answered[id]?.rows.filter(({ handOver }) => handOver).length ?? 0
  const rows: RsvpRow[] = []
  let cursor: string | null = null
  do {
    const page: z.output<typeof handoverApi.list.reply> = await call(handoverApi.list, { id, ...(cursor && { cursor }) })
    rows.push(...page.rsvps)
    cursor = page.nextCursor
  } while (cursor && rows.length < loaded)
  putHandOvers(id, { rsvps: rows, nextCursor: cursor })
  return rows
}

/** Loads the next of those whose seats are being handed over, the first ones to begin with. */
export async function loadHandOvers(id: string) {
  const cursor = useGroups.getState().nextHandOver[id]
  if (cursor === null) return
  putHandOvers(id, await call(handoverApi.list, { id, ...(cursor && { cursor }) }))
}
