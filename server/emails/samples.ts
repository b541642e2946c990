// One of every email, for the preview page: the type asks for each that a feature writes.
import type { OwnRsvp } from '#protocol/rsvp.ts'
import * as accessEmails from '../access/emails.ts'
import * as assignEmails from '../assign/emails.ts'
import type { CalendarEntry } from '../calendar/model.ts'
import * as digestEmails from '../digest/emails.ts'
import * as eventEmails from '../event/emails.ts'
import * as groupEmails from '../group/emails.ts'
import * as guestEmails from '../guest/emails.ts'
import * as handoverEmails from '../handover/emails.ts'
import * as invitationEmails from '../invitation/emails.ts'
import * as memberEmails from '../member/emails.ts'
import * as messageEmails from '../message/emails.ts'
import * as pendingEmails from '../pending/emails.ts'
import * as proofEmails from '../proof/emails.ts'
import * as reminderEmails from '../reminder/emails.ts'
import * as rsvpEmails from '../rsvp/emails.ts'
import * as signupEmails from '../signup/emails.ts'
import * as waitlistEmails from '../waitlist/emails.ts'
import { type AddressedMessage, type Block, type Message, renderEmail } from './layout.ts'
import type { EmailDraft } from './outbox.ts'
import { type GuestPlace, when } from './parts.ts'

const { tellingEmails: _, ...waiting } = waitlistEmails
const emails = {
  ...accessEmails,
  ...signupEmails,
  ...pendingEmails,
  ...groupEmails,
  ...eventEmails,
  ...proofEmails,
  ...rsvpEmails,
  ...guestEmails,
  ...handoverEmails,
  ...memberEmails,
  ...invitationEmails,
  ...assignEmails,
  ...reminderEmails,
  ...messageEmails,
  ...digestEmails,
  ...waiting,
}

const to = 'someone@example.org'
const reader = { _id: 'fedcba9876543210fedcba98', email: to }
const groupId = '0123456789abcdef01234567'
const eventId = '89abcdef0123456789abcdef'
const token = 'a-secret-of-43-characters-as-in-a-real-link'
const ownerId = 'cdef0123456789abcdef0123'
const event = {
  name: 'Open stage night',
  start: '2026-12-05T18:30:00.000Z',
  timeZone: 'Europe/Berlin',
  location: 'Main Hall, Station Street 5',
  organizerName: 'Lena Park',
}
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
  link: 'https://meet.example.org/open-stage',
  eventId,
  groupId,
}

const guest: GuestPlace = { _id: groupId, eventId, ownerId, rsvpId: answer._id }
const reminding = { roles: ['Speaker', 'Host'], isToConfirm: true, isStranger: false }
const calendar: CalendarEntry = {
  method: 'REQUEST',
  uid: `${answer._id}@rolecall.example`,
  sequence: 1,
  at: '2026-11-20T09:00:00.000Z',
  title: event.name,
  description: 'Your roles: Speaker, Host',
  location: null,
  start: event.start,
  end: '2026-12-05T21:30:00.000Z',
  timeZone: event.timeZone,
  url: 'https://rolecall.example',
  organizer: { name: 'The stage association', email: 'hello@rolecall.example' },
  attendee: { name: answer.name, email: to },
}

const messageId = 'ef0123456789abcdef012345'
const message = {
  subject: 'Bring warm clothes',
  text: 'It gets cold in the hall after nine.\nSo bring something warm, and a cup.\n\nSee you soon!',
  repliesTo: 'lena@example.org',
}

/** Those about who waits for a seat and who hands it over. */
const seatSamples = (url: string) => ({
  waitingEmail: emails.waitingEmail(to, url, guest, event, {
    ...answer,
    roles: ['Host'],
    waiting: [{ role: 'Speaker', position: 3, page: 0, nth: 3, rev: 1 }],
  }),
  seatGivenEmail: emails.seatGivenEmail(to, url, guest, event, 'Speaker'),
  seatOfferedEmail: emails.seatOfferedEmail(to, url, guest, event, 'Speaker', '2026-12-05T10:30:00.000Z'),
  offerOverEmail: emails.offerOverEmail(to, url, guest, event, 'Speaker'),
  waitEndedEmail: emails.waitEndedEmail(to, url, guest, event, 'Speaker'),
  movedToWaitlistEmail: emails.movedToWaitlistEmail(to, url, guest, event, 'Speaker'),
  offeredEmail: emails.offeredEmail(to, url, guest, event, token),
  acceptedEmail: emails.acceptedEmail(to, url, guest, event, { ...answer, attending: false, roles: [] }, { ...calendar, method: 'CANCEL' }),
  declinedEmail: emails.declinedEmail(to, url, guest, event),
  lapsedEmail: emails.lapsedEmail(to, url, guest, event),
})

