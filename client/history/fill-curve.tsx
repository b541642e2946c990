// The place of the curve on a board: what draws it comes when the board is there and can be used.
import { lazy, Suspense } from 'react'
import { useAtRest } from '#client/ui/at-rest.ts'
import type { FillCurveProps } from './curve-part.tsx'
import { CurveSkeleton } from './curve-skeleton.tsx'

const CurvePart = lazy(() => import('./curve-part.tsx').then(({ CurvePart: Part }) => ({ default: Part })))

/** Draws how a group fills; give it a key where one group takes the place of another. */
export function FillCurve(props: FillCurveProps) {
  if (!useAtRest()) return <CurveSkeleton />
  return (
    <Suspense fallback={<CurveSkeleton />}>
      <CurvePart key={props.group._id} {...props} />
    </Suspense>
  )
}
