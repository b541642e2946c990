// What a line of the activity says in a plain sentence (R105): who, what they did, to whom.

import { formatInstant, formatTime, viewerZone } from '#client/lib/dates.ts'
import { formatCount } from '#client/lib/format-count.ts'
import { teamNames } from '#client/team/role-words.ts'
import type { ActivityBy, ActivityKind, ActivityLine, ChangedFields } from '#protocol/record/activity.ts'
import { peopleText } from '#protocol/seats/companions/counting.ts'
import { settingChanges } from './setting-words.ts'

export const guestWord = 'a guest'

/** Who did it, to begin a sentence with. */
export function whoOf(by: ActivityBy): string {
  if (by.type === 'rolecall') return 'Rolecall'
  if (by.type === 'payments') return 'The payment provider'
  return by.name || (by.type === 'guest' ? 'A guest' : 'Someone')
}

/** How many people; without a count it is somebody. */
function people(count: number | undefined): string {
  if (count === undefined) return 'someone'
  return count === 0 ? 'no one' : peopleText(count)
}
/** Whom it is about. */
const aboutOf = ({ rsvp, rsvpIds, count }: ActivityLine) => (rsvp ? rsvp.name || guestWord : people(count ?? rsvpIds?.length))

const list = (words: readonly string[]) => (words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`)
const quoted = (roles: readonly { readonly name: string }[] = []) => list(roles.map(({ name }) => (name ? `“${name}”` : 'a deleted role')))
const roleWord = (roles: readonly unknown[] = []) => (roles.length === 1 ? 'role' : 'roles')
const seatWord = (roles: readonly unknown[]) => (roles.length === 1 ? 'seat' : 'seats')
const seatCount = (max: number) => (max === 1 ? '1 seat' : `${formatCount(max)} seats`)

const yesOrNo = ({ attending }: ChangedFields) => (attending === true ? 'said yes' : attending === false ? 'said no' : '')

/** What a guest did with their own answer. */
function answered({ from, to }: ActivityLine): string {
  const said = from.attending !== to.attending ? yesOrNo(to) : ''
  const parts = [
    said,
    to.roles && `took ${quoted(to.roles)}`,
    from.roles && `gave back ${quoted(from.roles)}`,
    to.waits && `joined the waitlist for ${quoted(to.waits)}`,
    from.waits && !to.roles && `left the waitlist for ${quoted(from.waits)}`,
    to.confirmed && 'confirmed',
    from.companions !== to.companions &&
      to.attending !== false &&
      (to.companions ? `brings ${to.companions} ${to.companions === 1 ? 'companion' : 'companions'}` : 'no longer brings anyone along'),
    to.note ? 'left a note' : from.note && 'took their note away',
    to.answers
      ? from.answers
        ? 'changed their answers to the questions'
        : 'answered the questions'
      : from.answers && 'removed their answers to the questions',
    from.name !== undefined && to.name !== undefined && `changed their name from “${from.name}” to “${to.name}”`,
  ]
  return list(parts.filter((part) => typeof part === 'string' && part !== '') as string[]) || 'changed their answer'
}

/** R208: of somebody who has no name yet the address. */
const helperOf = ({ from, to }: ActivityLine) => {
  const { name = '', email = '' } = { ...from.grant, ...to.grant }
  return name || from.grant?.name || email
}
/** R201: who does it is whoever was invited, in whatever browser. */
const isAccepting = ({ kind, from, to }: ActivityLine) =>
  kind === 'grant' && from.grant !== undefined && !from.grant.isAccepted && to.grant?.isAccepted === true

const untilText = (until: string | undefined) => (until ? formatInstant(until, viewerZone()) : 'a week after the event')
/** R202, R208: whose role or end is another one. */
function changedHelp(line: ActivityLine): string {
  const { from, to } = line
  const who = helperOf(line) || 'someone'
  const isOther = from.grant?.role !== to.grant?.role
  const parts = [
    ...(isOther && to.grant?.role ? [`made ${who} ${teamNames[to.grant.role]} of the team`] : []),
    ...(from.grant?.until === to.grant?.until ? [] : [`lets ${isOther ? 'them' : who} help until ${untilText(to.grant?.until)}`]),
  ]
  return list(parts) || `changed how ${who} helps`
}

/** R39 of a permission to assign, R208 of a role in the event's team. */
function granted(line: ActivityLine): string {
  const { from, to } = line
  const who = helperOf(line) || 'someone'
  if (to.grant?.role === 'owner') return from.grant ? 'took the event over' : `offered the event to ${who}`
  if (from.grant?.role === 'owner') return 'withdrew the offer of the event'
  if (to.grant?.role) {
    if (isAccepting(line)) return `accepted to help as ${teamNames[to.grant.role]}`
    if (from.grant) return changedHelp(line)
    return `${to.grant.isAccepted ? 'lets' : 'asked'} ${who} ${to.grant.isAccepted ? '' : 'to '}help as ${teamNames[to.grant.role]}`
  }
  if (from.grant?.role) return `took ${who} off the team, who was ${teamNames[from.grant.role]}`
  return to.grant ? `let ${who} assign roles` : `no longer lets ${who} assign roles`
}

function waited(line: ActivityLine): string {
  const { from, to, by } = line
  const about = aboutOf(line)
  if (from.roles && to.waits) return `moved ${about} from ${quoted(from.roles)} to its waitlist`
  if (by.type === 'guest') return answered(line)
  if (to.offers) return `offered ${about} a seat as ${quoted(to.offers)}`
  if (from.offers && !to.roles) return `ended the offer of ${quoted(from.offers)} to ${about}`
  if (from.waits && !to.waits) return `took ${about} off the waitlist for ${quoted(from.waits)}`
  return to.waits && !from.waits ? `put ${about} on the waitlist for ${quoted(to.waits)}` : `moved ${about} on the waitlist`
}

function seated(line: ActivityLine): string {
  const { to, by } = line
  if (by.type === 'guest') return answered(line)
  return to.offers && !to.roles
    ? `offered ${aboutOf(line)} a seat as ${quoted(to.offers)}`
    : `gave ${aboutOf(line)} a seat as ${quoted(to.roles)} from the waitlist${despite(line)}`
}

/** R175: of somebody who came along. */
const isOfCompanion = ({ from, to }: ActivityLine) => from.companionLinks !== undefined || to.companionLinks !== undefined

function handedOver(line: ActivityLine): string {
  const { from, to, by } = line
  if (isOfCompanion(line)) {
    if (from.companions !== to.companions) return `let ${by.type === 'guest' && by.name ? by.name : guestWord} have the seat of a companion`
    return (to.companionLinks ?? 0) > (from.companionLinks ?? 0)
      ? 'sent a companion a link of their own'
      : 'withdrew the link of a companion'
  }
  if (to.attending === true && !to.roles) return 'accepted a place that was handed over'
  if (to.roles)
    return `accepted the ${seatWord(to.roles)} as ${quoted(to.roles)} that ${to.roles.length === 1 ? 'was' : 'were'} handed over`
  // Whoever accepts it acts; it is told of whoever gives it (`sentenceOf`).
  if (from.roles)
    return `handed the ${seatWord(from.roles)} as ${quoted(from.roles)} to ${by.type === 'guest' && by.name ? by.name : guestWord}`
  return to.handOver ? 'offered their seat to someone' : 'ended the offer of a seat'
}

/** “Speaker”’s limit from 3 to 5. */
const limits = ({ from, to }: ActivityLine) =>
  list(
    (to.seats ?? []).flatMap(({ _id, name, max, min = 0 }) => {
      const was = from.seats?.find((one) => one._id === _id)
      const wasMin = was?.min ?? 0
      return [
        ...(was && was.max !== max ? [`“${name}”’s limit from ${was.max} to ${max}`] : []),
        ...(wasMin === min ? [] : [`“${name}”’s minimum from ${wasMin} to ${min}`]),
      ]
    }),
  )

function renamed({ from, to }: ActivityLine): string {
  const one = (then: { name: string; max: number } | undefined, now: { name: string; max: number }) =>
    `“${then?.name ?? ''}” to “${now.name}”${then && then.max !== now.max ? ` and its limit from ${then.max} to ${now.max}` : ''}`
  return `renamed ${list(
    (to.seats ?? []).map((now) =>
      one(
        from.seats?.find(({ _id }) => _id === now._id),
        now,
      ),
    ),
  )}`
}

const removed = ({ from, count = 0 }: ActivityLine) =>
  `deleted the ${roleWord(from.seats)} ${quoted(from.seats)}${count > 0 ? `, which ${people(count)} had or waited for` : ''}`
const added = ({ to }: ActivityLine) =>
  `added the ${roleWord(to.seats)} ${list((to.seats ?? []).map(({ name, max }) => `“${name}” with ${seatCount(max)}`))}`

/** What a reminder asks, of how many; without a number it went to all it is for. */
const sentWords: Readonly<Record<string, { to: (whom: string) => string; all: string; none: string }>> = {
  confirmation: {
    to: (whom) => `asked ${whom} to confirm`,
    all: 'everyone who has not confirmed',
    none: 'found no one to ask to confirm',
  },
  reminder: { to: (whom) => `sent a reminder to ${whom}`, all: 'everyone who said yes', none: 'found no one to remind' },
  nudge: { to: (whom) => `asked ${whom} for an answer`, all: 'everyone with no answer', none: 'found no one to ask for an answer' },
}
function reminded({ to, count }: ActivityLine): string {
  const words = sentWords[to.sent ?? '']
  if (!words) return `wrote to ${people(count)}`
  return count === 0 ? words.none : words.to(count === undefined ? words.all : people(count))
}

const set = ({ from, to }: ActivityLine, what: string) => {
  const changes = settingChanges(from.settings ?? {}, to.settings ?? {}, what)
  return changes.length > 0 ? list(changes) : 'asked everyone to confirm again'
}

/** R147: what it was done despite. */
const despite = ({ to }: ActivityLine) => {
  const { groups = [], most } = to.despite ?? {}
  const at = groups.length > 0 && `though they are in ${list(groups.map((name) => `“${name}”`))} at that time`
  const over = most !== undefined && `though one person may have seats in ${most === 1 ? '1 group' : `${most} groups`}`
  return [at, over]
    .filter((one) => one !== false)
    .map((one) => `, ${one}`)
    .join(' and')
}

/** R185: what the door had said. */
const scannedWords: Readonly<Record<string, string>> = {
  again: 'in already',
  early: 'too early',
  wrongGroup: 'of another group',
  waiting: 'on the waitlist',
  noAnswer: 'without an answer',
  declined: 'not coming',
  void: 'with a void pass',
}

const predicates: Readonly<Record<ActivityKind, (line: ActivityLine) => string>> = {
  create: () => 'created the group',
  answer: answered,
  confirm: ({ to }) => (to.confirmed ? 'confirmed' : 'no longer confirms'),
  erase: () => 'had their data erased',
  assign: (line) =>
    line.from.roles
      ? `moved ${aboutOf(line)} from ${quoted(line.from.roles)} to ${quoted(line.to.roles)}`
      : `gave ${aboutOf(line)} the ${roleWord(line.to.roles)} ${quoted(line.to.roles)}${despite(line)}`,
  unassign: (line) => `took the ${roleWord(line.from.roles)} ${quoted(line.from.roles)} from ${aboutOf(line)}`,
  reassign: (line) =>
    line.to.roles
      ? `moved the ${roleWord(line.to.roles)} ${quoted(line.to.roles)} to ${aboutOf(line)}${despite(line)}`
      : `moved the ${roleWord(line.from.roles)} ${quoted(line.from.roles)} away from ${aboutOf(line)}`,
  remove: (line) =>
    line.to.removed
      ? `removed ${aboutOf(line)} from the list${line.to.blocked ? ' and doesn’t let the address answer again' : ''}`
      : `put ${aboutOf(line)} back on the guest list`,
  unblock: (line) => `let the address of ${aboutOf(line)} answer again`,
  'hand-over': handedOver,
  wait: waited,
  seat: seated,
  invite: (line) => (line.from.invited ? `asked ${aboutOf(line)} again` : `invited ${aboutOf(line)}`),
  uninvite: (line) => `withdrew the invitation of ${aboutOf(line)}`,
  'role-add': added,
  'role-change': renamed,
  'role-remove': removed,
  limit: (line) => `changed ${limits(line)}`,
  settings: (line) => set(line, 'the group'),
  event: (line) => set(line, 'the event'),
  grant: granted,
  remind: reminded,
  message: ({ to, count }) => `wrote “${to.sent ?? ''}” to ${people(count)}`,
  'let-in': ({ to }) =>
    to.doors
      ? `was let in twice: ${to.doors.join(', ')}`
      : `was let in at the door anyway: ${scannedWords[to.scanned ?? ''] ?? 'not on the guest list'}`,
  'no-show': ({ to, count = 0 }) => `counted that ${formatCount(count)} of ${formatCount(to.expected ?? 0)} didn’t come`,
  upgrade: ({ to }) => (to.upgraded ? 'upgraded the group' : 'ended the upgrade of the group'),
  cancel: () => 'canceled it',
}

/** Whom the sentence is about: who did it, but of a seat that was taken over, who had it. */
export function actorOf(line: ActivityLine): string {
  const { kind, by, rsvp, from } = line
  if (isAccepting(line) && helperOf(line)) return helperOf(line)
  const hasGiven = from.roles !== undefined || from.companionLinks !== undefined
  const isGiver = kind === 'hand-over' && hasGiven && by.type === 'guest' && rsvp !== undefined && rsvp._id !== by.rsvpId
  return isGiver ? rsvp.name || 'A guest' : whoOf(by)
}

/** The whole sentence. */
export function entryText(line: ActivityLine): string {
  const did = predicates[line.kind](line)
  return `${actorOf(line)} ${line.undoes ? `undid a change and ${did}` : did}`
}

/** What the filter calls each kind. */
export const kindWords: Readonly<Record<ActivityKind, string>> = {
  create: 'Created',
  answer: 'Answers',
  confirm: 'Confirmations',
  erase: 'Erased data',
  assign: 'Roles assigned',
  unassign: 'Roles removed',
  reassign: 'Roles moved',
  remove: 'Removed',
  unblock: 'Addresses that may answer again',
  'hand-over': 'Hand-overs',
  wait: 'Waitlist',
  seat: 'Seats from the waitlist',
  invite: 'Invitations',
  uninvite: 'Invitations withdrawn',
  'role-add': 'Roles added',
  'role-change': 'Roles renamed',
  'role-remove': 'Roles deleted',
  limit: 'Limits',
  settings: 'Group settings',
  event: 'Event settings',
  grant: 'Permissions',
  remind: 'Reminders',
  message: 'Messages',
  'let-in': 'Let in anyway',
  'no-show': 'Who didn’t come',
  upgrade: 'Upgrades',
  cancel: 'Canceled',
}

/** When, in the zone the page shows times in. */
export const timeOf = ({ at }: Pick<ActivityLine, 'at'>, zone: string) => formatTime(at, zone)
