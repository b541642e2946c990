// What is done to every answer of a group, page by page, and how far it has come.
import type { Collection, Stored } from '#server/kernel/store/store.ts'
import type { Entering } from '#server/seats/rules/calendar.ts'

export type Kind = 'moved' | 'changed' | 'cancelled' | 'role-deleted' | 'purge' | 'sensitive'
/** Nobody gets an email of these. */
export const isSilent = (kind: Kind) => kind === 'purge' || kind === 'sensitive'
interface Removed {
  readonly _id: string
  readonly name: string
}
export interface Fanout extends Stored {
  readonly kind: Kind
  /** `ownerId` is absent in records of the release before. */
  readonly group: { readonly _id: string; readonly eventId: string | null; readonly name: string; readonly ownerId?: string }
  readonly event: { readonly name: string; readonly start: string; readonly timeZone: string } | null
  /** The first of `roles`; the release before kept only this one. */
  readonly role: Removed | null
  readonly roles?: readonly Removed[]
  /** R250: how group and event were before; absent where that isn't the same for all who are to be told. */
  readonly was?: Entering | undefined
  /** The id of the last RSVP that was dealt with. */
  readonly cursor: string | null
  /** R119: where a change came while guests were being told: the fan-out continues to the last RSVP, starts again, and ends at this one. */
  readonly from?: string | null
  readonly isBack?: boolean
  /** The organizer in whose turn it runs; absent in those that write no emails. */
  readonly tenant?: string
  readonly dueAt: string
}
export const fanouts: Collection<Fanout> = {
  name: 'fanouts',
  indexes: { due: { fields: ['dueAt'] }, turn: { fields: ['tenant', 'dueAt'] } },
}
export const rolesOf = ({ roles, role }: Fanout): readonly Removed[] => roles ?? (role ? [role] : [])

export const later = (one: string, other: string) => (one > other ? one : other)
