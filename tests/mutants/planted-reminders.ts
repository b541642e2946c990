// Planted faults of emails before an event: sent twice, at night, too late, or to nobody.
import type { Planted } from './planted.ts'

const [plan, reminder, once] = ['tests/reminder/plan.test.ts', 'tests/reminder/reminder.test.ts', 'tests/reminder/exactly-once.test.ts']

export const plantedReminders: readonly Planted[] = [
  {
    name: 'request-and-reminder-on-one-day',
    file: 'server/reminder/rules.ts',
    from: 'asking !== undefined && asking === reminding ? dayAfter(asking, -1) : asking',
    to: 'asking',
    tests: [plan],
  },
  {
    name: 'days-before-counted-in-hours',
    file: 'protocol/clocks.ts',
    from: 'const offset = [before, offsetAt(wall + dayMs)].find((one) => offsetAt(wall - one) === one) ?? before',
    to: 'const offset = offsetAt(wall + dayMs)',
    tests: [plan],
  },
  {
    name: 'sent-by-itself-at-night',
    file: 'server/emails/notice-days.ts',
    from: 'if (night !== undefined) return later(night)',
    to: 'if (night === 0) return later(night)',
    tests: ['tests/reminder/night.test.ts'],
  },
  {
    name: 'two-emails-on-one-day',
    file: 'server/emails/notice-days.ts',
    from: 'return given.emailId === _id ? { writes: [] } : later(nextMorning(now, zone))',
    to: 'return { writes: [] }',
    tests: [reminder],
  },
  {
    name: 'enabling-confirmation-asks-nobody',
    file: 'server/group/actions.ts',
    from: 'isAsking = changed.showConfirmation === true && !group.showConfirmation',
    to: 'isAsking = changed.showConfirmation === true && group.showConfirmation',
    tests: [reminder],
  },
  {
    name: 'only-the-first-page-of-a-group-is-written-to',
    file: 'server/reminder/jobs.ts',
    from: 'const isDone = page.length < perPage || !last',
    to: 'const isDone = page.length <= perPage || !last',
    tests: [once],
    only: 'every commit',
  },
  {
    name: 'drop-out-of-who-never-confirmed-is-told',
    file: 'server/digest/rules.ts',
    from: '!before || !isConfirmed(before, group)',
    to: '!before',
    tests: ['tests/digest/digest.test.ts'],
  },
]
