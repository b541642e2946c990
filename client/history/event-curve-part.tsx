// R109j: how an event with several groups fills: its groups as the lines of one chart.
import { useMemo } from 'react'
import type { PublicEvent } from '#protocol/seats/event.ts'
import type { GroupView } from '#protocol/seats/group.ts'
import { CurvePart } from './curve-part.tsx'
import { asOne } from './together.ts'

export interface EventCurveProps {
  event: PublicEvent
  /** Those whose board its reader may see. */
  groups: readonly GroupView[]
}

export function EventCurvePart({ event, groups }: EventCurveProps) {
  const group = useMemo(() => asOne(event._id, groups), [event._id, groups])
  return <CurvePart key={groups.map(({ _id }) => _id).join()} group={group} event={event} />
}
