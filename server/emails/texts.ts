// Every e-mail the product writes, in words; `emails/layout.ts` makes text and HTML of it (R66).
import { code as codeRules, linkLifeHours, shareSource } from '#protocol/limits.ts'
import type { OwnRsvp } from '#protocol/rsvp.ts'
import type { Block } from './layout.ts'
import type { EmailDraft } from './outbox.ts'

interface Occasion {
  readonly name: string
  readonly start?: string
  readonly timeZone?: string
}

const linkHint = `The link works for ${linkLifeHours} hours.`
const ignoreHint = 'If you did not ask for this, you can ignore this e-mail.'
const secret = (to: string, subject: string, blocks: Block[]): EmailDraft => ({ to, secret: true, message: { subject, blocks } })
const plain = (to: string, subject: string, blocks: Block[]): EmailDraft => ({ to, message: { subject, blocks } })
/** What somebody's doing brings to somebody else, as often as it is done. */
const unasked = (to: string, subject: string, blocks: Block[]): EmailDraft => ({ ...plain(to, subject, blocks), isUnasked: true })
const withToken = (url: string, path: string, token: string) => `${url}${path}?token=${token}`

export const verifyEmail = (to: string, username: string, url: string, token: string) =>
  secret(to, 'Verify your e-mail for Rolecall', [
    { p: `Welcome! Please confirm that this e-mail belongs to the new account “${username}”.` },
    { link: withToken(url, '/verify-email', token), label: 'Verify e-mail' },
    { p: `${linkHint} If you did not create this account, do not open the link.` },
  ])

/** R34: what the owner of a known e-mail gets when somebody signs up with it again; kept like a letter with a link, to take as long. */
export const accountExistsEmail = (to: string, url: string) =>
  secret(to, 'You already have a Rolecall account', [
    { p: 'Somebody, probably you, tried to sign up with this e-mail. You already have an account, so nothing has changed.' },
    { link: `${url}/login`, label: 'Log in' },
    { p: `Forgot your password? Ask for a new one at ${url}/forgot-password` },
  ])

export const linkEmail = (to: string, url: string, token: string) =>
  secret(to, 'Your Rolecall access link', [
    { p: 'Open your events and groups, without a password:' },
    { link: withToken(url, '/token', token), label: 'Open Rolecall' },
    { p: `${linkHint} Do not pass it on: whoever opens it acts as you. ${ignoreHint}` },
  ])

/** R32 */
export const publishEmail = (to: string, url: string, token: string, event: string) =>
  secret(to, `Publish “${event}”`, [
    { p: `Your event “${event}” is ready. Open this link once to publish it; until then nobody can answer.` },
    { link: withToken(url, '/token', token), label: 'Publish and open' },
    { p: `${linkHint} An event that is not published within two days is removed. ${ignoreHint}` },
  ])

export const resetEmail = (to: string, url: string, token: string) =>
  secret(to, 'Set a new Rolecall password', [
    { p: 'Choose a new password for your account:' },
    { link: withToken(url, '/reset-password', token), label: 'Set a new password' },
    { p: `The link works for one hour and once. ${ignoreHint}` },
  ])

export const groupCreatedEmail = (to: string, url: string, groupId: string, name: string) =>
  plain(to, `Your group “${name}”`, [
    { p: `Your group “${name}” was created. Here is where you manage it and find the link to share:` },
    { link: `${url}/group/${groupId}`, label: 'Open group' },
  ])

export const codeEmail = (to: string, code: string, occasion: string) =>
  secret(to, `Your code for “${occasion}”`, [
    { p: `Enter this code to answer the invitation to “${occasion}”:` },
    { code },
    { p: `It works for ${codeRules.lifeMinutes} minutes. ${ignoreHint}` },
  ])

const formatters = new Map<string, Intl.DateTimeFormat>()
/** Making a formatter takes longer than writing a whole e-mail, so each zone's is kept: once, in whatever case it is written. */
const formatterOf = (timeZone: string) => {
  const zone = timeZone.toLowerCase()
  const day = { day: 'numeric', month: 'short', year: 'numeric' } as const
  const time = { hour: 'numeric', minute: '2-digit', hourCycle: 'h12', timeZoneName: 'short' } as const
  const made = formatters.get(zone) ?? new Intl.DateTimeFormat('en-US', { ...day, ...time, timeZone })
  formatters.set(zone, made)
  return made
}
/** R53: 'D Mon YYYY, h:mm AM/PM', with the short name of the event's zone. */
function formatWhen(start: string, timeZone: string): string {
  const parts = formatterOf(timeZone).formatToParts(new Date(start))
  const { day, month, year, hour, minute, dayPeriod, timeZoneName } = Object.fromEntries(parts.map(({ type, value }) => [type, value]))
  return `${day} ${month} ${year}, ${hour}:${minute} ${dayPeriod} ${timeZoneName}`
}

