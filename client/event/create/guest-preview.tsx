// Beside the first step, where there is room: the invitation as guests will see it, while it is typed.
import { CalendarDays } from 'lucide-react'
import type { EventFields } from '#client/event/form/event-fields.ts'
import { startOf } from '#client/event/form/event-fields.ts'
import { formatBoth } from '#client/lib/dates.ts'
import { Card } from '#client/ui/layout/card.tsx'
import { Text } from '#client/ui/layout/heading.tsx'
import { Cover } from '#client/ui/seats/cover.tsx'
import { namelessHost } from '#protocol/kernel/texts.ts'

export interface GuestPreviewProps {
  fields: EventFields
  seed: string
  /** '' for who gave no name. */
  host: string
}

export function GuestPreview({ fields, seed, host }: GuestPreviewProps) {
  const start = startOf(fields)
  return (
    <div className="flex flex-col gap-2">
      <Text size={13} tone="muted">
        As your guests see it
      </Text>
      <Card className="flex flex-col gap-4">
        <Cover theme={fields.theme} seed={seed} seats={20} taken={0} />
        <div className="flex min-w-0 flex-col gap-1.5">
          <Text tone="muted" className="wrap-anywhere">
            {`${host || namelessHost} invites you`}
          </Text>
          <p dir="auto" className="line-clamp-3 text-20 font-semibold wrap-anywhere">
            {fields.name.trim() || 'Your event'}
          </p>
          {start && (
            <p className="tabular flex items-center gap-2">
              <CalendarDays aria-hidden="true" className="size-4.5 shrink-0 text-muted" />
              <span>{formatBoth(start, fields.timeZone).there}</span>
            </p>
          )}
        </div>
      </Card>
    </div>
  )
}
