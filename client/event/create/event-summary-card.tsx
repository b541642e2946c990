// The event in one glance while its roles and its group are set up: name, organizer, description, start.
import { formatBoth, tileOf } from '#client/lib/dates.ts'
import { DateTile, DateTime } from '#client/ui/date-time.tsx'
import { Card } from '#client/ui/layout/card.tsx'
import { Heading, Text } from '#client/ui/layout/heading.tsx'
import { namelessHost } from '#protocol/kernel/texts.ts'

export interface EventSummary {
  name: string
  organizer: string
  /** Otherwise guests read that no one has given a name. */
  isNamed: boolean
  description: string
  /** ISO. */
  start: string
  timeZone: string
}

/** A long description shows its first lines. */
export function EventSummaryCard({ name, organizer, isNamed, description, start, timeZone }: EventSummary) {
  const { there, here } = formatBoth(start, timeZone)
  const { day, month } = tileOf(start, timeZone)
  return (
    <Card as="section" aria-label="Event summary" padding="sm" tone="sunken" className="flex items-start gap-4">
      <DateTile month={month} day={day} />
      <div className="min-w-0 flex-1">
        <Heading level={2} size={17} className="line-clamp-2">
          {name}
        </Heading>
        <DateTime text={there} iso={start} below={here ? `${here} your time` : undefined} />
        {organizer && (
          <Text size={13} tone="muted" className="wrap-anywhere">
            Organized by {organizer}
            {!isNamed && `. Guests see “${namelessHost}”.`}
          </Text>
        )}
        {description && (
          <Text size={13} tone="muted" className="mt-1.5 line-clamp-3 whitespace-pre-line">
            {description}
          </Text>
        )}
      </div>
    </Card>
  )
}
