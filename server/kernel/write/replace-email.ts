// How an email is written into the commit that causes it: as one more, or, of those of which only the newest counts, in the place of the one before.

import {
  createdAtOf,
  type Email,
  type EmailDeps,
  type EmailDraft,
  emailRecord,
  emails,
  type LateDraft,
  lateRecord,
} from '#server/kernel/emails/outbox.ts'
import { iso } from '#server/kernel/ports/clock.ts'
import type { Reader } from '#server/kernel/store/store.ts'
import { drop, put, type RecordWrite } from './outcome.ts'

/** R119: it still waits, and no attempt was made that may have reached anybody. */
const isUnheard = ({ state, attempts }: Email) => state === 'normal' && attempts === 0

/** Whether the draft and the one before it cancel each other: its recipient has heard of neither, and hears nothing. */
const cancels = ({ latest }: EmailDraft, before: Email | undefined) =>
  latest !== undefined && before !== undefined && isUnheard(before) && before.says !== latest.says

/** Whether nobody is written to because of the draft, as things stand. */
export const isSilenced = async (tx: Reader, draft: EmailDraft): Promise<boolean> =>
  draft.latest !== undefined && cancels(draft, await tx.get(emails, draft.latest.id))

/** When the one that replaces `before` is due: it neither jumps the pace of its recipient nor overtakes one that is being sent. */
const dueAfter = ({ state, dueAt = '' }: Email, now: string) => (state === 'normal' && dueAt > now ? dueAt : now)

/** One that was sent stays in the outbox, beside the one that takes its place. */
const keptBeside = ({ secrets }: EmailDeps, before: Email): RecordWrite[] =>
  before.state === 'normal' ? [] : [put(emails, { ...before, _id: secrets.randomId(), rev: 1 })]
/** How often the one that replaces `before` was rewritten after somebody may have read it. */
const editionAfter = (before: Email) => {
  const edition = (before.edition ?? 1) + Number(!isUnheard(before))
  return edition > 1 ? { edition } : {}
}

const newEmail = (services: EmailDeps, draft: EmailDraft): RecordWrite => put(emails, emailRecord(services, draft))

/** What is written for one with a `latest`: it replaces the one before of that name, or both are silent. */
async function latestEmail(services: EmailDeps, tx: Reader, draft: EmailDraft): Promise<RecordWrite[]> {
  const { latest } = draft
  const fresh = emailRecord(services, draft)
  if (!latest) return [put(emails, fresh)]
  const before = await tx.get(emails, latest.id)
  if (!before) return [put(emails, { ...fresh, _id: latest.id })]
  if (cancels(draft, before)) return [drop(emails, before)]
  const dueAt = dueAfter(before, iso(services.clock.now()))
  return [...keptBeside(services, before), put(emails, { ...fresh, _id: latest.id, rev: before.rev + 1, dueAt, ...editionAfter(before) })]
}

/**
 * What is written for one that is written when it is sent: it stands for the one before about the same answer, which need not be sent any more. Only while
 * that one is being sent it waits; what else failed is no reason to.
 */
async function lateEmail(services: EmailDeps, tx: Reader, draft: LateDraft): Promise<RecordWrite[]> {
  const fresh = lateRecord(services, draft)
  const before = await tx.get(emails, fresh._id)
  if (!before) return [put(emails, fresh)]
  const { writer: _, ...sent } = before
  const isEntered = fresh.isEntered ?? before.isEntered
  // R153: what waited to be said of other groups is said all the same.
  const besides = [...new Set([...(before.state === 'normal' ? (before.besides ?? []) : []), ...(fresh.besides ?? [])])]
  const dueAt = before.failedAt ? fresh.dueAt : dueAfter(before, fresh.dueAt ?? '')
  return [
    ...keptBeside(services, { ...sent, rsvpId: before._id, message: null, createdAt: createdAtOf(before) }),
    put(emails, { ...fresh, rev: before.rev + 1, isEntered, dueAt, ...(besides.length > 0 && { besides }), ...editionAfter(before) }),
  ]
}

/** R192: who came without an email is written to by nobody. A decoy is kept all the same, so that a stranger's call costs as much as anybody's (R34). */
const isToNobody = (draft: EmailDraft | LateDraft) => draft.to === '' && !('isDecoy' in draft && draft.isDecoy)

export async function emailWrites(services: EmailDeps, tx: Reader, draft: EmailDraft | LateDraft): Promise<readonly RecordWrite[]> {
  if (isToNobody(draft)) return []
  if ('writer' in draft) return lateEmail(services, tx, draft)
  return draft.latest ? latestEmail(services, tx, draft) : [newEmail(services, draft)]
}
