// What a line of the activity says in a plain sentence (R105): who, what they did, to whom.
import { counted } from '#client/lib/counted.ts'
import { formatInstant } from '#client/lib/dates.ts'
import type { ActivityBy, ActivityKind, ActivityLine, Facts } from '#protocol/activity.ts'
import { settingChanges } from './setting-words.ts'

export const guestWord = 'a guest'

/** Who did it, to begin a sentence with. */
export function whoOf(by: ActivityBy): string {
  if (by.type === 'rolecall') return 'Rolecall'
  if (by.type === 'payments') return 'The payment provider'
  return by.name || (by.type === 'guest' ? 'A guest' : 'Somebody')
}

/** How many; whoever is in no count is still somebody. */
function people(count: number | undefined): string {
  if (count === undefined) return 'somebody'
  return count === 0 ? 'nobody' : count === 1 ? '1 person' : `${counted(count)} people`
}
/** Whom it is about. */
const aboutOf = ({ rsvp, rsvpIds, count }: ActivityLine) => (rsvp ? rsvp.name || guestWord : people(count ?? rsvpIds?.length))

const list = (words: readonly string[]) => (words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`)
const quoted = (roles: readonly { readonly name: string }[] = []) => list(roles.map(({ name }) => (name ? `“${name}”` : 'a deleted role')))
const roleWord = (roles: readonly unknown[] = []) => (roles.length === 1 ? 'role' : 'roles')
const seatCount = (max: number) => (max === 1 ? '1 seat' : `${counted(max)} seats`)

const yesOrNo = ({ attending }: Facts) => (attending === true ? 'said yes' : attending === false ? 'said no' : '')

/** What a guest did with their own answer. */
function answered({ from, to }: ActivityLine): string {
  const said = from.attending !== to.attending ? yesOrNo(to) : ''
  const parts = [
    said,
    to.roles && `took ${quoted(to.roles)}`,
    from.roles && `gave up ${quoted(from.roles)}`,
    to.waits && `joined the waitlist for ${quoted(to.waits)}`,
    from.waits && !to.roles && `left the waitlist for ${quoted(from.waits)}`,
    to.confirmed && 'confirmed',
    to.note ? 'left a note' : from.note && 'took their note away',
    from.name !== undefined && to.name !== undefined && `changed their name from “${from.name}” to “${to.name}”`,
  ]
  return list(parts.filter((part) => typeof part === 'string' && part !== '') as string[]) || 'changed their answer'
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
    : `gave ${aboutOf(line)} a seat as ${quoted(to.roles)} from the waitlist`
}

function handedOver({ from, to }: ActivityLine): string {
  if (to.roles) return `accepted the seat as ${quoted(to.roles)} that was handed over`
  if (from.roles) return `handed over ${quoted(from.roles)}`
  return to.handOver ? 'offered their seat to somebody' : 'saw the offer of a seat end'
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
    all: 'everybody who has not confirmed',
    none: 'found nobody to ask to confirm',
  },
  reminder: { to: (whom) => `sent a reminder to ${whom}`, all: 'everybody who said yes', none: 'found nobody to remind' },
  nudge: { to: (whom) => `asked ${whom} for an answer`, all: 'everybody who gave none', none: 'found nobody to ask for an answer' },
}
function reminded({ to, count }: ActivityLine): string {
  const words = sentWords[to.sent ?? '']
  if (!words) return `wrote to ${people(count)}`
  return count === 0 ? words.none : words.to(count === undefined ? words.all : people(count))
}

const set = ({ from, to }: ActivityLine, what: string) => {
  const changes = settingChanges(from.settings ?? {}, to.settings ?? {}, what)
  return changes.length > 0 ? list(changes) : 'made everybody confirm again'
}

const predicates: Readonly<Record<ActivityKind, (line: ActivityLine) => string>> = {
  create: () => 'created the group',
  answer: answered,
  confirm: ({ to }) => (to.confirmed ? 'confirmed' : 'no longer confirms'),
  erase: () => 'had their data erased',
  assign: (line) =>
    line.from.roles
      ? `moved ${aboutOf(line)} from ${quoted(line.from.roles)} to ${quoted(line.to.roles)}`
      : `gave ${aboutOf(line)} the ${roleWord(line.to.roles)} ${quoted(line.to.roles)}`,
  unassign: (line) => `took the ${roleWord(line.from.roles)} ${quoted(line.from.roles)} from ${aboutOf(line)}`,
  reassign: (line) =>
    line.to.roles
      ? `moved the ${roleWord(line.to.roles)} ${quoted(line.to.roles)} to ${aboutOf(line)}`
      : `moved the ${roleWord(line.from.roles)} ${quoted(line.from.roles)} away from ${aboutOf(line)}`,
  'hand-over': handedOver,
  wait: waited,
  seat: seated,
  invite: (line) => (line.from.invited ? `asked ${aboutOf(line)} again` : `invited ${aboutOf(line)}`),
  uninvite: (line) => `took back the invitation of ${aboutOf(line)}`,
  'role-add': added,
  'role-change': renamed,
  'role-remove': removed,
  limit: (line) => `changed ${limits(line)}`,
  settings: (line) => set(line, 'the group'),
  event: (line) => set(line, 'the event'),
  grant: ({ from, to }) =>
    to.grant ? `let ${to.grant.name || 'somebody'} assign roles` : `no longer lets ${from.grant?.name || 'somebody'} assign roles`,
  remind: reminded,
  message: ({ to, count }) => `wrote “${to.sent ?? ''}” to ${people(count)}`,
  upgrade: ({ to }) => (to.upgraded ? 'upgraded the group' : 'ended the upgrade of the group'),
  cancel: () => 'canceled it',
}

/** The whole sentence. */
export function sentenceOf(line: ActivityLine): string {
  const did = predicates[line.kind](line)
  return `${whoOf(line.by)} ${line.undoes ? `took back a change and ${did}` : did}`
}

/** What the filter calls each kind. */
export const kindWords: Readonly<Record<ActivityKind, string>> = {
  create: 'Created',
  answer: 'Answers',
  confirm: 'Confirmations',
  erase: 'Erased data',
  assign: 'Roles assigned',
  unassign: 'Roles taken back',
  reassign: 'Roles moved',
  'hand-over': 'Hand-overs',
  wait: 'Waitlist',
  seat: 'Seats from the waitlist',
  invite: 'Invitations',
  uninvite: 'Invitations taken back',
  'role-add': 'Roles added',
  'role-change': 'Roles renamed',
  'role-remove': 'Roles deleted',
  limit: 'Limits',
  settings: 'Group settings',
  event: 'Event settings',
  grant: 'Permissions',
  remind: 'Reminders',
  message: 'Messages',
  upgrade: 'Upgrades',
  cancel: 'Canceled',
}

/** When, in the zone the page shows times in. */
export const timeOf = ({ at }: Pick<ActivityLine, 'at'>, zone: string) => formatInstant(at, zone).replace(/^.*, /, '')
