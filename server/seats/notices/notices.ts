// Notices as records: each is written once, whoever tries again, and given up when it is no longer true at the moment of sending.

import { type Email, type EmailDeps, type EmailDraft, emailRecord, emails, type Notice, type Unsent } from '#server/kernel/emails/outbox.ts'
import { inSlices } from '#server/kernel/store/slices.ts'
import type { Reader } from '#server/kernel/store/store.ts'
import { newsChoiceOf, users } from '#server/people/model/account.ts'
import { memberId, members } from '#server/people/model/org.ts'
import { type Group, groups, isMembersOnly } from '#server/seats/model/group.ts'
import { addressKey, addressMarks, noticeId, stops } from '#server/seats/model/notice.ts'
import { type Rsvp, rsvps } from '#server/seats/model/rsvp.ts'
import { eventOf } from '#server/seats/rights/groups.ts'
import { whyUnwanted } from '#server/seats/rules/notice.ts'

/** A draft that is a notice: about one answer. */
export type NoticeDraft = EmailDraft & { readonly notice: Notice; readonly rsvpId: string }

/** R99: the records of those drafts that nobody has written before. They go into the same commit as what caused them. */
export async function newNotices(services: EmailDeps, tx: Reader, drafts: readonly NoticeDraft[]): Promise<Email[]> {
  const mailed = drafts.filter(({ to }) => to !== '')
  const records = await inSlices(mailed, (draft) => {
    return { ...emailRecord(services, draft), _id: noticeId(services.secrets, draft.rsvpId, draft.notice) }
  })
  const before = await inSlices(records, ({ _id }) => tx.get(emails, _id), { together: 8 })
  return records.filter((_, n) => before[n] === undefined)
}

/** Codes and links are for who asks for them now, whatever became of emails before. */
const isWanted = ({ state, isAskedFor }: Email) => state === 'urgent' || isAskedFor === true

interface NoticeDeps extends Pick<EmailDeps, 'secrets'> {
  readonly store: Reader
}
/** R26, R38: who was removed from the organization gets nothing of an event that is for its members. */
async function mayStillAttend({ store, secrets }: NoticeDeps, rsvp: Rsvp | undefined, group: Group | undefined): Promise<boolean> {
  if (!rsvp || !group || !isMembersOnly(group)) return true
  const orgIds = [group.ownerOrgId, ...group.attendingOrgIds].filter((id) => id !== null)
  const places = await Promise.all(orgIds.map((orgId) => store.get(members, memberId(secrets, orgId, rsvp.email))))
  return places.some((place) => place !== undefined)
}

/** R114: nothing goes out by itself in the name of somebody who is suspended; what belongs to an organization goes on (decision 0122). */
const isOfSuspended = async (store: Reader, group: Group | undefined) =>
  group !== undefined && group.ownerOrgId === null && (await store.get(users, group.ownerId))?.suspendedAt !== undefined

/** R99, R102: why this email must not be sent any more; undefined where it is to go. */
export async function whyUnsent({ store, secrets }: NoticeDeps, email: Email, now: number): Promise<Unsent | undefined> {
  if (isWanted(email)) return undefined
  const { notice, rsvpId, digestOf } = email
  const reader = digestOf && (await store.get(users, digestOf))
  if (reader && (reader.suspendedAt || newsChoiceOf(reader) === 'off')) return 'stopped'
  const marking = store.get(addressMarks, addressKey(secrets, email.to))
  if (!notice || !rsvpId) {
    const fault = (await marking)?.fault
    return fault === 'complained' && !email.isUnasked ? undefined : (fault ?? undefined)
  }
  const [mark, stop, rsvp, group] = await Promise.all([
    marking,
    store.get(stops, rsvpId),
    store.get(rsvps, rsvpId),
    store.get(groups, notice.groupId),
  ])
  const event = group && (await eventOf(store, group))
  const [mayAttend, isSilenced] = await Promise.all([mayStillAttend({ store, secrets }, rsvp, group), isOfSuspended(store, group)])
  if (isSilenced) return 'over'
  return whyUnwanted(notice, { rsvp, group, event, stop, mark, mayAttend }, now)
}
