// The names by which a refusal of an undo says what has changed since (R106).
import type { SettingsThen } from '#protocol/record/activity.ts'
import { eventSettings, groupSettings, subjects } from '#protocol/seats/settings.ts'

/** What a setting is called in a refusal. */
export const settingNames: Readonly<Record<keyof SettingsThen, string>> = {
  ...subjects(groupSettings),
  ...subjects(eventSettings),
  reminders: 'When reminders go out',
  roleOrder: 'The order of the roles',
  organizerName: 'Who invites',
  groupIds: 'The groups of the event',
  assignmentRules: 'How roles are given',
}
