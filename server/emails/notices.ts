// Notices as records: each is written once, whoever tries again, and given up when it is no longer true at the moment of sending.
import { newsChoiceOf, users } from '../account/model.ts'
import { events } from '../event/model.ts'
import { type Group, groups, isMembersOnly } from '../group/model.ts'
import { addressKey, addressMarks, type Notice, noticeId, stops } from '../notice/model.ts'
import { type Unsent, whyUnwanted } from '../notice/rules.ts'
import { memberId, members } from '../org/model.ts'
import { type Rsvp, rsvps } from '../rsvp/model.ts'
import type { Reader } from '../store/store.ts'
import { type Email, type EmailDraft, emailRecord, emails, type With } from './outbox.ts'

/** A draft that is a notice: about one answer. */
export type NoticeDraft = EmailDraft & { readonly notice: Notice; readonly rsvpId: string }

/** R99: the records of those drafts that nobody has written before. They go into the same commit as what caused them. */
export async function newNotices(services: With, tx: Reader, drafts: readonly NoticeDraft[]): Promise<Email[]> {
  const records = drafts.map((draft) => ({ ...emailRecord(services, draft), _id: noticeId(services.secrets, draft.rsvpId, draft.notice) }))
  const before = await Promise.all(records.map(({ _id }) => tx.get(emails, _id)))
  return records.filter((_, n) => before[n] === undefined)
}

/** Codes and links are for who asks for them now, whatever became of emails before. */
const isWanted = ({ state, isAskedFor }: Email) => state === 'urgent' || isAskedFor === true

interface From extends Pick<With, 'secrets'> {
  readonly store: Reader
}
/** R26, R38: who was removed from the organization gets nothing of an event that is for its members. */
async function mayStillAttend({ store, secrets }: From, rsvp: Rsvp | undefined, group: Group | undefined): Promise<boolean> {
  if (!rsvp || !group || !isMembersOnly(group)) return true
  const orgIds = [group.ownerOrgId, ...group.attendingOrgIds].filter((id) => id !== null)
  const places = await Promise.all(orgIds.map((orgId) => store.get(members, memberId(secrets, orgId, rsvp.email))))
  return places.some((place) => place !== undefined)
}

/** R114: nothing goes out by itself in the name of somebody who is suspended; what belongs to an organization goes on. */
const isOfSuspended = async (store: Reader, group: Group | undefined) =>
  group !== undefined && group.ownerOrgId === null && (await store.get(users, group.ownerId))?.suspendedAt !== undefined

/** R99, R102: why this email must not be sent any more; undefined where it is to go. */
export async function whyUnsent({ store, secrets }: From, email: Email, now: number): Promise<Unsent | undefined> {
  if (isWanted(email)) return undefined
  const { notice, rsvpId, digestOf } = email
  const reader = digestOf && (await store.get(users, digestOf))
  if (reader && (reader.suspendedAt || newsChoiceOf(reader) === 'off')) return 'stopped'
  const marking = store.get(addressMarks, addressKey(secrets, email.to))
  if (!notice || !rsvpId) {
    const fault = (await marking)?.fault
    return fault === 'complained' && !email.isUnasked ? undefined : (fault ?? undefined)
  }
  const [mark, stop, rsvp, group, event] = await Promise.all([
    marking,
    store.get(stops, rsvpId),
    store.get(rsvps, rsvpId),
    store.get(groups, notice.groupId),
    notice.eventId ? store.get(events, notice.eventId) : undefined,
  ])
  const [mayAttend, isSilenced] = await Promise.all([mayStillAttend({ store, secrets }, rsvp, group), isOfSuspended(store, group)])
  if (isSilenced) return 'over'
  return whyUnwanted(notice, { rsvp, group, event, stop, mark, mayAttend }, now)
}
