// The event form as it is typed: wall-clock texts in the event's zone, and the instants they stand for.
import { fromLocalInput, toLocalInput } from '#client/lib/dates.ts'
import { serverNow } from '#client/lib/now.ts'
import { durationHours } from '#protocol/kernel/limits.ts'
import { namedHost } from '#protocol/kernel/texts.ts'
import type { EventView } from '#protocol/seats/event.ts'
import { eventSettings, having, initial, type StoredSettings, settingsIn } from '#protocol/seats/settings.ts'
import type { ThemeName } from '#protocol/seats/theme/theme.ts'

/** The settings that the form has one by one: texts, and the cover. */
export const eventFormSettings = having(eventSettings, 'label')
export type EventFormSettings = StoredSettings<typeof eventFormSettings>

export interface EventFields extends EventFormSettings {
  /** R85: who invites, by name; '' for the name in the profile. */
  hostName: string
  /** What a datetime-local field holds, on the clock of `timeZone`. */
  start: string
  timeZone: string
  /** The end was set by hand rather than by a duration. */
  manualEnd: boolean
  hours: number
  minutes: number
  /** Read in manual mode only; on the clock of `timeZone`. */
  end: string
  organizerEmail: string
}

const hourMs = 3_600_000
/** The next full hour, at least a quarter of an hour away. */
export const nextFullHour = (now: number) => new Date(Math.ceil((now + hourMs / 4) / hourMs) * hourMs).toISOString()

/** The start that a new event is proposed with: the next day at 19:00 on the zone's clock (R127). */
export function proposedStart(timeZone: string): string {
  const [today = ''] = toLocalInput(new Date(serverNow()).toISOString(), timeZone).split('T')
  return `${new Date(Date.parse(today) + 24 * hourMs).toISOString().slice(0, 10)}T19:00`
}

export const blankFields = (timeZone: string, theme: ThemeName): EventFields => ({
  ...initial(eventFormSettings),
  name: '',
  theme,
  hostName: '',
  start: '',
  timeZone,
  manualEnd: false,
  hours: 1,
  minutes: 0,
  end: '',
  organizerEmail: '',
})

const minuteMs = 60_000
const stepMinutes = 15
const longestMinutes = durationHours.max * 60 + 45

type When = Pick<EventFields, 'start' | 'timeZone' | 'manualEnd' | 'hours' | 'minutes' | 'end'>

/** The start as an instant (ISO, UTC); '' while there is none. */
export const startOf = ({ start, timeZone }: Pick<When, 'start' | 'timeZone'>) => fromLocalInput(start, timeZone)

/** The end as an instant: typed in manual mode, computed from the start otherwise; '' while there is none. */
export function endOf(when: When): string {
  if (when.manualEnd) return fromLocalInput(when.end, when.timeZone)
  const start = startOf(when)
  return start && new Date(Date.parse(start) + (when.hours * 60 + when.minutes) * minuteMs).toISOString()
}

/** Whole minutes from start to end; null while one is missing. */
export function minutesBetween(start: string, end: string): number | null {
  return start && end ? Math.round((Date.parse(end) - Date.parse(start)) / minuteMs) : null
}

/** Gives '2 h 30 min'. */
export function formatLength(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  return [hours > 0 && `${hours} h`, rest > 0 && `${rest} min`].filter(Boolean).join(' ') || '0 min'
}

/** The duration that comes nearest to so many minutes: hours 0–24, minutes in steps of 15. */
export function durationOf(minutes: number): Pick<EventFields, 'hours' | 'minutes'> {
  const rounded = Math.min(longestMinutes, Math.max(0, Math.round(minutes / stepMinutes) * stepMinutes))
  const hours = Math.min(durationHours.max, Math.floor(rounded / 60))
  return { hours, minutes: rounded - hours * 60 }
}

/** 'Set end time manually': starts from the end there is. */
export const toManualEnd = (when: When): Partial<EventFields> => ({
  manualEnd: true,
  end: toLocalInput(endOf(when), when.timeZone) || when.end,
})

/** 'Use duration instead': takes the duration from start and end, as far as they make one. */
export function toDuration(when: When): Partial<EventFields> {
  const minutes = minutesBetween(startOf(when), endOf({ ...when, manualEnd: true }))
  return { manualEnd: false, ...(minutes !== null && minutes > 0 ? durationOf(minutes) : {}) }
}

/** The form of an event that is there; one whose length no duration can say opens with its end set by hand. */
export function fieldsOf(event: EventView): EventFields {
  const length = minutesBetween(event.start, event.end) ?? 0
  const duration = durationOf(length)
  return {
    ...settingsIn(eventFormSettings, event),
    hostName: namedHost(event.organizer),
    start: toLocalInput(event.start, event.timeZone),
    timeZone: event.timeZone,
    manualEnd: event.manualEnd || duration.hours * 60 + duration.minutes !== length,
    ...duration,
    end: toLocalInput(event.end, event.timeZone),
    organizerEmail: event.organizerEmail,
  }
}

/** The settings with their texts as they are sent. */
export const trimmed = <S extends Partial<EventFormSettings>>(settings: S) =>
  Object.fromEntries(Object.entries(settings).map(([key, value]) => [key, typeof value === 'string' ? value.trim() : value])) as S

/** What is sent of the fields; an organizer email only where one was asked for. */
export const sentFields = (fields: EventFields, needsEmail: boolean) => ({
  ...trimmed(settingsIn(eventFormSettings, fields)),
  hostName: fields.hostName.trim(),
  start: startOf(fields),
  startShown: toLocalInput(startOf(fields), fields.timeZone),
  end: endOf(fields),
  timeZone: fields.timeZone,
  manualEnd: fields.manualEnd,
  ...(needsEmail ? { organizerEmail: fields.organizerEmail.trim() } : {}),
})
