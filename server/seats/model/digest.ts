// What organizers are told by email of how their events stand: what is remembered of a group, and what waits for a person.
import type { Collection, Stored } from '#server/kernel/store/store.ts'

/** How a group stands, in numbers: no guest is named. */
export interface AnswerCounts {
  readonly yes: number
  readonly no: number
  readonly none: number
  readonly confirmed: number
}

/** What a group keeps of it (R100); absent in groups of the release before until their event is edited. */
export interface Digested {
  readonly digestAt?: string | undefined
  /** As it stood when organizers were last told. */
  readonly digested?: AnswerCounts
}

/** One group's news: found in the morning, or at once when somebody drops out; on its way to everybody who manages it. */
export interface DigestItem extends Stored {
  readonly groupId: string
  readonly before: AnswerCounts
  /** R100: the roles whose confirmed holder can't come: told at once. Absent in the news of a morning. */
  readonly dropOut?: { readonly roles: readonly string[]; readonly isSoon: boolean }
  /** The last member of the organization who was dealt with. */
  readonly cursor: { readonly _id: string; readonly createdAt: string } | null
  readonly dueAt: string
}
export const news: Collection<DigestItem> = { name: 'news', indexes: { due: { fields: ['dueAt'] } } }

/** What waits for one person, by account, and when they last got an email of it. */
export interface Digest extends Stored {
  readonly items: readonly { readonly groupId: string; readonly before: AnswerCounts }[]
  readonly sentAt: string | null
  /** Absent while nothing waits. */
  readonly dueAt?: string | undefined
  /** Nothing of it is needed two days after the last email. */
  readonly expiresAt: string
}
export const digests: Collection<Digest> = { name: 'digests', indexes: { due: { fields: ['dueAt'] }, expiry: { fields: ['expiresAt'] } } }
