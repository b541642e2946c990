// R141: when and where one of several groups of an event takes place, in the group's own form.
import { OwnTimes } from '#client/group/several/own-times.tsx'
import { fromLocalInput, toLocalInput } from '#client/lib/dates.ts'
import { Checkbox } from '#client/ui/fields/checkbox.tsx'
import { Section } from '#client/ui/layout/section.tsx'
import { AnswerTimes, type TimesSectionProps } from './answer-times.tsx'

export function TimesSection({ event, fields, errors, onChange }: TimesSectionProps) {
  const { timeZone } = event
  const shown = {
    start: fields.start && toLocalInput(fields.start, timeZone),
    end: fields.end && toLocalInput(fields.end, timeZone),
    location: fields.location,
  }
  // What isn't touched stays to the second: it would count as moved.
  const instant = (key: 'start' | 'end', text: string) => (text === shown[key] ? fields[key] : fromLocalInput(text, timeZone))
  return (
    <Section
      title="Time and place"
      description="When start, end or place change, everyone who said yes or has a role gets an email; with another start they are asked to confirm again."
      divided
    >
      <OwnTimes
        value={shown}
        onChange={({ start, end, location }) => onChange({ ...fields, start: instant('start', start), end: instant('end', end), location })}
        problems={errors}
        event={event}
        timeZone={timeZone}
        mayShift
      />
      <Checkbox
        label="May be at the same time as other groups"
        hint="Otherwise no one has seats here and in another group at the same time."
        checked={fields.allowOverlap}
        onValue={(allowOverlap) => onChange({ ...fields, allowOverlap })}
      />
      <AnswerTimes {...{ event, fields, errors, onChange }} />
    </Section>
  )
}
