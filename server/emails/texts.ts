// Every e-mail the product writes, in words; `emails/layout.ts` makes text and HTML of it (R66).
import { formatThere } from '#protocol/dates.ts'
import { code as codeRules, invitationDays, linkLifeHours, shareSource } from '#protocol/limits.ts'
import type { OwnRsvp } from '#protocol/rsvp.ts'
import type { Block } from './layout.ts'
import { unlinked } from './names.ts'
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
/** R119: an organizer's doing, or for an organizer's guests; `ownerId` is whose plan it counts for. */
const ofOrganizer = (ownerId: string, draft: EmailDraft): EmailDraft => ({ ...draft, tenant: ownerId })
/** What somebody's doing brings to somebody else, as often as it is done. */
const unasked = (to: string, subject: string, blocks: Block[]): EmailDraft => ({ ...plain(to, subject, blocks), isUnasked: true })
const withToken = (url: string, path: string, token: string) => `${url}${path}?token=${token}`

export const verifyEmail = (to: string, url: string, token: string) =>
  secret(to, 'Verify your e-mail for Rolecall', [
    { p: 'Welcome! Please confirm that this e-mail belongs to your new account.' },
    { link: withToken(url, '/verify-email', token), label: 'Verify e-mail' },
    { p: 'In another browser than the one you signed up with, the page asks for the password you chose, or a new one.' },
    { p: `${linkHint} ${ignoreHint}` },
  ])

/** R34: what the owner of a known e-mail gets when somebody signs up with it again; kept like a letter with a link, to take as long. */
export const accountExistsEmail = (to: string, url: string, hasPassword: boolean) =>
  secret(to, 'You already have a Rolecall account', [
    { p: 'Somebody, probably you, tried to sign up with this e-mail. You already have an account, so nothing has changed.' },
    hasPassword ? { link: `${url}/login`, label: 'Log in' } : { link: `${url}/request-token`, label: 'Get an access link' },
    { p: `${hasPassword ? 'Forgot your password? Ask for a new one' : 'To log in with a password, set one'} at ${url}/forgot-password` },
  ])

export const linkEmail = (to: string, url: string, token: string) =>
  secret(to, 'Your Rolecall access link', [
    { p: 'Open your events and groups, without a password:' },
    { link: withToken(url, '/token', token), label: 'Open Rolecall' },
    { p: `${linkHint} Do not pass it on: whoever opens it acts as you. ${ignoreHint}` },
  ])

/**
 * R32, R116: the link opens the page that publishes; R120: `isFull` says to its owner alone that the plan has no room for it now. Anybody may have
 * typed e-mail and name (R117).
 */
