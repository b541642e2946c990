// Notices as records: each is written once, whoever tries again, and given up when it is no longer true at the moment of sending.
import { events } from '../event/model.ts'
import { type Group, groups, isMembersOnly } from '../group/model.ts'
import { type Notice, noticeId } from '../notice/model.ts'
import { isStillWanted } from '../notice/rules.ts'
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

/** R26, R38: who was removed from the organization gets nothing of an event that is for its members. */
async function mayStillAttend({ store, secrets }: From, rsvp: Rsvp | undefined, group: Group | undefined): Promise<boolean> {
  if (!rsvp || !group || !isMembersOnly(group)) return true
  const orgIds = [group.ownerOrgId, ...group.attendingOrgIds].filter((id) => id !== null)
  const places = await Promise.all(orgIds.map((orgId) => store.get(members, memberId(secrets, orgId, rsvp.email))))
  return places.some((place) => place !== undefined)
}

interface From extends Pick<With, 'secrets'> {
  readonly store: Reader
}
/** Whether this email is a notice that must not be sent any more. */
export async function isUnwantedNotice(services: From, { notice, rsvpId }: Email, now: number): Promise<boolean> {
  if (!notice || !rsvpId) return false
  const { store } = services
  const [rsvp, group, event] = await Promise.all([
    store.get(rsvps, rsvpId),
    store.get(groups, notice.groupId),
    notice.eventId ? store.get(events, notice.eventId) : undefined,
  ])
  const mayAttend = await mayStillAttend(services, rsvp, group)
  return !isStillWanted(notice, { rsvp, group, event, mayAttend }, now)
}
