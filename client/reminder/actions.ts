// What an organizer does with reminders: one call each, and its reply goes into the store.
import { call } from '#client/lib/call.ts'
import { newKey } from '#client/lib/new-key.ts'
import { putGroup } from '#client/records/groups.ts'
import { reminderApi } from '#protocol/mail/reminder.ts'
import type { ReminderKind, ReminderRule } from '#protocol/seats/reminder-rules.ts'

/** Gives the act by which it can be taken back (R106); undefined where nothing changed. */
export async function changeReminder(id: string, kind: ReminderKind, rule: ReminderRule): Promise<string | undefined> {
  const { group, act } = await call(reminderApi.change, { id, [kind]: rule })
  putGroup(group)
  return act
}

/** To everybody it is for, or to those of `rsvpIds`. Gives how many it goes to. */
export async function sendReminder(id: string, kind: ReminderKind, rsvpIds?: string[]): Promise<number> {
  const { people, group } = await call(reminderApi.send, { id, kind, ...(rsvpIds && { rsvpIds }) }, { key: newKey() })
  putGroup(group)
  return people
}