export const publishEmail = (to: string, url: string, token: string, event: { _id: string; name: string }, isFull: boolean) =>
  secret(to, `Publish “${unlinked(event.name)}”`, [
    { p: `Your event “${unlinked(event.name)}” is ready. Open this link and press Publish; until then nobody can answer.` },
    ...(isFull
      ? [{ p: 'Your plan has no room for it at the moment. Delete an event or choose a bigger plan first, then publish it.' }]
      : []),
    { link: `${withToken(url, '/token', token)}&publish=${event._id}`, label: 'Look at it and publish' },
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

/** R117: whoever reads it may have asked for nothing; `occasion` is what an organizer typed. */
export const codeEmail = (to: string, url: string, token: string, code: string, occasion: string, ownerId: string) =>
  ofOrganizer(
    ownerId,
    secret(to, `Your code for “${unlinked(occasion)}”`, [
      { p: `Enter this code to answer the invitation to “${unlinked(occasion)}”:` },
      { code },
      { p: `It works for ${codeRules.lifeMinutes} minutes. This link does the same for ${codeRules.linkLifeHours} hours:` },
      { link: withToken(url, '/prove-email', token), label: 'Answer without the code' },
      { p: ignoreHint },
    ]),
  )

/** R118: instead of a code, after too many wrong ones. */
export const proofLinkEmail = (to: string, url: string, token: string, occasion: string, ownerId: string) =>
  ofOrganizer(
    ownerId,
    secret(to, `Your link for “${unlinked(occasion)}”`, [
      {
        p: `Somebody entered too many wrong codes for this e-mail. With this link you can answer the invitation to “${unlinked(occasion)}” all the same:`,
      },
      { link: withToken(url, '/prove-email', token), label: 'Answer the invitation' },
      { p: `It works for ${codeRules.linkLifeHours} hours. ${ignoreHint}` },
    ]),
  )

/** R53: in the event's zone. A burst of answers writes thousands of e-mails about one event, so the latest is remembered. */
let latest = { start: '', timeZone: '', text: '' }
function when({ start, timeZone = 'UTC' }: Occasion): string {
  if (!start) return ''
  if (latest.start !== start || latest.timeZone !== timeZone) latest = { start, timeZone, text: formatThere(start, timeZone) }
  return latest.text
}

/** Where guests answer, and whose guests they are. */
interface Place {
  readonly _id: string
  readonly eventId: string | null
  readonly ownerId: string
}

const formLink = (url: string, group: Place) =>
  `${url}/rsvp/${group._id}?${group.eventId ? `eventId=${group.eventId}&` : ''}code=${shareSource}`

/** What an invitee gets after each change of their answer. The time is said in the event's own zone. */
export function answerEmail(to: string, url: string, group: Place & { name: string }, event: Occasion | undefined, rsvp: OwnRsvp) {
  const occasion = event ?? { name: group.name }
  const roles = rsvp.roles.length > 0 ? ` as ${rsvp.roles.join(', ')}` : ''
  const blocks = [
    { p: rsvp.attending ? `You said yes to “${occasion.name}”${roles}.` : `You said no to “${occasion.name}”.` },
    ...(rsvp.attending && occasion.start ? [{ p: `It starts on ${when(occasion)}.` }] : []),
    { link: formLink(url, group), label: 'See or change your answer' },
  ]
  return ofOrganizer(group.ownerId, plain(to, `Your answer for “${occasion.name}”`, blocks))
}

/** R54 */
export const movedEmail = (to: string, url: string, group: Place, event: Occasion) =>
  ofOrganizer(
    group.ownerId,
    plain(to, `New time for “${event.name}”`, [
      { p: `“${event.name}” was moved. It now starts on ${when(event)}.` },
      { p: 'Please check whether you can still come, and confirm again if you are asked to.' },
      { link: formLink(url, group), label: 'See or change your answer' },
    ]),
  )

/** R57 */
export const cancelledEmail = (to: string, group: Place, occasion: Occasion) =>
  ofOrganizer(
    group.ownerId,
    plain(to, `“${occasion.name}” was cancelled`, [{ p: `The organizer cancelled “${occasion.name}”. There is nothing for you to do.` }]),
  )

/** R8 */
export const roleDeletedEmail = (to: string, url: string, group: Place, occasion: Occasion, role: string) =>
  ofOrganizer(
    group.ownerId,
    plain(to, `A role of yours was removed from “${occasion.name}”`, [
      { p: `The organizer removed the role “${role}” from “${occasion.name}”. Your yes still stands; you can choose another role.` },
      { link: formLink(url, group), label: 'See or change your answer' },
    ]),
  )

/** R117: sealed, since its link accepts; it carries nothing that anybody typed but the organization's name. */
export const memberInvitedEmail = (to: string, url: string, org: string, token: string, ownerId: string): EmailDraft => ({
  ...ofOrganizer(
    ownerId,
    secret(to, 'You are invited to an organization on Rolecall', [
      { p: `An organization named “${unlinked(org)}” invites you to be a member on Rolecall. It can then see your name there.` },
      { link: withToken(url, '/invitation', token), label: 'Accept or decline' },
      { p: `The link works for ${invitationDays} days. Until you accept, the organization sees nothing of you but what it typed.` },
    ]),
  ),
  isUnasked: true,
})

/** What the person who gets a role is told, also when it was moved to them (R40). */
export const assignedEmail = (to: string, url: string, group: Place, event: Occasion, role: string) =>
  ofOrganizer(
    group.ownerId,
    unasked(to, `You are “${role}” at “${event.name}”`, [
      { p: `The organizer of “${event.name}” assigned you the role “${role}”. It starts on ${when(event)}.` },
      { p: 'Please say whether you can come:' },
      { link: formLink(url, group), label: 'Answer' },
    ]),
  )

export const roleTakenEmail = (to: string, url: string, group: Place, event: Occasion, role: string) =>
  ofOrganizer(
    group.ownerId,
    unasked(to, `You are no longer “${role}” at “${event.name}”`, [
      { p: `The organizer of “${event.name}” took back your role “${role}”. Your answer still stands.` },
      { link: formLink(url, group), label: 'See or change your answer' },
    ]),
  )

/** R39 */
export const grantedEmail = (to: string, url: string, eventId: string, event: string, ownerId: string) =>
  ofOrganizer(
    ownerId,
    unasked(to, `You can assign roles at “${event}”`, [
      { p: `You were given the permission to assign, move and remove roles at “${event}”.` },
      { link: `${url}/event/${eventId}`, label: 'Open event' },
    ]),
  )
