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
  /** As it is after something has happened in the group; without it, by `read`. */
  refresh?: (shown: Sheet) => Promise<Sheet>
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

/** Calls `read` at once, and from then on at most every two seconds; again where it says that it failed. */
function useAtMost(read: () => Promise<boolean>) {
  const asking = useRef(() => {})
  useEffect(() => {
    let [timer, last, isOver]: [ReturnType<typeof setTimeout> | undefined, number, boolean] = [undefined, -betweenMs, false]
    const readNow = async () => {
      timer = undefined
      last = performance.now()
      if (!(await read())) ask()
    }
    const ask = () => {
      if (!isOver) timer ??= setTimeout(() => void readNow(), Math.max(0, last + betweenMs - performance.now()))
    }
    asking.current = ask
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [read])
  return useCallback(() => asking.current(), [])
}

/** Reads a sheet: by `load` from a place on, by `reload` the one on screen, which stays where it can't be read now: then it says so. */
function useReading({ eventId, read, refresh }: SheetOf) {
  const [state, setState] = useState(loading)
  const asked = useRef(0)
  const from = useRef<string>(undefined)
  const shown = useRef<Sheet>(undefined)
  const show = useCallback(
    async (isAgain: boolean): Promise<boolean> => {
      const nth = ++asked.current
      const put = (next: State) => {
        if (nth !== asked.current) return
        shown.current = next.is === 'ready' ? next.sheet : undefined
        setState(next)
      }
      try {
        const sheet = await (isAgain && refresh && shown.current ? refresh(shown.current) : read(from.current))
        put({ is: 'ready', sheet })
      } catch (error) {
        if (isFinal(error)) {
          put(loading)
          put(await whyEnded(eventId))
        } else if (isAgain) return nth !== asked.current
        else put({ is: 'failed', error })
      }
      return true
    },
    [eventId, read, refresh],
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
  return { state, load, reload: useCallback(() => show(true), [show]) }
}

/** Calls `then` whenever something has happened in a group that is watched. */
function useHappenings(then: () => void) {
  useEffect(() => {
    const stops = [
      useActivities.subscribe((now, before) => now.byId !== before.byId && then()),
      useGroups.subscribe((now, before) => now.answered !== before.answered && then()), // R87: of a new link no line tells
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }, [then])
}

export function useSheet(of: SheetOf) {
  const { state, load, reload } = useReading(of)
  const again = useAtMost(reload)
  useHappenings(again)
  const watcher = useMemo(
    () => ({
      onView: again,
      onRefused: (_: string, code: string) => void (hasEnded(code) && load()),
    }),
    [again, load],
  )
  const watched = state.is === 'ready' ? of.groupId || state.sheet.groups[0]?._id : undefined
  useWatch(watched ? activityRoom(watched) : null, watcher) // for those who manage it, and nobody else
  useWatch(watched ? groupRoom(watched) : null, watcher)
  return { state, load }
}
