// What goes out by itself before an event: the rules of when, and how those who manage it see them.
import { z } from 'zod/mini'

/** R99: what goes out by itself, in the order in which one gives way to another on one day. */
export const reminderKinds = ['confirmation', 'reminder', 'nudge'] as const
export type ReminderKind = (typeof reminderKinds)[number]

/** R99: nobody is written to by itself from `from` o'clock to `to` o'clock of the event's zone. */
export const quietHours = { from: 21, to: 8 } as const
export const longestLead = 30

const daysSentence = `The number of days is between 1 and ${longestLead}`
const hourSentence = `Emails go out between ${quietHours.to}:00 and ${quietHours.from - 1}:00`
/** `days` before the event, or after the assignment or invitation that nobody answered, at `hour` o'clock there. */
export const ReminderRule = z.strictObject({
  isOn: z.boolean(),
  days: z.int(daysSentence).check(z.gte(1, daysSentence), z.lte(longestLead, daysSentence)),
  hour: z.int(hourSentence).check(z.gte(quietHours.to, hourSentence), z.lte(quietHours.from - 1, hourSentence)),
})
export type ReminderRule = z.infer<typeof ReminderRule>
export type ReminderRules = Readonly<Record<ReminderKind, ReminderRule>>

/** R99: what a new event begins with. */
export const defaultReminders: ReminderRules = {
  confirmation: { isOn: true, days: 3, hour: 10 },
  reminder: { isOn: true, days: 1, hour: 9 },
  nudge: { isOn: true, days: 3, hour: 10 },
}

/** One rule as organizers see it. `next` is when it goes out next, null where it won't; `people` are those it would reach now. */
const ReminderView = z.object({
  isOn: z.boolean(),
  days: z.int(),
  hour: z.int(),
  next: z.nullable(z.string()),
  people: z.int(),
})
export const RemindersView = z.object({ confirmation: ReminderView, reminder: ReminderView, nudge: ReminderView })
export type RemindersView = z.infer<typeof RemindersView>

/** R98: the round of confirmations: how many have confirmed, how many are still to, and whom the last asking went to. */
export const AskingView = z.object({
  confirmed: z.int(),
  left: z.int(),
  asked: z.nullable(z.object({ at: z.string(), people: z.int() })),
})
export type AskingView = z.infer<typeof AskingView>
