// One of every email, for the preview page: the type asks for each that a feature writes.
import type { OwnRsvp } from '#protocol/seats/rsvp.ts'
import { comingInWords } from '#protocol/seats/several/sum.ts'
import { titleOf } from '#protocol/seats/standing/words.ts'
import type { CalendarEntry } from '#server/kernel/calendar/model.ts'
import type { AddressedMessage, Block, EmailContent } from '#server/kernel/emails/layout.ts'
import { attachmentsOf, type EmailDraft } from '#server/kernel/emails/outbox.ts'
import { facts, type GuestPlace, guestPlace, when } from '#server/kernel/emails/parts.ts'
import { dressed } from '#server/mail/delivery/complete-email.ts'
import * as digestEmails from '#server/mail/emails/digest.ts'
import * as messageEmails from '#server/mail/emails/message.ts'
import * as reminderEmails from '#server/mail/emails/reminder.ts'
import * as accessEmails from '#server/people/emails/access.ts'
import * as memberEmails from '#server/people/emails/member.ts'
import * as planEmails from '#server/people/emails/plan.ts'
import * as signupEmails from '#server/people/emails/signup.ts'
import * as assignEmails from '#server/seats/emails/assign.ts'
import * as companionEmails from '#server/seats/emails/companion.ts'
import * as eventEmails from '#server/seats/emails/event.ts'
import * as groupEmails from '#server/seats/emails/group.ts'
import * as guestEmails from '#server/seats/emails/guest.ts'
import * as handoverEmails from '#server/seats/emails/handover.ts'
import * as invitationEmails from '#server/seats/emails/invitation.ts'
import * as pendingEmails from '#server/seats/emails/pending.ts'
import * as proofEmails from '#server/seats/emails/proof.ts'
import * as removalEmails from '#server/seats/emails/removal.ts'
import * as rsvpEmails from '#server/seats/emails/rsvp.ts'
import * as severalEmails from '#server/seats/emails/several.ts'
import * as teamEmails from '#server/seats/emails/team.ts'
import * as waitlistEmails from '#server/seats/emails/waitlist.ts'

