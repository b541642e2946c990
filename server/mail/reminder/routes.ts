// The calls about reminders: endpoint, guard, action.
import { reminderApi } from '#protocol/mail/reminder.ts'
import { on, organizer } from '#server/people/http/route.ts'
import { changeReminders, sendReminder } from './actions.ts'

export const reminderRoutes = [
  on(reminderApi.change, organizer, changeReminders, { limit: 'edit' }),
  on(reminderApi.send, organizer, sendReminder, { limit: 'edit' }),
]
