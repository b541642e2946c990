// One of every email, for the preview page: the type asks for each that a feature writes.
import type { OwnRsvp } from '#protocol/rsvp.ts'
import * as accessEmails from '../access/emails.ts'
import * as assignEmails from '../assign/emails.ts'
import * as eventEmails from '../event/emails.ts'
import * as groupEmails from '../group/emails.ts'
import * as memberEmails from '../member/emails.ts'
import * as pendingEmails from '../pending/emails.ts'
import * as rsvpEmails from '../rsvp/emails.ts'
import * as signupEmails from '../signup/emails.ts'
import * as waitlistEmails from '../waitlist/emails.ts'
import { renderEmail } from './layout.ts'
import type { EmailDraft } from './outbox.ts'

const { tellingEmails: _, ...waiting } = waitlistEmails
const emails = {
  ...accessEmails,
  ...signupEmails,
  ...pendingEmails,
  ...groupEmails,
  ...eventEmails,
  ...rsvpEmails,
  ...memberEmails,
  ...assignEmails,
  ...waiting,
}

const to = 'someone@example.org'
const groupId = '0123456789abcdef01234567'
const eventId = '89abcdef0123456789abcdef'
const token = 'a-secret-of-43-characters-as-in-a-real-link'
const ownerId = 'cdef0123456789abcdef0123'
const group = { _id: groupId, eventId, ownerId, name: 'Group for Open stage night' }
const event = { name: 'Open stage night', start: '2026-12-05T18:30:00.000Z', timeZone: 'Europe/Berlin' }
const answer: OwnRsvp = {
  _id: '456789abcdef0123456789ab',
  rev: 1,
  orgId: null,
  name: 'Ada',
  email: to,
  maskedEmail: 'so***@example.org',
  attending: true,
  roles: ['Speaker', 'Host'],
  confirmed: false,
  confirmationDate: null,
  eventId,
  groupId,
}

/** Every email by the name of what writes it, with links as they would be. */
export const sampleEmails = (url: string): Readonly<Record<keyof typeof emails, EmailDraft>> => ({
  verifyEmail: emails.verifyEmail(to, url, token),
  accountExistsEmail: emails.accountExistsEmail(to, url, true),
  linkEmail: emails.linkEmail(to, url, token),
  publishEmail: emails.publishEmail(to, url, token, { _id: eventId, name: event.name }, true),
  resetEmail: emails.resetEmail(to, url, token),
  groupCreatedEmail: emails.groupCreatedEmail(to, url, groupId, 'Reading circle'),
  codeEmail: emails.codeEmail(to, url, token, 'K7MPX4', event.name, ownerId),
  proofLinkEmail: emails.proofLinkEmail(to, url, token, event.name, ownerId),
  answerEmail: emails.answerEmail(to, url, group, event, answer),
  waitingEmail: emails.waitingEmail(to, url, group, event, { ...answer, roles: ['Host'], waiting: [{ role: 'Speaker', position: 3 }] }),
  seatGivenEmail: emails.seatGivenEmail(to, url, group, event, 'Speaker'),
  seatOfferedEmail: emails.seatOfferedEmail(to, url, group, event, 'Speaker', '2026-12-05T10:30:00.000Z'),
  offerOverEmail: emails.offerOverEmail(to, url, group, event, 'Speaker'),
  waitEndedEmail: emails.waitEndedEmail(to, url, group, event, 'Speaker'),
  movedToWaitlistEmail: emails.movedToWaitlistEmail(to, url, group, event, 'Speaker'),
  movedEmail: emails.movedEmail(to, url, group, event),
  cancelledEmail: emails.cancelledEmail(to, group, event),
  roleDeletedEmail: emails.roleDeletedEmail(to, url, group, event, 'Speaker'),
  memberInvitedEmail: emails.memberInvitedEmail(to, url, 'The stage association', token, ownerId),
  assignedEmail: emails.assignedEmail(to, url, group, event, 'Speaker'),
  roleTakenEmail: emails.roleTakenEmail(to, url, group, event, 'Speaker'),
  grantedEmail: emails.grantedEmail(to, url, eventId, event.name, ownerId),
})

/** One of every email, rendered, by name, for the preview outside production. */
export const readSamples = (publicUrl: string) =>
  Object.entries(sampleEmails(publicUrl)).map(([name, { message }]) => ({ name, ...renderEmail(message) }))
