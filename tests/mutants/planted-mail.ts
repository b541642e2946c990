// Planted faults in what leaves the house and what comes back into it: emails in turn, fan-outs, backups.
import type { Planted } from './planted.ts'

const slots = ['tests/emails/slots.test.ts']
const guests = ['tests/jobs/fanout.test.ts']
const files = ['tests/backup/files.test.ts']
const era = ['tests/backup/era.test.ts']

export const plantedMail: readonly Planted[] = [
  {
    name: 'code-that-carries-a-link',
    file: 'server/rsvp/emails.ts',
    from: 'unlinked(occasion)}”`, [\n      { p: `Enter',
    to: 'occasion}”`, [\n      { p: `Enter',
    tests: ['tests/emails/strangers.test.ts'],
    only: 'R117 no link but ours',
  },
  {
    name: 'stranger-told-of-changes-in-the-organizers-words',
    file: 'server/jobs/fanout.ts',
    from: 'const isStranger = rsvp.attending === null',
    to: "const isStranger = rsvp.email === ''",
    tests: ['tests/emails/strangers.test.ts'],
    only: 'R117, R119 who was assigned',
  },
  {
    name: 'slow-mailboxes-take-every-slot',
    file: 'server/emails/turns.ts',
    from: 'if (!isFree || ofTenant >= slots.each || toDomain >= slots.each) continue',
    to: 'if (!isFree || ofTenant + toDomain < 0) continue',
    tests: slots,
    only: 'M6',
  },
  {
    name: 'email-without-a-deadline',
    file: 'server/emails/delivery.ts',
    from: '      over(why)\n',
    to: '',
    tests: slots,
    only: 'M6 a mailer',
  },
  {
    name: 'emails-by-age-whoever-sends-them',
    file: 'server/emails/turns.ts',
    from: 'if (oldest.length < most) return',
    to: 'if (oldest.length <= most) return',
    tests: slots,
    only: 'M8',
  },
  {
    name: 'fan-out-for-each-edit',
    file: 'server/jobs/fanout.ts',
    from: `_id: secrets.idOf('fanout', group._id, kind)`,
    to: `_id: secrets.randomId()`,
    tests: guests,
    only: 'M7',
  },
  {
    name: 'outdated-time-mailed',
    file: 'server/emails/delivery.ts',
    from: 'if (await isOutdated(store, email)) return',
    to: `if (email.to === '' && (await isOutdated(store, email))) return`,
    tests: guests,
    only: 'M7',
  },
  {
    name: 'same-time-told-twice',
    file: 'server/jobs/fanout.ts',
    from: 'if (!draft.tells || before.tells?.start === draft.tells.start) return []',
    to: 'if (!draft.tells) return []',
    tests: guests,
    only: 'M7',
  },
  {
    name: 'guests-before-an-edit-told-of-the-old-time',
    file: 'server/jobs/fanout.ts',
    from: 'cursor: before.cursor, from: before.cursor, isBack: false,',
    to: 'cursor: before.cursor, isBack: false,',
    tests: guests,
    only: 'M7',
  },
  {
    name: 'fan-outs-out-of-turn',
    file: 'server/jobs/fanout.ts',
    from: `  if (told) turn.last = told.tenant ?? ''\n`,
    to: '',
    tests: guests,
    only: 'M8',
  },
  {
    name: 'edits-counted-by-address',
    file: 'server/http/mount.ts',
    from: 'options.countCall(caller.user?._id ?? credentials.address, route.limit)',
    to: 'options.countCall(credentials.address, route.limit)',
    tests: ['tests/safety/limits.test.ts'],
    only: 'S11 an organizer',
  },
  {
    name: 'backup-taken-without-its-signature',
    file: 'server/backup/read.ts',
    from: '    checkSignature(path, trust, sha256, signature)\n',
    to: '',
    tests: files,
    only: 'R122',
  },
  {
    name: 'restore-with-the-revisions-of-before',
    file: 'server/backup/records.ts',
    from: 'rev: Math.max(era, record.rev + 1)',
    to: 'rev: Math.max(era * 0, record.rev)',
    tests: era,
    only: 'R122',
  },
  {
    name: 'answer-after-a-restore-older-than-before',
    file: 'server/rsvp/model.ts',
    from: 'Math.max(eraOf(rsvp.rev), eraOf(group.rev))',
    to: 'eraOf(rsvp.rev)',
    tests: era,
    only: 'R122',
  },
]
