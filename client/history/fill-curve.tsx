// The place of the curve on a board: what draws it comes when the board is there and can be used.
import { loadPart } from '#client/lib/load-page.tsx'
import { NotLoaded } from '#client/ui/feedback/not-loaded.tsx'
import { useAtRest } from '#client/ui/when-idle.ts'
import type { FillCurveProps } from './curve-part.tsx'
import { CurveSkeleton } from './curve-skeleton.tsx'
import type { EventCurveProps } from './event-curve-part.tsx'

const looks = { waiting: <CurveSkeleton />, missing: (retry: () => void) => <NotLoaded onRetry={retry} /> }
const CurvePart = loadPart(() => import('./curve-part.tsx'), 'CurvePart', looks)
const EventCurvePart = loadPart(() => import('./event-curve-part.tsx'), 'EventCurvePart', looks)

/** Give it a key where one group takes the place of another. */
export const FillCurve = (props: FillCurveProps) => (useAtRest() ? <CurvePart key={props.group._id} {...props} /> : <CurveSkeleton />)
/** R109j: of an event with several groups. */
export const EventCurve = (props: EventCurveProps) => (useAtRest() ? <EventCurvePart {...props} /> : <CurveSkeleton />)
