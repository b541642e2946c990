// The lines of the groups one waits in, as they move: one's own place follows from them (R92).
import { create } from 'zustand'
import { withNewer } from '#client/lib/by-id.ts'
import type { LineView } from '#protocol/live.ts'
import type { OwnRsvp } from '#protocol/seats/rsvp.ts'

const useLines = create<{ readonly byId: Readonly<Record<string, LineView>> }>(() => ({ byId: {} }))
/** Takes in what the room of one's own answer tells of the lines. */
export const putLine = (view: LineView) => useLines.setState(({ byId }) => ({ byId: withNewer(byId, view) }))

type OwnPlaces = NonNullable<OwnRsvp['waiting']>
/** The places as they are by the newest lines; one that is newer than these stays as it was received. */
export const placesNow = (waiting: OwnPlaces, line: LineView | undefined): OwnPlaces =>
  waiting.map((place) => {
    const found = line && line.rev >= place.rev ? line.lines.find(({ role }) => role === place.role) : undefined
    const before = found?.counts.slice(0, place.page - found.first).reduce((sum, count) => sum + count, 0)
    return before === undefined ? place : { ...place, position: before + place.nth }
  })

/** Follows one's own places in a group. */
export const usePlaces = (groupId: string, waiting: OwnPlaces): OwnPlaces =>
  placesNow(
    waiting,
    useLines(({ byId }) => byId[groupId]),
  )
