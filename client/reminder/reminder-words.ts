// How the rules of emails before an event, and what goes out next, are said.
import { formatDay, formatTime, zoneName } from '#client/lib/dates.ts'
import { dayAfter, wallTime } from '#protocol/kernel/time/clocks.ts'
import { peopleText } from '#protocol/seats/companions/counting.ts'
import { quietHours, type ReminderKind, type RemindersView } from '#protocol/seats/reminder-rules.ts'

export const kindLabels: Readonly<Record<ReminderKind, string>> = {
  confirmation: 'Request to confirm',
  reminder: 'Reminder',
  nudge: 'Request to answer',
}
export const kindHints: Readonly<Record<ReminderKind, string>> = {
  confirmation: 'To everyone who said yes and hasn’t confirmed, and to everyone with a role who hasn’t answered.',
  reminder: 'To everyone who said yes.',
  nudge: 'Once, to everyone who was invited or given a role and hasn’t answered.',
}
const inSentence: Readonly<Record<ReminderKind, string>> = {
  confirmation: 'request to confirm',
  reminder: 'reminder',
  nudge: 'request to answer',
}
/** Whom it will be for, where that is nobody yet. */
const byThen = { confirmation: 'everyone who hasn’t confirmed by then', reminder: 'everyone who has said yes by then' }

export const daysLabel = (days: number) => (days === 1 ? '1 day' : `${days} days`)
export const whenSent = () =>
  `These emails go out automatically, between ${hourLabel(quietHours.to)} and ${hourLabel(quietHours.from)} in the event’s time zone.`
export const hourLabel = (hour: number) => formatTime(new Date(Date.UTC(2026, 0, 1, hour)).toISOString(), 'UTC')

/** 'Tomorrow, 9:00 AM CET', on the clock of `zone`. */
function nextTime(next: string, zone: string, now: number): string {
  const [day, today] = [wallTime(Date.parse(next), zone).day, wallTime(now, zone).day]
  const named = day === today ? 'Today' : day === dayAfter(today, 1) ? 'Tomorrow' : formatDay(next, zone)
  return `${named}, ${formatTime(next, zone)} ${zoneName(next, zone)}`
}

/** What goes out next of this kind and to how many, in a sentence; why nothing does. */
export function nextSentence(kind: ReminderKind, { isOn, next, people }: RemindersView[ReminderKind], zone: string, now: number): string {
  if (!isOn) return 'Off.'
  if (next === null) return kind === 'nudge' ? 'None goes out before the start.' : 'No more of them go out.'
  const time = nextTime(next, zone, now)
  if (kind !== 'nudge') return `${time}: ${inSentence[kind]} to ${people === 0 ? byThen[kind] : peopleText(people)}.`
  return people === 0 ? 'No one is left to ask.' : `Next check ${time.replace(/^T/, 't')}; ${peopleText(people)} without an answer.`
}

/** What is asked before one is sent by hand. */
export const sendQuestion = (kind: ReminderKind, people: number) => `Send the ${inSentence[kind]} to ${peopleText(people)} now?`
