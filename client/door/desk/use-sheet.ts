// A sheet of passes, as long as whoever reads it manages the event: what becomes void goes from it, and with the right all of it (R181, R205).
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useActivities } from '#client/activity/store.ts'
import { hasEnded } from '#client/group/use-group-page.ts'
import { CallFailed, call } from '#client/lib/call.ts'
import { type Canceled, canceledOf } from '#client/lib/event/canceled.tsx'
import { useWatch } from '#client/lib/live.ts'
import { useGroups } from '#client/records/groups.ts'
import { activityRoom, groupRoom } from '#protocol/live.ts'
import type { EventBrand } from '#protocol/people/brand/brand.ts'
import type { PrintedPass } from '#protocol/seats/door/pass.ts'
import { eventApi } from '#protocol/seats/event.ts'

export interface Sheet {
  readonly event: { readonly name: string }
  readonly groups: readonly { readonly _id: string; readonly name: string }[]
  readonly passes: readonly PrintedPass[]
  readonly nextCursor: string | null
  readonly brand?: EventBrand | undefined
}
export interface SheetOf {
  eventId: string
  /** '' for its first group. */
  groupId: string
  /** A sheet; from `cursor` on where there are several. */
  read: (cursor: string | undefined) => Promise<Sheet>
  /** Whether it is read again when something happens in the group. */
  follows: boolean
}
type State =
  | { is: 'loading' }
  | { is: 'failed'; error: unknown }
  | { is: 'ended'; canceled: Canceled | undefined }
  | { is: 'ready'; sheet: Sheet }
const loading: State = { is: 'loading' }

/** Asking again would bring the same answer. */
export const isFinal = (error: unknown) => error instanceof CallFailed && [401, 403, 404, 410].includes(error.status)

/** R136: an event that was canceled says so, and by whom. */
const whyEnded = (eventId: string): Promise<State> =>
  call(eventApi.read, { id: eventId }).then(
    () => ({ is: 'ended', canceled: undefined }),
    (error: unknown) => ({ is: 'ended', canceled: canceledOf(error) }),
  )

/** Each pass is a signature, and a crowd answers many times a second. */
const betweenMs = 2_000

/** Calls `read` at once, and from then on at most every two seconds. */
function useAtMost(read: () => void) {
  const last = useRef(-betweenMs)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(
    () => () => {
      clearTimeout(timer.current)
      timer.current = undefined
    },
    [read],
  )
  return useCallback(() => {
    timer.current ??= setTimeout(
      () => {
        timer.current = undefined
        last.current = performance.now()
        read()
      },
      Math.max(0, last.current + betweenMs - performance.now()),
    )
  }, [read])
}

/** Reads a sheet: by `load` from a place on, by `reload` the one on screen, which stays where it can't be read now. */
function useReading(eventId: string, read: SheetOf['read']) {
  const [state, setState] = useState(loading)
  const asked = useRef(0)
  const from = useRef<string>(undefined)
  const show = useCallback(
    async (isAgain: boolean) => {
      const nth = ++asked.current
      const put = (next: State) => nth === asked.current && setState(next)
      try {
        put({ is: 'ready', sheet: await read(from.current) })
      } catch (error) {
        if (isFinal(error)) {
          put(loading)
          put(await whyEnded(eventId))
        } else if (!isAgain) put({ is: 'failed', error })
      }
    },
    [eventId, read],
  )
  const load = useCallback(
    (cursor?: string) => {
      from.current = cursor
      setState(loading)
      void show(false)
    },
    [show],
  )
  useEffect(() => load(), [load])
  return { state, load, reload: useCallback(() => void show(true), [show]) }
}

/** Calls `then` whenever something has happened in a group that is watched. */
function useHappenings(isOn: boolean, then: () => void) {
  useEffect(() => {
    if (!isOn) return
    const stops = [
      useActivities.subscribe((now, before) => now.byId !== before.byId && then()),
      useGroups.subscribe((now, before) => now.answered !== before.answered && then()), // R87: of a new link no line tells
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }, [isOn, then])
}

export function useSheet({ eventId, groupId, read, follows }: SheetOf) {
  const { state, load, reload } = useReading(eventId, read)
  const again = useAtMost(reload)
  useHappenings(follows, again)
  const watcher = useMemo(
    () => ({
      onView: () => follows && again(),
      onRefused: (_: string, code: string) => void (hasEnded(code) && load()),
    }),
    [again, follows, load],
  )
  const watched = state.is === 'ready' ? groupId || state.sheet.groups[0]?._id : undefined
  useWatch(watched ? activityRoom(watched) : null, watcher) // for those who manage it, and nobody else
  useWatch(watched && follows ? groupRoom(watched) : null, watcher)
  return { state, load }
}
