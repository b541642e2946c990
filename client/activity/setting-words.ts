// What a change of settings says in words (R105).
import { formatInstant, viewerZone } from '#client/lib/dates.ts'
import type { SettingsThen } from '#protocol/activity.ts'

type Key = keyof SettingsThen

/** Texts of which a few words say enough. */
const shown = 60
const short = (text: unknown) => {
  const line = (typeof text === 'string' ? text : '').replaceAll(/\s+/g, ' ')
  return line.length > shown ? `${line.slice(0, shown)}…` : line
}
const fromTo = (what: string, one: unknown, other: unknown) => {
  if (!one) return `set ${what} to “${short(other)}”`
  return other ? `changed ${what} from “${short(one)}” to “${short(other)}”` : `removed ${what} “${short(one)}”`
}
const switched = (what: string, isOn: unknown) => `switched ${what} ${isOn ? 'on' : 'off'}`
const time = (instant: unknown, zone: string) => (typeof instant === 'string' ? formatInstant(instant, zone) : 'no time')

const assigning = (rules: SettingsThen['assignmentRules']) => {
  if (rules?.enableRoleAssignment) return 'organizers assign them'
  return rules?.enableRoleSelfSelect ? 'guests choose them' : 'nobody chooses them'
}

type Said = (from: SettingsThen, to: SettingsThen, what: string) => string
const words: Readonly<Record<Key, Said>> = {
  name: (from, to, what) => fromTo(`the name of ${what}`, from.name, to.name),
  description: (_, to, what) => (to.description ? `changed the description of ${what}` : `removed the description of ${what}`),
  displayRSVPToAll: (_, to) => (to.displayRSVPToAll ? 'let guests see how others answered' : 'kept from guests how others answered'),
  showConfirmation: (_, to) => switched('confirmation', to.showConfirmation),
  limitToMembers: (_, to) => (to.limitToMembers ? 'let only members answer' : 'let anybody answer'),
  waitlist: (_, to) => switched('the waitlist', to.waitlist),
  waitlistCutoffHours: (from, to) =>
    `changed the cut-off of the waitlist from ${from.waitlistCutoffHours} to ${to.waitlistCutoffHours} hours`,
  handOver: (_, to) => switched('hand-over', to.handOver),
  attendingOrgIds: () => 'changed which organizations attend',
  reminders: () => 'changed when reminders go out',
  roleOrder: () => 'changed the order of the roles',
  location: (from, to) => fromTo('the place', from.location, to.location),
  link: (from, to) => fromTo('the link', from.link, to.link),
  theme: () => 'changed the color theme',
  start: (from, to) => `moved the start from ${time(from.start, zoneOf(from, to))} to ${time(to.start, zoneOf(from, to))}`,
  end: (from, to) => `moved the end from ${time(from.end, zoneOf(from, to))} to ${time(to.end, zoneOf(from, to))}`,
  timeZone: (from, to) => fromTo('the time zone', from.timeZone, to.timeZone),
  manualEnd: (_, to) => (to.manualEnd ? 'set an end' : 'left the end open'),
  organizerName: (from, to) => fromTo('who invites', from.organizerName, to.organizerName),
  assignmentRules: (_, to) => `changed how roles are given: ${assigning(to.assignmentRules)}`,
}
const zoneOf = (from: SettingsThen, to: SettingsThen) => to.timeZone ?? from.timeZone ?? viewerZone()

/** Each change as the end of a sentence that begins with who made it. */
export function settingChanges(from: SettingsThen, to: SettingsThen, what: string): string[] {
  const keys = [...new Set([...Object.keys(from), ...Object.keys(to)])] as Key[]
  // The end that follows a moved start tells nothing more.
  return keys.filter((key) => key !== 'manualEnd' || keys.length === 1).map((key) => words[key](from, to, what))
}
