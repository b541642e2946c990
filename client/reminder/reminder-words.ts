// How the rules of emails before an event, and what goes out next, are said.
import { counted } from '#client/lib/counted.ts'
import { dayAfter, wallTime } from '#protocol/clocks.ts'
import { formatDay, formatInstant, zoneName } from '#protocol/dates.ts'
import type { ReminderKind, RemindersView } from '#protocol/reminder-rules.ts'

export const kindLabels: Readonly<Record<ReminderKind, string>> = {
  confirmation: 'Request to confirm',
  reminder: 'Reminder',
  nudge: 'Nudge',
}
export const kindHints: Readonly<Record<ReminderKind, string>> = {
  confirmation: 'To every yes that isn’t confirmed, and to everyone with a role who hasn’t answered.',
  reminder: 'To everyone who said yes.',
  nudge: 'Once, to everyone who was assigned or invited and hasn’t answered.',
}
const inSentence: Readonly<Record<ReminderKind, string>> = { confirmation: 'request to confirm', reminder: 'reminder', nudge: 'nudge' }

export const peopleText = (people: number) => (people === 1 ? '1 person' : `${counted(people)} people`)
export const daysLabel = (days: number) => (days === 1 ? '1 day' : `${days} days`)
export const hourLabel = (hour: number) => `${hour > 12 ? hour - 12 : hour}:00 ${hour >= 12 ? 'PM' : 'AM'}`

/** 'Tomorrow, 9:00 AM CET', on the clock of `zone`. */
function nextTime(next: string, zone: string, now: number): string {
  const [day, today] = [wallTime(Date.parse(next), zone).day, wallTime(now, zone).day]
  const date = formatDay(next, zone)
  const named = day === today ? 'Today' : day === dayAfter(today, 1) ? 'Tomorrow' : date
  return `${named}${formatInstant(next, zone).slice(date.length)} ${zoneName(next, zone)}`
}

/** What goes out next of this kind and to how many, in a sentence; why nothing does. */
export function nextSentence(kind: ReminderKind, { isOn, next, people }: RemindersView[ReminderKind], zone: string, now: number): string {
  if (!isOn) return 'Off.'
  if (next === null) return kind === 'nudge' ? 'None is due before the start.' : 'None is due any more.'
  const time = nextTime(next, zone, now)
  if (kind !== 'nudge') return `${time}: ${inSentence[kind]} to ${peopleText(people)}.`
  return people === 0 ? 'Nobody is silent.' : `Next look ${time.replace(/^T/, 't')}; ${peopleText(people)} without an answer so far.`
}

/** What is asked before one is sent by hand. */
export const sendQuestion = (kind: ReminderKind, people: number) => `Send the ${inSentence[kind]} to ${peopleText(people)} now?`
