// What is wrong with an event form, checked before the server does (R22), and where a server's no belongs.

import { serverNow } from '#client/lib/now.ts'
import { organizerRefusals } from '#protocol/kernel/organizer-refusals.ts'
import { emailSentence, isEmail } from '#protocol/kernel/texts.ts'
import { EventInput } from '#protocol/seats/event.ts'
import { keysOf } from '#protocol/seats/settings.ts'
import { type EventFields, endOf, eventFormSettings, startOf } from './event-fields.ts'

export type EventErrors = Partial<Record<keyof EventFields, string>>

/** What the checks rest on. `heldStart` is the start of an event that is there already: one that stays is not checked again. */
export interface EventFacts {
  /** The server's, where it isn't said. */
  now?: number
  windowDays: number
  needsEmail: boolean
  heldStart?: string
}

export const startMissing = 'Please enter when the event starts'
export const endMissing = 'Please enter when the event ends'
export const windowExceeded = (days: number) => `Your plan allows scheduling up to ${days} days in advance.`
const dayMs = 86_400_000
/** A datetime-local field holds no seconds. */
const toMinute = (instant: string) => Math.floor(Date.parse(instant) / 60_000)

const checked = [...keysOf(eventFormSettings), 'hostName'] as const
const firstIssue = (part: (typeof checked)[number], value: string | number) =>
  EventInput.shape[part].safeParse(value).error?.issues[0]?.message

function startError(start: string, { now = serverNow(), windowDays, heldStart }: EventFacts): string | undefined {
  if (!start) return startMissing
  if (heldStart && toMinute(heldStart) === toMinute(start)) return undefined
  if (Date.parse(start) <= now) return organizerRefusals['start-past'][1]
  return Date.parse(start) > now + windowDays * dayMs ? windowExceeded(windowDays) : undefined
}

function endError(start: string, end: string, isManual: boolean): string | undefined {
  if (!end) return isManual ? endMissing : undefined
  return start && Date.parse(end) <= Date.parse(start) ? organizerRefusals['end-before-start'][1] : undefined
}

function emailError(text: string): string | undefined {
  if (!text.trim()) return organizerRefusals['organizer-email-missing'][1]
  return isEmail(text) ? undefined : emailSentence
}

/** Gives one sentence per field that is wrong; none means that the form can be sent. */
export function eventErrors(fields: EventFields, facts: EventFacts): EventErrors {
  const [start, end] = [startOf(fields), endOf(fields)]
  const found: EventErrors = {
    ...Object.fromEntries(checked.map((part) => [part, firstIssue(part, fields[part])])),
    start: startError(start, facts),
    end: endError(start, end, fields.manualEnd),
    organizerEmail: facts.needsEmail ? emailError(fields.organizerEmail) : undefined,
  }
  return Object.fromEntries(Object.entries(found).filter(([, sentence]) => sentence))
}

/** Which field a refusal of the server speaks of. */
export const fieldOfRefusal: Readonly<Record<string, keyof EventFields>> = {
  'start-past': 'start',
  'window-exceeded': 'start',
  'end-before-start': 'end',
  'organizer-email-missing': 'organizerEmail',
}
