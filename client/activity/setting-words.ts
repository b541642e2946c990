// What a change of settings says in words (R105).

import { formatInstant, viewerZone, zonePlace } from '#client/lib/dates.ts'
import { doorsText } from '#client/lib/event/doors-text.ts'
import type { SettingsThen } from '#protocol/record/activity.ts'
import { eventSettings, groupSettings } from '#protocol/seats/settings.ts'

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
  return rules?.enableRoleSelfSelect ? 'guests choose them' : 'no one chooses them'
}

type SettingSentence = (from: SettingsThen, to: SettingsThen, what: string) => string
/** What a switch or a text says by its noun. */
const byNoun = (noun: string, from: unknown, to: unknown) => (typeof to === 'boolean' ? switched(noun, to) : fromTo(noun, from, to))
const nouns: Partial<Record<Key, { readonly noun: string }>> = {
  ...groupSettings,
  ...eventSettings,
  organizerName: { noun: 'who invites' },
}
const words: Readonly<Partial<Record<Key, SettingSentence>>> = {
  name: (from, to, what) => fromTo(`the name of ${what}`, from.name, to.name),
  description: (_, to, what) => (to.description ? `changed the description of ${what}` : `removed the description of ${what}`),
  displayRSVPToAll: (_, to) => (to.displayRSVPToAll ? 'let guests see how others answered' : 'hid others’ answers from guests'),
  limitToMembers: (_, to) => (to.limitToMembers ? 'let only members answer' : 'let anyone answer'),
  waitlistCutoffHours: (from, to) =>
    `changed the cut-off of the waitlist from ${from.waitlistCutoffHours} to ${to.waitlistCutoffHours} hours`,
  maxCompanions: (from, to) => `let each guest bring ${to.maxCompanions} companions instead of ${from.maxCompanions}`,
  attendingOrgIds: () => 'changed which organizations attend',
  questions: () => 'changed the questions',
  reminders: () => 'changed when reminders go out',
  roleOrder: () => 'changed the order of the roles',
  doorsOpen: (_, to) => `set the doors to open ${doorsText(to.doorsOpen ?? 0).toLowerCase()}`,
  bufferMinutes: (_, to) => `set the time between groups to ${to.bufferMinutes} minutes`,
  maxGroups: (_, to) =>
    to.maxGroups ? `allowed one person seats in at most ${to.maxGroups} groups` : 'allowed one person seats in all groups',
  minGroups: (_, to) =>
    to.minGroups
      ? `asked each person to take ${to.minGroups === 1 ? '1 group' : `${to.minGroups} groups`} or more`
      : 'no longer asks people to take a number of groups',
  groupIds: ({ groupIds: was = [] }, { groupIds: is = [] }) => regrouped(is.length - was.length),
  theme: () => 'changed the color theme',
  start: (from, to) => `moved the start from ${time(from.start, zoneOf(from, to))} to ${time(to.start, zoneOf(from, to))}`,
  end: (from, to) => `moved the end from ${time(from.end, zoneOf(from, to))} to ${time(to.end, zoneOf(from, to))}`,
  opensAt: (from, to) => answers('open', to.opensAt, zoneOf(from, to)),
  closesAt: (from, to) => answers('close', to.closesAt, zoneOf(from, to)),
  timeZone: (from, to) => fromTo('the time zone', from.timeZone && zonePlace(from.timeZone), to.timeZone && zonePlace(to.timeZone)),
  manualEnd: (_, to) => (to.manualEnd ? 'set an end' : 'left the end open'),
  assignmentRules: (_, to) => `changed how roles are given: ${assigning(to.assignmentRules)}`,
}
/** R141a */
const answers = (what: 'open' | 'close', at: unknown, zone: string) =>
  at ? `let answers ${what} on ${time(at, zone)}` : what === 'open' ? 'let answers open right away' : 'let answers go on until it is over'
const regrouped = (more: number) => (more > 0 ? 'added a group' : more < 0 ? 'deleted a group' : 'changed the order of the groups')
const zoneOf = (from: SettingsThen, to: SettingsThen) => to.timeZone ?? from.timeZone ?? viewerZone()

/** Each change as the end of a sentence that begins with who made it. */
export function settingChanges(from: SettingsThen, to: SettingsThen, what: string): string[] {
  const keys = [...new Set([...Object.keys(from), ...Object.keys(to)])] as Key[]
  // The end that follows a moved start tells nothing more.
  return keys
    .filter((key) => key !== 'manualEnd' || keys.length === 1)
    .map((key) => words[key]?.(from, to, what) ?? byNoun(nouns[key]?.noun ?? key, from[key], to[key]))
}
