// Creation asks for four things; all else is folded away, and when it ends is said on the fold.
import { useFormContext } from 'react-hook-form'
import { type EventFields, endOf } from '#client/event/form/event-fields.ts'
import type { MoreFieldsProps } from '#client/event/form/more-fields.tsx'
import { MoreFold, rarelySet } from '#client/event/form/more-fold.tsx'
import { formatInstant, zoneName } from '#client/lib/dates.ts'
import { loadPart } from '#client/lib/load-page.tsx'
import { NotLoaded } from '#client/ui/feedback/not-loaded.tsx'
import { Skeleton } from '#client/ui/feedback/skeleton.tsx'

const MoreFields = loadPart(() => import('#client/event/form/more-fields.tsx'), 'MoreFields', {
  waiting: <Skeleton className="h-72" />,
  missing: (retry) => <NotLoaded onRetry={retry} />,
})

const folded = ['manualEnd', 'hours', 'minutes', 'end', 'location', 'description', 'theme', ...rarelySet] as const

function Holds() {
  const fields = useFormContext<EventFields>().watch()
  const end = endOf(fields)
  return (
    <>
      {end && (
        <span className="tabular group-open:hidden">{`Ends ${formatInstant(end, fields.timeZone)} ${zoneName(end, fields.timeZone)}. `}</span>
      )}
      Length, place, description, time zone, cover
    </>
  )
}

export const MoreOfNew = (props: MoreFieldsProps) => (
  <MoreFold seed={props.seed} fields={folded} holds={<Holds />}>
    <MoreFields {...props} />
  </MoreFold>
)