const emails = {
  ...teamEmails,
  ...accessEmails,
  ...planEmails,
  ...signupEmails,
  ...pendingEmails,
  ...groupEmails,
  ...eventEmails,
  ...proofEmails,
  ...rsvpEmails,
  ...severalEmails,
  ...guestEmails,
  ...companionEmails,
  ...handoverEmails,
  ...removalEmails,
  ...memberEmails,
  ...invitationEmails,
  ...assignEmails,
  ...reminderEmails,
  ...messageEmails,
  ...digestEmails,
  ...waitlistEmails,
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

const group = { _id: groupId, eventId, ownerId }
const reminding = { roles: ['Speaker', 'Host'], isToConfirm: true }
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

/** Those about who waits for a seat and who hands it over, or has somebody answer for themselves. */
const seatSamples = (url: string, guest: GuestPlace) => ({
  waitingEmail: emails.waitingEmail(
    to,
    url,
    guest,
    event,
    {
      ...answer,
      roles: ['Host'],
      waiting: [{ role: 'Speaker', position: 3, page: 0, nth: 3, rev: 1 }],
    },
    calendar,
  ),
  seatGivenEmail: emails.seatGivenEmail(to, url, guest, event, 'Speaker', { seats: 2, of: 3, roles: ['Speaker'] }),
  seatOfferedEmail: emails.seatOfferedEmail(to, url, guest, event, 'Speaker', {
    roleId: groupId,
    seats: 2,
    instead: ['Clean-up'],
    choose: 0,
    emailId: groupId,
  }),
  offerOverEmail: emails.offerOverEmail(to, url, guest, event, 'Speaker'),
  waitEndedEmail: emails.waitEndedEmail(to, url, guest, event, 'Speaker'),
  movedToWaitlistEmail: emails.movedToWaitlistEmail(to, url, guest, event, 'Speaker'),
  offeredEmail: emails.offeredEmail(to, url, guest, event, token),
  acceptedEmail: emails.acceptedEmail(to, url, guest, event, { ...answer, attending: false, roles: [] }, { ...calendar, method: 'CANCEL' }),
  declinedEmail: emails.declinedEmail(to, url, guest, event),
  lapsedEmail: emails.lapsedEmail(to, url, guest, event),
  linkedEmail: emails.linkedEmail(to, url, guest, event, token),
  claimedEmail: emails.claimedEmail(to, url, guest, event, answer),
})

/** Those that go out by themselves or to many. */
const noticeSamples = (url: string, guest: GuestPlace, isStranger: boolean) => ({
  invitationEmail: emails.invitationEmail(to, url, guest, event, {
    host: 'Lena Park',
    message: 'It would be lovely to have you.\nDoors open half an hour before.',
    roles: ['Speaker'],
    earlier: 'Open stage in spring',
  }),
  confirmationEmail: emails.confirmationEmail(to, url, guest, event, { ...reminding, isStranger }),
  reminderEmail: emails.reminderEmail(to, url, guest, event, { ...reminding, isStranger }),
  remindersEmail: emails.remindersEmail(to, url, {
    name: event.name,
    standing: isStranger ? titleOf('assigned', reminding) : comingInWords({ shifts: 3, ms: 14_400_000 }),
    kind: 'reminder',
    parts: ['Doors', 'Clean-up'].map((group) => ({
      guest,
      group,
      roles: reminding.roles,
      isToConfirm: group === 'Doors',
      open: 0,
    })),
  }),
  nudgeEmail: emails.nudgeEmail(to, url, guest, event, { ...reminding, isStranger: true }),
  messageEmail: emails.messageEmail(to, url, guest, event, { _id: messageId, ...message }, { isStranger }),
  testEmail: emails.testEmail(to, url, guest, event, message),
  digestEmail: emails.digestEmail(reader, url, [
    { groupId, occasion: event, changes: '3 more yes, 1 more no', risks: ['“Speaker” has 2 of 5 seats free'] },
    { groupId, occasion: { ...event, name: 'Reading circle' }, changes: '1 more confirmed', risks: [] },
  ]),
  dropOutEmail: emails.dropOutEmail(reader, url, groupId, event, ['Speaker']),
})

const saidInSeveral = {
  name: event.name,
  title: comingInWords({ shifts: 3, ms: 21_600_000 }),
  answers: [
    { group: 'Doors', occasion: event, said: answer },
    { group: 'Clean-up', occasion: { ...event, start: '2026-12-06T09:00:00.000Z' }, said: { ...answer, roles: [] } },
  ],
}

/** Every email by the name of what writes it, with links as they would be, to somebody who has answered or not. */
export const sampleEmails = (
  url: string,
  hasAnswered = true,
  guest = guestPlace(group, { _id: answer._id, attending: hasAnswered || null }),
): Readonly<Record<keyof typeof emails, EmailDraft>> => ({
  verifyEmail: emails.verifyEmail(to, url, token),
  accountExistsEmail: emails.accountExistsEmail(to, url, true),
  accountMadeEmail: emails.accountMadeEmail(to, url),
  linkEmail: emails.linkEmail(to, url, token),
  publishEmail: emails.publishEmail(to, url, { token, code: 'K7MPX4' }, { ...event, _id: eventId }, true),
  resetEmail: emails.resetEmail(to, url, token),
  paymentDueEmail: emails.paymentDueEmail(to, { page: 'https://invoice.example.com/i/1', needsApproval: true, what: 'your Pro plan' }),
  upgradeEndedEmail: emails.upgradeEndedEmail(to, url, groupId, 'Reading circle'),
  groupCreatedEmail: emails.groupCreatedEmail(to, url, groupId, 'Reading circle'),
  codeEmail: emails.codeEmail(to, url, token, 'K7MPX4', event, guest),
  proofLinkEmail: emails.proofLinkEmail(to, url, token, event, guest),
  everyGroupEmail: emails.everyGroupEmail(to, url, token),
  rsvpEmail: emails.rsvpEmail(to, url, guest, event, answer, calendar),
  severalEmail: emails.severalEmail(to, url, guest, saidInSeveral),
  movedEmail: emails.movedEmail(to, url, guest, event, { link: answer.link, calendar }),
  changedEmail: emails.changedEmail(to, url, guest, event, { link: answer.link, calendar, isElsewhere: true, nouns: ['the place'] }),
  cancelledEmail: emails.cancelledEmail(to, url, guest, event, { calendar: { ...calendar, method: 'CANCEL' } }),
  roleDeletedEmail: emails.roleDeletedEmail(to, url, guest, event, { role: 'Speaker', calendar }),
  linksEmail: emails.linksEmail(to, url),
  newLinkEmail: emails.newLinkEmail(to, url, guest, event),
  erasedEmail: emails.erasedEmail(to, url, group, event, { ...calendar, method: 'CANCEL' }),
  memberInvitedEmail: emails.memberInvitedEmail(to, url, { org: 'The stage association', invitedBy: 'Ada Byron', token, ownerId }),
  teamInvitedEmail: emails.teamInvitedEmail(to, url, group, { ...event, ownerId }, { invitedBy: 'Ada Byron', role: 'viewer', token }),
  eventTakenEmail: emails.eventTakenEmail(to, url, group, { ...event, _id: eventId, ownerId }, { by: 'Grace Hopper' }),
  assignedEmail: emails.assignedEmail(to, url, guest, event, { role: 'Speaker', calendar }),
  roleTakenEmail: emails.roleTakenEmail(to, url, guest, event, { role: 'Speaker', calendar }),
  grantedEmail: emails.grantedEmail(to, url, group, { ...event, _id: eventId, ownerId }),
  removedEmail: emails.removedEmail(to, url, guest, event),
  restoredEmail: emails.restoredEmail(to, url, guest, event),
  ...seatSamples(url, guest),
  ...noticeSamples(url, guest, !hasAnswered),
})

/** What is made when an email is sent, as it would be. */
const addressedSample = ({ subject, blocks }: EmailContent, url: string): AddressedMessage => {
  const link = `${url}/rsvp/${groupId}?eventId=${eventId}&guest=${token}`
  const offer = [
    { p: `Lena can’t make it, and offers you their seat as “Speaker” at “${event.name}”.` },
    { link: `${url}/hand-over?token=${token}`, label: 'See the offer' },
    { p: `You can accept or decline it until ${when(event)}. They keep it until you accept.` },
  ]
  const ownSeat = [
    { p: `Lena has a seat for you as “Speaker” at “${event.name}”, and would like you to answer for yourself.` },
    { link: `${url}/companion?token=${token}`, label: 'See your seat' },
    { p: `You can accept it until ${when(event)}. Until then they keep it for you.` },
  ]
  const held = [
    {
      p: `2 seats as “Speaker” at “${event.name}” became free. They are held for you until ${when({ ...event, start: '2026-12-05T10:30:00.000Z' })}.`,
    },
  ]
  const written = blocks.flatMap((block): Block[] => {
    if ('handOver' in block) return offer
    if ('companionOf' in block) return ownSeat
    if ('heldFor' in block) return held
    if ('textOf' in block) return message.text.split('\n\n').map((p) => ({ p }))
    if ('rsvpId' in block) return [{ ...block, link }]
    if ('factsOf' in block) return facts(event)
    return 'answersOf' in block ? [...facts(event), { link, label: 'See or change your answer' }] : [block]
  })
  return { subject, blocks: written }
}

/** The one email that brings several entries writes them when it is sent. */
const entriesIn = (name: string) => (name === 'severalEmail' ? [calendar, { ...calendar, uid: `${groupId}@rolecall.example` }] : [])

/** One of every email as it goes out, by name. */
export const readSamples = (publicUrl: string, hasAnswered = true) =>
  Object.entries(sampleEmails(publicUrl, hasAnswered)).map(([name, draft]) => ({
    name,
    ...dressed(
      addressedSample(draft.message, publicUrl),
      draft.notice || draft.digestOf ? `${publicUrl}/unsubscribe?token=${token}` : '',
      draft,
    ),
    attachments: attachmentsOf({ calendar: draft.calendar, entries: entriesIn(name) }),
    ...(draft.replyTo && { replyTo: draft.replyTo }),
  }))
