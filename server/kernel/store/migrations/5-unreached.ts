// How many of a group's guests emails don't reach (R130g) stands in the group: here those are counted who are there already.
import type { Migration, OldRecord } from '#server/kernel/store/migrate.ts'

const withOneMore = (group: OldRecord): OldRecord => ({ ...group, unreached: Number(group.unreached ?? 0) + 1 })

export const unreached: Migration = {
  what: 'Groups keep how many of their guests emails don’t reach',
  changes: {},
  counts: {
    rsvps: ({ groupId, addressFault, attending }) =>
      addressFault && attending !== false ? { collection: 'groups', _id: String(groupId), change: withOneMore } : undefined,
  },
}