/** Those that go out by themselves or to many. */
const noticeSamples = (url: string) => ({
  invitationEmail: emails.invitationEmail(to, url, guest, event, {
    host: 'Lena Park',
    message: 'It would be lovely to have you.\nDoors open half an hour before.',
    roles: ['Speaker'],
    earlier: 'Open stage in spring',
  }),
  confirmationEmail: emails.confirmationEmail(to, url, guest, event, reminding),
  reminderEmail: emails.reminderEmail(to, url, guest, event, reminding),
  nudgeEmail: emails.nudgeEmail(to, url, guest, event, { ...reminding, isStranger: true }),
  messageEmail: emails.messageEmail(to, url, guest, event, { _id: messageId, ...message }, { isStranger: false }),
  testEmail: emails.testEmail(to, url, guest, event, message),
  digestEmail: emails.digestEmail(reader, url, [
    { groupId, occasion: event, changes: '3 more yes, 1 more no', risks: ['“Speaker” has 2 of 5 seats free'] },
    { groupId, occasion: { ...event, name: 'Reading circle' }, changes: '1 more confirmed', risks: [] },
  ]),
  dropOutEmail: emails.dropOutEmail(reader, url, groupId, event, ['Speaker']),
})

/** Every email by the name of what writes it, with links as they would be. */
export const sampleEmails = (url: string): Readonly<Record<keyof typeof emails, EmailDraft>> => ({
  verifyEmail: emails.verifyEmail(to, url, token),
  accountExistsEmail: emails.accountExistsEmail(to, url, true),
  linkEmail: emails.linkEmail(to, url, token),
  publishEmail: emails.publishEmail(to, url, token, { _id: eventId, name: event.name }, true),
  resetEmail: emails.resetEmail(to, url, token),
  groupCreatedEmail: emails.groupCreatedEmail(to, url, groupId, 'Reading circle'),
  codeEmail: emails.codeEmail(to, url, token, 'K7MPX4', event, guest),
  proofLinkEmail: emails.proofLinkEmail(to, url, token, event, guest),
  everyGroupEmail: emails.everyGroupEmail(to, url, token),
  rsvpEmail: emails.rsvpEmail(to, url, guest, event, answer, calendar),
  movedEmail: emails.movedEmail(to, url, guest, event, { link: answer.link, calendar }),
  relocatedEmail: emails.relocatedEmail(to, url, guest, event, { link: answer.link, calendar }),
  cancelledEmail: emails.cancelledEmail(to, url, guest, event, { ...calendar, method: 'CANCEL' }),
  roleDeletedEmail: emails.roleDeletedEmail(to, url, guest, event, { role: 'Speaker' }),
  linksEmail: emails.linksEmail(to, url),
  newLinkEmail: emails.newLinkEmail(to, url, guest, event),
  erasedEmail: emails.erasedEmail(to, event, ownerId),
  memberInvitedEmail: emails.memberInvitedEmail(to, url, 'The stage association', token, ownerId),
  assignedEmail: emails.assignedEmail(to, url, guest, event, { role: 'Speaker' }),
  roleTakenEmail: emails.roleTakenEmail(to, url, guest, event, { role: 'Speaker' }),
  grantedEmail: emails.grantedEmail(to, url, eventId, event.name, ownerId),
  ...seatSamples(url),
  ...noticeSamples(url),
})

/** What is made when an email is sent, as it would be. */
const addressedSample = ({ subject, blocks }: Message, url: string): AddressedMessage => {
  const link = `${url}/rsvp/${groupId}?eventId=${eventId}&guest=${token}`
  const offer = [
    { p: `Lena can’t make it, and offers you their seat as “Speaker” at “${event.name}”.` },
    { link: `${url}/hand-over?token=${token}`, label: 'See the offer' },
    { p: `You can accept or decline it until ${when(event)}. Until then the seat is still theirs.` },
  ]
  const written = blocks.flatMap((block): Block[] => {
    if ('handOver' in block) return offer
    if ('textOf' in block) return message.text.split('\n\n').map((p) => ({ p }))
    if ('rsvpId' in block) return [{ ...block, link }]
    if ('factsOf' in block) return [{ p: `It starts on ${when(event)}.` }, { p: `Place: ${event.location}` }]
    return 'answersOf' in block ? [{ p: `“${event.name}”, ${when(event)}:` }, { link, label: 'Open your answer' }] : [block]
  })
  return { subject, blocks: written }
}

/** One of every email, rendered, by name, for the preview outside production. */
export const readSamples = (publicUrl: string) =>
  Object.entries(sampleEmails(publicUrl)).map(([name, { message }]) => ({ name, ...renderEmail(addressedSample(message, publicUrl)) }))
