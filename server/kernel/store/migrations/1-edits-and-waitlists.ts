// What 0.1.0 left out of events and groups, written down: edits that were made, where an event takes place, waitlist and hand-over that are off.
import type { Migration } from '#server/kernel/store/migrate.ts'

export const editsAndWaitlists: Migration = {
  what: 'Events and groups keep which edit they are at; events keep their place; groups keep that waitlist and hand-over are off',
  changes: {
    events: (event) => ({ settingsRev: 1, location: '', link: '', ...event }),
    groups: (group) => ({ settingsRev: 1, waitlist: false, waitlistCutoffHours: 24, handOver: false, ...group }),
  },
}
