// Planted faults in who did what (R105): acts that are not told, names that stay, and who reads it.
import type { Planted } from './planted.ts'

const forgotten = ['tests/activity/forgotten.test.ts']
const everyAct = ['tests/activity/every-act.test.ts']
const activity = ['tests/activity/activity.test.ts']

export const plantedActivity: readonly Planted[] = [
  {
    name: 'line-apart-from-its-commit',
    file: 'server/write/transact.ts',
    from: 'draft.keep([...writes, ...lines, ',
    to: 'draft.keep([...writes, ...(lines.length > 1 ? [] : lines), ',
    tests: everyAct,
    only: 'R105 has its line',
  },
  {
    name: 'name-stays-in-lines',
    file: 'server/activity/actions.ts',
    from: 'for (const one of gone) lines.push',
    to: 'for (const one of gone.slice(1)) lines.push',
    tests: forgotten,
    only: 'R105, R96 by the guest',
  },
  {
    name: 'name-of-the-same-batch-stays',
    file: 'server/activity/actions.ts',
    from: '.filter((line) => line.rsvpId === rsvpId)',
    to: '.filter((line) => line.rsvpId === line.groupId)',
    tests: forgotten,
    only: 'R105, R96 in the very batch',
  },
  {
    name: 'activity-for-everyone',
    file: 'server/activity/queries.ts',
    from: 'await managed(services, services.store, asked.id, caller)',
    to: 'caller.via.trim()',
    tests: activity,
    only: 'R105, R28 is for those',
  },
]
