// What is said about emails that go out by themselves before an event: changing when, and sending one now.
import { z } from 'zod/mini'
import { post, put } from '#protocol/kernel/endpoint.ts'
import { GroupId, RsvpId } from '#protocol/kernel/fields.ts'
import { rsvpIdsPerCall } from '#protocol/kernel/limits.ts'
import { GroupView, undoable } from '#protocol/seats/group.ts'
import { ReminderRule, reminderKinds } from '#protocol/seats/reminder-rules.ts'

export const reminderApi = {
  /** R99: what is absent stays. */
  change: put(
    '/group/:id/reminders',
    z.strictObject({
      id: GroupId,
      confirmation: z.optional(ReminderRule),
      reminder: z.optional(ReminderRule),
      nudge: z.optional(ReminderRule),
    }),
    z.object({ group: GroupView, ...undoable }),
  ),
  /** R98, R99: to everybody it is for, now; R110: or to those of them who are named. `people` is how many that are. */
  send: post(
    '/group/:id/reminders/send',
    z.strictObject({
      id: GroupId,
      kind: z.enum(reminderKinds),
      rsvpIds: z.optional(z.array(RsvpId).check(z.minLength(1), z.maxLength(rsvpIdsPerCall))),
    }),
    z.object({ people: z.int(), group: GroupView }),
  ),
}
