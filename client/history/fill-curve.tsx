// The place of the curve on a board: what draws it comes when the board is there and can be used.
import { loadPart } from '#client/lib/load-page.tsx'
import { NotLoaded } from '#client/ui/feedback/not-loaded.tsx'
import { useAtRest } from '#client/ui/when-idle.ts'
import type { FillCurveProps } from './curve-part.tsx'
import { CurveSkeleton } from './curve-skeleton.tsx'

const CurvePart = loadPart(() => import('./curve-part.tsx'), 'CurvePart', {
  waiting: <CurveSkeleton />,
  missing: (retry) => <NotLoaded onRetry={retry} />,
})

/** Give it a key where one group takes the place of another. */
export const FillCurve = (props: FillCurveProps) => (useAtRest() ? <CurvePart key={props.group._id} {...props} /> : <CurveSkeleton />)
