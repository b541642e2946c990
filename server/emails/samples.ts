// One of every e-mail, for the preview page: the type asks for each that `emails.ts` writes.
import type { OwnRsvp } from '#protocol/rsvp.ts'
import type { EmailDraft } from './outbox.ts'
import * as emails from './texts.ts'

const to = 'someone@example.org'
const [groupId, eventId, token] = ['0123456789abcdef01234567', '89abcdef0123456789abcdef', 'a-secret-of-43-characters-as-in-a-real-link']
const group = { _id: groupId, eventId, name: 'Group for Open stage night' }
const event = { name: 'Open stage night', start: '2026-12-05T18:30:00.000Z', timeZone: 'Europe/Berlin' }
const answer: OwnRsvp = {
  _id: '456789abcdef0123456789ab',
  rev: 1,
  name: 'Ada',
  email: to,
  attending: true,
  roles: ['Speaker', 'Host'],
  confirmed: false,
  confirmationDate: null,
  eventId,
  groupId,
}

/** Every e-mail by the name of what writes it, with links as they would be. */
export const sampleEmails = (url: string): Readonly<Record<keyof typeof emails, EmailDraft>> => ({
  verifyEmail: emails.verifyEmail(to, 'ada_1815', url, token),
  accountExistsEmail: emails.accountExistsEmail(to, url),
  linkEmail: emails.linkEmail(to, url, token),
  publishEmail: emails.publishEmail(to, url, token, event.name),
  resetEmail: emails.resetEmail(to, url, token),
  groupCreatedEmail: emails.groupCreatedEmail(to, url, groupId, 'Reading circle'),
  codeEmail: emails.codeEmail(to, 'K7MPX4', event.name),
  answerEmail: emails.answerEmail(to, url, group, event, answer),
  movedEmail: emails.movedEmail(to, url, group, event),
  cancelledEmail: emails.cancelledEmail(to, event),
  roleDeletedEmail: emails.roleDeletedEmail(to, url, group, event, 'Speaker'),
  memberAddedEmail: emails.memberAddedEmail(to, url, 'The stage association'),
  assignedEmail: emails.assignedEmail(to, url, group, event, 'Speaker'),
  roleTakenEmail: emails.roleTakenEmail(to, url, group, event, 'Speaker'),
  grantedEmail: emails.grantedEmail(to, url, eventId, event.name),
})
