// The place of the curve on a board: what draws it comes when the board is there.
import { lazy, Suspense } from 'react'
import type { FillCurveProps } from './curve-part.tsx'
import { CurveSkeleton } from './curve-skeleton.tsx'

const CurvePart = lazy(() => import('./curve-part.tsx').then(({ CurvePart: Part }) => ({ default: Part })))

/** Draws how a group fills; give it a key where one group takes the place of another. */
export const FillCurve = (props: FillCurveProps) => (
  <Suspense fallback={<CurveSkeleton />}>
    <CurvePart key={props.group._id} {...props} />
  </Suspense>
)
