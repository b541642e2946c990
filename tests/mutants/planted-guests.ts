// Planted faults in what is a guest's own: their link, their live answer, their calendar, their data.
import type { Planted } from './planted.ts'

const link = ['tests/guest/link.test.ts']
const live = ['tests/guest/live.test.ts']
const data = ['tests/guest/own-data.test.ts']
const calendar = ['tests/calendar/calendar.test.ts']

export const plantedGuests: readonly Planted[] = [
  {
    name: 'note-kept-of-an-erased-guest',
    file: 'server/guest/rules.ts',
    from: 'note: __, ',
    to: '',
    tests: ['tests/rsvp/note.test.ts'],
    only: 'erased with it',
  },
  {
    name: 'personal-link-opens-the-answer-of-another-guest',
    file: 'server/guest/queries.ts',
    from: `const claims = await signedTokens.verify('guest', token)`,
    to: `const claims = (await signedTokens.verify('guest', token)) ?? (JSON.parse(Buffer.from(token.split('.')[1] || 'bnVsbA', 'base64url').toString()) as { sub?: unknown; epoch?: unknown } | undefined)`,
    tests: link,
    only: 'R87 it opens no other',
  },
  {
    name: 'replaced-personal-link-goes-on-working',
    file: 'server/guest/queries.ts',
    from: 'claims?.epoch !== (rsvp.linkEpoch ?? 0)',
    to: 'claims?.epoch === undefined',
    tests: link,
    only: 'R87 the guest asks for a new link',
  },
  {
    name: 'personal-link-changes-something-when-opened',
    file: 'server/guest/queries.ts',
    from: `refuse('members-only')\n`,
    to: `refuse('members-only')\n  await store.commit([{ collection: rsvps as never, put: { ...rsvp, rev: rsvp.rev + 1 }, expectedRev: rsvp.rev }])\n`,
    tests: link,
    only: 'R87, R116 looking',
  },
  {
    name: 'who-has-answers-told-by-my-answers',
    file: 'server/emails/personal.ts',
    from: 'return isEmpty ? undefined : { subject, blocks: addressedBlocks }',
    to: 'return { subject, blocks: isEmpty ? [] : addressedBlocks }',
    tests: link,
    only: 'R88 whoever asks',
  },
  {
    name: 'own-answer-told-to-every-guest',
    file: 'server/rsvp/broadcasts.ts',
    from: 'room: ownRoom(rsvp._id),',
    to: `room: rsvp.eventId ? \`guest:\${rsvp.groupId}:\${rsvp.eventId}\` : ownRoom(rsvp._id),`,
    tests: live,
    only: 'R92 the organizer',
  },
  {
    name: 'cookie-of-a-handshake-taken-from-any-page',
    file: 'server/identity/cookies.ts',
    from: ' || !isOwnPage(page, publicUrl)',
    to: ` || (publicUrl === '' && !isOwnPage(page, publicUrl))`,
    tests: live,
    only: 'R92, R121',
  },
  {
    name: 'room-of-a-guest-outlives-the-cookie',
    file: 'server/guest/queries.ts',
    from: '...(until !== undefined && { until })',
    to: '...(until === 0 && { until })',
    tests: live,
    only: 'R92 the right ends',
  },
  {
    name: 'own-answer-lost-between-reading-and-joining',
    file: 'server/live/openings.ts',
    from: 'rooms.some((room) => told.has(room))',
    to: 'rooms.length < 0 && told.size > 0',
    tests: live,
    only: 'R92, L1',
  },
  {
    name: 'email-of-an-erased-guest-left-in-the-outbox',
    file: 'server/guest/actions.ts',
    from: '...forgotten.map((email) => drop(emails, email))',
    to: '...forgotten.slice(forgotten.length).map((email) => drop(emails, email))',
    tests: data,
    only: 'R62, R96 frees',
  },
  {
    name: 'last-email-to-an-erased-guest-kept',
    file: 'server/emails/delivery.ts',
    from: 'email.isLast && isOver(email)',
    to: `email.isLast && email.state === 'failed'`,
    tests: data,
    only: 'R62, R96 frees',
  },
  {
    name: 'seats-of-an-erased-guest-kept',
    file: 'server/guest/rules.ts',
    from: 'isOver(group, event, now) ? { group, rsvp: before }',
    to: 'isOver(group, event, now) || group.rev > 0 ? { group, rsvp: before }',
    tests: data,
    only: 'R62, R96 frees',
  },
  {
    name: 'cancellation-with-the-number-of-the-invitation',
    file: 'server/calendar/rules.ts',
    from: 'rsvp: { ...before, rev: after.rev }',
    to: 'rsvp: before',
    tests: calendar,
    only: 'R95 comes with a yes',
  },
  {
    name: 'calendar-times-on-the-clock-of-the-server',
    file: 'server/calendar/model.ts',
    from: '  start: new ZonedTime(entry.start),\n',
    to: '  start: new Date(entry.start),\n',
    tests: calendar,
    only: '.*it starts at',
  },
]
