// The names by which a refusal of an undo says what has changed since (R106).
import type { SettingsThen } from '#protocol/activity.ts'

/** What a setting is called in a refusal. */
export const settingNames: Readonly<Record<keyof SettingsThen, string>> = {
  name: 'The name',
  description: 'The description',
  displayRSVPToAll: 'Who sees the answers',
  showConfirmation: 'Confirmation',
  limitToMembers: 'Who may answer',
  waitlist: 'The waitlist',
  waitlistCutoffHours: 'The cut-off of the waitlist',
  handOver: 'Hand-over',
  attendingOrgIds: 'The organizations that attend',
  reminders: 'When reminders go out',
  roleOrder: 'The order of the roles',
  location: 'The place',
  link: 'The link',
  theme: 'The color theme',
  start: 'The start',
  end: 'The end',
  timeZone: 'The time zone',
  manualEnd: 'The end',
  organizerName: 'Who invites',
  assignmentRules: 'How roles are given',
}
