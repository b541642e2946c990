// Planted faults in inviting people by email, and in making an event again.
import type { Planted } from './planted.ts'

const invite = ['tests/invitation/invite.test.ts']
const sending = ['tests/invitation/sending.test.ts']
const duplicate = ['tests/event/duplicate.test.ts']

export const plantedInviting: readonly Planted[] = [
  {
    name: 'list-sent-again-invites-again',
    file: 'server/invitation/rules.ts',
    from: `return before.invitation || seatsHeld(before, group).length > 0 ? ['Already Invited', ''] : undefined`,
    to: 'return undefined',
    tests: invite,
    only: 'R97, R41 is told by itself',
  },
  {
    name: 'dry-run-invites',
    file: 'server/invitation/actions.ts',
    from: 'if (dryRun || invited.length === 0)',
    to: 'if (invited.length === 0)',
    tests: invite,
    only: 'R97 a dry run',
  },
  {
    name: 'invitations-not-counted-for-the-day',
    file: 'server/invitation/rules.ts',
    from: 'if (added.size >= hosting.emailsLeft)',
    to: 'if (added.size > 10_000)',
    tests: invite,
    only: 'R97, R119 allows as many',
  },
  {
    name: 'anybody-invited-where-only-members-answer',
    file: 'server/invitation/rules.ts',
    from: 'if (!one.mayAttend) return',
    to: 'if (false) return',
    tests: invite,
    only: 'R97 where only members',
  },
  {
    name: 'organizers-words-become-links',
    file: 'server/invitation/emails.ts',
    from: '...unlinkedText(message)',
    to: '...message',
    tests: invite,
    only: 'R97 gets who invites',
  },
  {
    name: 'invited-people-count-as-assigned',
    file: 'server/rsvp/rules.ts',
    from: 'if (!isOnlyInvited(after, group)) counts[',
    to: 'counts[',
    tests: invite,
    only: 'R97, R1 holds no seat',
  },
  {
    name: 'link-of-an-invitation-that-was-taken-back-works-again',
    file: 'server/invitation/rules.ts',
    from: 'linkEpoch: before?.linkEpoch ?? now,',
    to: '',
    tests: invite,
    only: 'R97 ends the link for good',
  },
  {
    name: 'silent-asked-again-at-once',
    file: 'server/invitation/rules.ts',
    from: 'limits.againDays * dayMs > now',
    to: '0 > now',
    tests: invite,
    only: 'R97 only who stays silent',
  },
  {
    name: 'earlier-invitation-sent-beside-the-later',
    file: 'server/notice/rules.ts',
    from: 'attending === null && invitation?.at === due',
    to: 'attending === null && invitation !== undefined && due !== undefined',
    tests: sending,
    only: 'R97 twice',
  },
  {
    name: 'removed-member-still-invited',
    file: 'server/emails/notices.ts',
    from: 'return places.some((place) => place !== undefined)',
    to: 'return places.length > 0',
    tests: sending,
    only: 'R97, R38 who was removed',
  },
  {
    name: 'guests-of-somebody-elses-event-named',
    file: 'server/invitation/queries.ts',
    from: `if (!event || !isSameOwner || !(await manages(services, tx, event, caller))) refuse('event-unknown')`,
    to: `if (!event) refuse('event-unknown')`,
    tests: invite,
    only: 'R97 are nobody’s but',
  },
  {
    name: 'event-made-again-ends-an-hour-off-where-clocks-change',
    file: 'protocol/clocks.ts',
    from: 'const wall = shown(start) + shown(before.end) - shown(before.start)',
    to: 'return new Date(Date.parse(start) + Date.parse(before.end) - Date.parse(before.start)).toISOString()\n  const wall = shown(start) + shown(before.end) - shown(before.start)',
    tests: duplicate,
    only: 'R103 is the same by the clock',
  },
  {
    name: 'holders-who-left-the-organization-assigned-again',
    file: 'server/assign/actions.ts',
    from: 'if (isOrgs && !member) continue',
    to: 'if (isOrgs && !member && places.length === 0) continue',
    tests: duplicate,
    only: 'R103, R39 are assigned again',
  },
]
