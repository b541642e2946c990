// Names that said something else: replies kept for whoever repeats a call were `answers`, and the day's counts of emails `letterCounts`.
import type { Migration } from '#server/kernel/store/migrate.ts'

export const names: Migration = {
  what: 'Replies kept for repeated calls, and counts of emails, are kept under these names',
  changes: {},
  renames: { answers: 'keptReplies', letterCounts: 'emailCounts' },
}