/** A burst of answers writes thousands of e-mails about one event, so the latest is remembered. */
let latest = { start: '', timeZone: '', text: '' }
function when({ start, timeZone = 'UTC' }: Occasion): string {
  if (!start) return ''
  if (latest.start !== start || latest.timeZone !== timeZone) latest = { start, timeZone, text: formatWhen(start, timeZone) }
  return latest.text
}

const formLink = (url: string, group: { _id: string; eventId: string | null }) =>
  `${url}/rsvp/${group._id}?${group.eventId ? `eventId=${group.eventId}&` : ''}code=${shareSource}`

/** What an invitee gets after each change of their answer. The time is said in the event's own zone. */
export function answerEmail(
  to: string,
  url: string,
  group: { _id: string; eventId: string | null; name: string },
  event: Occasion | undefined,
  rsvp: OwnRsvp,
) {
  const occasion = event ?? { name: group.name }
  const roles = rsvp.roles.length > 0 ? ` as ${rsvp.roles.join(', ')}` : ''
  return plain(to, `Your answer for “${occasion.name}”`, [
    { p: rsvp.attending ? `You said yes to “${occasion.name}”${roles}.` : `You said no to “${occasion.name}”.` },
    ...(rsvp.attending && occasion.start ? [{ p: `It starts on ${when(occasion)}.` }] : []),
    { link: formLink(url, group), label: 'See or change your answer' },
  ])
}

/** R54 */
export const movedEmail = (to: string, url: string, group: { _id: string; eventId: string | null }, event: Occasion) =>
  plain(to, `New time for “${event.name}”`, [
    { p: `“${event.name}” was moved. It now starts on ${when(event)}.` },
    { p: 'Please check whether you can still come, and confirm again if you are asked to.' },
    { link: formLink(url, group), label: 'See or change your answer' },
  ])

/** R57 */
export const cancelledEmail = (to: string, occasion: Occasion) =>
  plain(to, `“${occasion.name}” was cancelled`, [{ p: `The organizer cancelled “${occasion.name}”. There is nothing for you to do.` }])

/** R8 */
export const roleDeletedEmail = (
  to: string,
  url: string,
  group: { _id: string; eventId: string | null },
  occasion: Occasion,
  role: string,
) =>
  plain(to, `A role of yours was removed from “${occasion.name}”`, [
    { p: `The organizer removed the role “${role}” from “${occasion.name}”. Your yes still stands; you can choose another role.` },
    { link: formLink(url, group), label: 'See or change your answer' },
  ])

export const memberAddedEmail = (to: string, url: string, org: string) =>
  unasked(to, 'You were added to an organization on Rolecall', [
    { p: `An admin of “${org}” added you as a member on Rolecall. Roles at its events can now be assigned to you.` },
    { link: `${url}/dashboard`, label: 'Open Rolecall' },
  ])

/** What the person who gets a role is told, also when it was moved to them (R40). */
export const assignedEmail = (to: string, url: string, group: { _id: string; eventId: string | null }, event: Occasion, role: string) =>
  unasked(to, `You are “${role}” at “${event.name}”`, [
    { p: `The organizer of “${event.name}” assigned you the role “${role}”. It starts on ${when(event)}.` },
    { p: 'Please say whether you can come:' },
    { link: formLink(url, group), label: 'Answer' },
  ])

export const roleTakenEmail = (to: string, url: string, group: { _id: string; eventId: string | null }, event: Occasion, role: string) =>
  unasked(to, `You are no longer “${role}” at “${event.name}”`, [
    { p: `The organizer of “${event.name}” took back your role “${role}”. Your answer still stands.` },
    { link: formLink(url, group), label: 'See or change your answer' },
  ])

/** R39 */
export const grantedEmail = (to: string, url: string, eventId: string, event: string) =>
  unasked(to, `You can assign roles at “${event}”`, [
    { p: `You were given the permission to assign, move and remove roles at “${event}”.` },
    { link: `${url}/event/${eventId}`, label: 'Open event' },
  ])
