// The place of the curve on a board: what draws it comes when the board is there and can be used. Until there is something to draw there is nothing.
import { loadPart } from '#client/lib/load-page.tsx'
import { NotLoaded } from '#client/ui/feedback/not-loaded.tsx'
import { useAtRest } from '#client/ui/when-idle.ts'
import { answeredIn } from '#protocol/seats/coverage.ts'
import type { GroupView } from '#protocol/seats/group.ts'
import type { FillCurveProps } from './curve-part.tsx'
import { CurveSkeleton } from './curve-skeleton.tsx'
import type { EventCurveProps } from './event-curve-part.tsx'

const looks = { waiting: <CurveSkeleton />, missing: (retry: () => void) => <NotLoaded onRetry={retry} /> }
const CurvePart = loadPart(() => import('./curve-part.tsx'), 'CurvePart', looks)
const EventCurvePart = loadPart(() => import('./event-curve-part.tsx'), 'EventCurvePart', looks)

/** Of so many answers or seats a chart says more than their number does. */
const worthDrawing = 3

type Counted = Pick<GroupView, 'answers' | 'roleCoverage'>
const answersIn = (groups: readonly Counted[]) => groups.reduce((sum, { answers }) => sum + answeredIn(answers), 0)
const seatsIn = (groups: readonly Counted[]) =>
  groups.flatMap(({ roleCoverage }) => roleCoverage).reduce((sum, { count }) => sum + count, 0)
const isWorthDrawing = (groups: readonly Counted[]) => Math.max(answersIn(groups), seatsIn(groups)) >= worthDrawing

/** Give it a key where one group takes the place of another. */
export function FillCurve(props: FillCurveProps) {
  const isAtRest = useAtRest()
  if (!isWorthDrawing([props.group])) return null
  return isAtRest ? <CurvePart key={props.group._id} {...props} /> : <CurveSkeleton />
}
/** R109j: of an event with several groups. */
export function EventCurve(props: EventCurveProps) {
  const isAtRest = useAtRest()
  if (!isWorthDrawing(props.groups)) return null
  return isAtRest ? <EventCurvePart {...props} /> : <CurveSkeleton />
}
