// A group's own start, end and place while they are typed, on the clock of the event's zone. Its form, adding one and creation share them.
import { formatSpan, zoneName } from '#client/lib/dates.ts'
import { useSkipped } from '#client/lib/event/use-skipped.ts'
import { Button } from '#client/ui/actions/button.tsx'
import { Checkbox } from '#client/ui/fields/checkbox.tsx'
import { Field } from '#client/ui/fields/field.tsx'
import { FieldRow } from '#client/ui/fields/form.tsx'
import { TextInput } from '#client/ui/fields/text-input.tsx'
import type { Times } from '#protocol/kernel/time/times.ts'
import { type DraftProblems, hasTimes, shifted, type TypedTimes, withTimes } from './draft.ts'

export interface OwnTimesProps<T extends TypedTimes> {
  value: T
  onChange: (value: T) => void
  problems: DraftProblems
  event: Times
  timeZone: string
  /** Offers to move it by hours. */
  mayShift?: boolean
}

interface ClockProps {
  label: string
  isOptional?: boolean
  text: string
  error: string | undefined
  zone: string
  onText: (text: string) => void
}

/** R135: a time that the clock skips is moved in sight. */
export function Clock({ label, text, error, zone, onText, isOptional = false }: ClockProps) {
  const { said, settle } = useSkipped(text, zone, onText)
  return (
    <Field label={label} required={!isOptional} optional={isOptional} error={error} hint={said && <span role="status">{said}</span>}>
      <TextInput type="datetime-local" value={text} onChange={({ target }) => onText(target.value)} onBlur={settle} />
    </Field>
  )
}

const shifts = [-1, 1, 2, 24] as const
const shiftLabel = (hours: number) => (hours === 24 ? '1 day later' : hours < 0 ? '1 h earlier' : `${hours} h later`)

/** R141: its own start, end and place; left out they are the event's. */
export function OwnTimes<T extends TypedTimes>({ value, onChange, problems, event, timeZone, mayShift = false }: OwnTimesProps<T>) {
  const isOwn = hasTimes(value)
  return (
    <div className="flex flex-col gap-4">
      <Checkbox
        label="Times of its own"
        hint={
          isOwn
            ? `Guests go by these, not by the event’s. On the clock of ${zoneName(event.start, timeZone)}.`
            : `Otherwise it is at the event’s, ${formatSpan(event.start, event.end, timeZone)}.`
        }
        checked={isOwn}
        onValue={(isOn) => onChange(isOn ? withTimes(value, event, timeZone) : { ...value, start: '', end: '' })}
      />
      {isOwn && (
        <>
          <FieldRow>
            <Clock
              label="Start"
              text={value.start}
              zone={timeZone}
              error={problems.start}
              onText={(start) => onChange({ ...value, start })}
            />
            <Clock label="End" text={value.end} zone={timeZone} error={problems.end} onText={(end) => onChange({ ...value, end })} />
          </FieldRow>
          {mayShift && (
            // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend on screen
            <div role="group" aria-label="Shift start and end" className="flex flex-wrap items-center gap-2">
              <span className="text-13 text-muted">Shift both:</span>
              {shifts.map((hours) => (
                <Button key={hours} size="sm" onClick={() => onChange(shifted(value, hours))}>
                  {shiftLabel(hours)}
                </Button>
              ))}
            </div>
          )}
        </>
      )}
      <Field label="Place" optional error={problems.location} hint="Left empty, it is the place of the event.">
        <TextInput
          value={value.location}
          onChange={({ target }) => onChange({ ...value, location: target.value })}
          maxLength={200}
          autoComplete="off"
        />
      </Field>
    </div>
  )
}
