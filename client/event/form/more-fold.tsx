// Creation asks for four things; the rest waits behind a line that names it, and opens where something in it is filled in or wrong.
import { useEffect, useRef, useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { blankFields, type EventFields } from '#client/event/form/event-fields.ts'
import { FoldCard } from '#client/event/form/fold-card.tsx'
import type { MoreFieldsProps } from '#client/event/form/more-fields.tsx'
import { viewerZone } from '#client/lib/dates.ts'
import { loadPart } from '#client/lib/load-page.tsx'
import { NotLoaded } from '#client/ui/feedback/not-loaded.tsx'
import { Skeleton } from '#client/ui/feedback/skeleton.tsx'
import { useAtRest } from '#client/ui/when-idle.ts'
import { defaultTheme } from '#protocol/seats/theme/theme.ts'

const MoreFields = loadPart(() => import('#client/event/form/more-fields.tsx'), 'MoreFields', {
  waiting: <Skeleton className="h-72" />,
  missing: (retry) => <NotLoaded onRetry={retry} />,
})

const folded = [
  'manualEnd',
  'hours',
  'minutes',
  'end',
  'timeZone',
  'location',
  'link',
  'description',
  'dressCode',
  'doorsOpen',
  'theme',
] as const

export function MoreFold(props: MoreFieldsProps) {
  const { formState, getValues } = useFormContext<EventFields>()
  const box = useRef<HTMLDetailsElement>(null)
  const [isFilled] = useState(() => {
    const blank = blankFields(viewerZone(), defaultTheme(props.seed))
    return folded.some((name) => getValues(name) !== blank[name])
  })
  const [isOpened, setOpened] = useState(isFilled)
  const isAtRest = useAtRest()
  const { errors, submitCount } = formState
  const isWrong = folded.some((name) => errors[name])
  useEffect(() => {
    // Each time it is tried, or the focus would go to a field that is closed away.
    if (isWrong && submitCount > 0 && box.current) box.current.open = true
  }, [isWrong, submitCount])
  return (
    <FoldCard
      ref={box}
      open={isFilled}
      title="More about the event"
      holds="Length, time zone, place, description, cover"
      onToggle={() => setOpened(true)}
    >
      {(isOpened || isAtRest) && <MoreFields {...props} />}
    </FoldCard>
  )
}
