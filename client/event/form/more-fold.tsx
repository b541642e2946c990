// What few fill in waits behind a line that names it, and opens where something in it is filled in or wrong.
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { viewerZone } from '#client/lib/dates.ts'
import { useAtRest } from '#client/ui/when-idle.ts'
import { defaultTheme } from '#protocol/seats/theme/theme.ts'
import { blankFields, type EventFields } from './event-fields.ts'
import { FoldCard } from './fold-card.tsx'

/** What is folded away in both forms. */
export const rarelySet = ['timeZone', 'link', 'dressCode', 'doorsOpen'] as const

interface MoreFoldProps {
  /** As of its fields. */
  seed: string
  fields: readonly (keyof EventFields)[]
  holds: ReactNode
  children: ReactNode
}

export function MoreFold({ seed, fields, holds, children }: MoreFoldProps) {
  const { formState, getValues } = useFormContext<EventFields>()
  const box = useRef<HTMLDetailsElement>(null)
  const [isFilled] = useState(() => {
    const blank = blankFields(viewerZone(), defaultTheme(seed))
    return fields.some((name) => getValues(name) !== blank[name])
  })
  const [isOpened, setOpened] = useState(isFilled)
  const isAtRest = useAtRest()
  const { errors, submitCount } = formState
  const isWrong = fields.some((name) => errors[name])
  useEffect(() => {
    // Each time it is tried, or the focus would go to a field that is closed away.
    if (isWrong && submitCount > 0 && box.current) box.current.open = true
  }, [isWrong, submitCount])
  return (
    <FoldCard ref={box} open={isFilled} title="More about the event" holds={holds} onToggle={() => setOpened(true)}>
      {(isOpened || isAtRest) && children}
    </FoldCard>
  )
}
