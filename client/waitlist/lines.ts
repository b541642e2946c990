// The lines of the groups one waits in, as they move: one's own place follows from them (R92).
import { create } from 'zustand'
import { withNewer } from '#client/lib/by-id.ts'
import { receive } from '#client/lib/live.ts'
import type { LineView } from '#protocol/live.ts'
import type { OwnRsvp } from '#protocol/rsvp.ts'

const useLines = create<{ readonly byId: Readonly<Record<string, LineView>> }>(() => ({ byId: {} }))
receive('line', (view) => useLines.setState(({ byId }) => ({ byId: withNewer(byId, view) })))

type Waiting = NonNullable<OwnRsvp['waiting']>
/** The places as they are by the newest lines; one that is newer than these stays as it was told. */
export const placesNow = (waiting: Waiting, line: LineView | undefined): Waiting =>
  waiting.map((place) => {
    const found = line && line.rev >= place.rev ? line.lines.find(({ role }) => role === place.role) : undefined
    const before = found?.counts.slice(0, place.page - found.first).reduce((sum, count) => sum + count, 0)
    return before === undefined ? place : { ...place, position: before + place.nth }
  })

/** Follows one's own places in a group. */
export const usePlaces = (groupId: string, waiting: Waiting): Waiting =>
  placesNow(
    waiting,
    useLines(({ byId }) => byId[groupId]),
  )
