// What follows from a changed seat or answer: a list of functions over the records before and after the commit, asked about every commit (R138).
// No action calls one. Another consequence is one file (`follows.ts` of its noun) and one line in `app/consequences.ts`.
import type { CalendarEntry } from '#server/kernel/calendar/model.ts'
import type { EmailDraft, LateDraft } from '#server/kernel/emails/outbox.ts'
import { inSlices } from '#server/kernel/store/slices.ts'
import type { Collection, Query, Reader, Stored } from '#server/kernel/store/store.ts'
import type { AuthoredCommit, Follow, RecordWrite } from '#server/kernel/write/outcome.ts'
import type { Services } from '#server/kernel/write/services.ts'
import { changesOf, type SeatChange } from './change.ts'

/** What one consequence adds to the commit. */
export interface Follows {
  readonly writes?: readonly RecordWrite[]
  /** To whoever's seat or answer it is. */
  readonly emails?: readonly (EmailDraft | LateDraft)[]
  /** Makes what goes with every email about this change, but with those that are written when they are sent. */
  readonly calendar?: () => CalendarEntry | undefined
}
/** Nothing follows. */
export const nothing: Follows = {}
/** May refuse the whole commit. It reads records as they will be after the commit; `change` has them as they were before. */
export type Adds = (services: Services, tx: Reader, change: SeatChange) => Promise<Follows> | Follows
export interface Consequence {
  /** Which changes it is asked about: most have few consequences. `isMailed`: one before it in the list writes an email, worded now, about this change. */
  readonly when: (change: SeatChange, isMailed: boolean) => boolean
  readonly adds: Adds
}

/** Reads as if `acted`, and what has followed from it so far, were committed. */
function after(tx: Reader, { pairs }: AuthoredCommit) {
  const followed = new Map<string, Stored | undefined>()
  const key = ({ name }: { readonly name: string }, id: string) => `${name}/${id}`
  return {
    get<R extends Stored>(collection: Collection<R>, id: string): Promise<R | undefined> {
      const late = key(collection, id)
      if (followed.has(late)) return Promise.resolve(followed.get(late) as R | undefined)
      const pair = pairs.get(collection.name)?.get(id)
      return pair ? Promise.resolve(pair.after as R | undefined) : tx.get(collection, id)
    },
    find: <R extends Stored>(collection: Collection<R>, query: Query) => tx.find(collection, query),
    add(change: RecordWrite) {
      if ('put' in change) followed.set(key(change.collection, change.put._id), change.put)
      else followed.set(key(change.collection, change.drop._id), undefined)
    },
  }
}

/** R153: what one answer to several groups of an event confirms is one email. */
function inOne(emails: readonly (EmailDraft | LateDraft)[]): readonly (EmailDraft | LateDraft)[] {
  const late = emails.filter((email) => 'writer' in email)
  const [first, ...others] = late
  if (!first || others.length === 0) return emails
  return [...emails.filter((email) => !('writer' in email)), { ...first, besides: others.map(({ rsvpId }) => rsvpId) }]
}

/** Asks each consequence about each answer that a commit changes. */
export const followBy =
  (consequences: readonly Consequence[]): Follow<Services> =>
  async (services, tx, acted) => {
    const records = after(tx, acted)
    const writes: RecordWrite[] = []
    const emails: (EmailDraft | LateDraft)[] = []
    await inSlices(await changesOf(tx, acted), async (change) => {
      const own: EmailDraft[] = []
      let entry: Follows['calendar']
      for (const { when, adds } of consequences) {
        if (!when(change, own.length > 0)) continue
        const follows = await adds(services, records, change)
        for (const write of follows.writes ?? []) {
          records.add(write)
          writes.push(write)
        }
        for (const email of follows.emails ?? []) ('writer' in email ? emails : own).push(email)
        entry ??= follows.calendar
      }
      const calendar = entry?.()
      for (const email of own) emails.push(calendar ? { ...email, calendar } : email)
    })
    return { writes, emails: inOne(emails) }
  }
