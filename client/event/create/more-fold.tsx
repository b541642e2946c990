// Creation asks for four things; the rest waits behind a line that names it, and opens where something in it is filled in or wrong.
import { useEffect, useRef, useState } from 'react'
import { useFormContext } from 'react-hook-form'
import type { EventFields } from '#client/event/form/event-fields.ts'
import type { MoreFieldsProps } from '#client/event/form/more-fields.tsx'
import { loadPart } from '#client/lib/load-page.tsx'
import { FoldCard } from '#client/ui/actions/disclosure.tsx'
import { NotLoaded } from '#client/ui/feedback/not-loaded.tsx'
import { Skeleton } from '#client/ui/feedback/skeleton.tsx'
import { useAtRest } from '#client/ui/when-idle.ts'

const MoreFields = loadPart(() => import('#client/event/form/more-fields.tsx'), 'MoreFields', {
  waiting: <Skeleton className="h-72" />,
  missing: (retry) => <NotLoaded onRetry={retry} />,
})

const texts = ['location', 'link', 'description', 'dressCode'] as const
const folded = [...texts, 'end', 'timeZone'] as const

export function MoreFold(props: MoreFieldsProps) {
  const { formState, getValues } = useFormContext<EventFields>()
  const box = useRef<HTMLDetailsElement>(null)
  const [isFilled] = useState(() => getValues('manualEnd') || texts.some((name) => getValues(name)))
  const [isOpened, setOpened] = useState(isFilled)
  const isAtRest = useAtRest()
  const { errors } = formState
  const isWrong = folded.some((name) => errors[name])
  useEffect(() => {
    if (isWrong && box.current) box.current.open = true
  }, [isWrong])
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
