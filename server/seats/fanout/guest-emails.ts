// What a fan-out tells one guest: the emails, each with an id derived from what it is about.
import { withUnlinkedName } from '#server/kernel/emails/names.ts'
import { type Email, type EmailDraft, emailRecord, emails } from '#server/kernel/emails/outbox.ts'
import { type GroupRef, guestPlace } from '#server/kernel/emails/parts.ts'
import { iso } from '#server/kernel/ports/clock.ts'
import type { Reader } from '#server/kernel/store/store.ts'
import { put, type RecordWrite } from '#server/kernel/write/outcome.ts'
import type { Services } from '#server/kernel/write/services.ts'
import { changedEmail, movedEmail } from '#server/seats/emails/event.ts'
import { cancelledEmail, roleDeletedEmail } from '#server/seats/emails/group.ts'
import { rolesOfParty } from '#server/seats/model/companion.ts'
import { type GroupEvent, placeKey } from '#server/seats/model/event.ts'
import type { Group } from '#server/seats/model/group.ts'
import { isOnlyInvited } from '#server/seats/model/invitation.ts'
import { isConfirmed, isErased, type Rsvp } from '#server/seats/model/rsvp.ts'
import { changesFor, type Entered, type Entering, guestEntry, nounsOf, shownKey } from '#server/seats/rules/calendar.ts'
import { type Fanout, type Kind, later, rolesOf } from './record.ts'

/** R119: how long after a guest was told of one time of an event they may be told of the next, besides the minute of a lease. */
const quietMs = 60_000

interface Page {
  readonly fanout: Fanout
  /** The group as it is now; gone where it was purged. */
  readonly group: Group | undefined
  readonly place: GroupRef
  readonly event: GroupEvent | undefined
}
interface GuestEmail {
  readonly id: string
  readonly draft: EmailDraft
}
const named = <T extends { readonly name: string; readonly location?: string; readonly organizerName?: string }>(
  one: T,
  isStranger: boolean,
): T => (isStranger ? withUnlinkedName(one) : one)

/** R95: what becomes of the entry in the calendar of who said yes. */
const entryOf = (services: Services, kind: Kind, entered: Entered) =>
  guestEntry(services, kind === 'cancelled' ? 'CANCEL' : 'REQUEST', entered)

/** R97: who was only invited is told by their invitation, which says what is true when they read the page; not who had a role until now. */
const isCoveredByInvitation = (fanout: Fanout, group: Group | undefined, rsvp: Rsvp) =>
  isOnlyInvited(rsvp, { roles: group ? [...group.roles, ...rolesOf(fanout)] : rsvp.roleIds.map((_id) => ({ _id })) })

/** R84, R250: what is new to this guest; undefined where nothing is. Who has no entry in a calendar yet is told of another place only. */
function changesSince({ was }: Fanout, is: Entering, rsvp: Rsvp) {
  const isElsewhere = was !== undefined && placeKey(was.event) !== placeKey(is.event)
  const nouns = was ? nounsOf(changesFor(rsvp, was, is)) : undefined
  return (rsvp.attending === true ? nouns?.length !== 0 : !was || isElsewhere) ? { isElsewhere, nouns } : undefined
}

/** R8, R54, R57, R84: the emails for one guest, each with an id derived from what it is about. */
export function emailsFor(services: Services, { fanout, place, event, group: current }: Page, rsvp: Rsvp): GuestEmail[] {
  const { secrets, publicUrl } = services
  const { kind, group } = fanout
  // R117, R119: people who were assigned and never answered have agreed to nothing.
  const isStranger = rsvp.attending === null
  const occasion = named(event ?? fanout.event ?? { name: group.name }, isStranger)
  const emailOf = (draft: EmailDraft, ...of: string[]) => ({
    id: secrets.idOf('told', kind, group._id, rsvp._id, ...of),
    draft: isStranger ? { ...draft, isUnasked: true } : draft,
  })
  if (rsvp.attending === false || isErased(rsvp) || isCoveredByInvitation(fanout, current, rsvp)) return []
  const guest = guestPlace(place, rsvp)
  const calendar =
    event && current && rsvp.attending ? entryOf(services, kind, { group: current, event, rsvp, now: services.clock.now() }) : undefined
  if (kind === 'cancelled')
    return [emailOf(cancelledEmail(rsvp.email, publicUrl, guest, occasion, { calendar, goesOn: event?.cancelledAt === null }))]
  if (kind === 'role-deleted') {
    const held = rolesOf(fanout).filter(({ _id }) => rolesOfParty(rsvp).includes(_id))
    return held.map((role) => {
      const removed = { role: named(role, isStranger).name, calendar }
      return emailOf(roleDeletedEmail(rsvp.email, publicUrl, guest, occasion, removed), role._id)
    })
  }
  if (!event || !current) return []
  const changed = { link: rsvp.attending ? event.link : undefined, calendar } // R84
  // 'relocated', in the release before.
  if (kind !== 'moved') {
    const news = changesSince(fanout, { group: current, event }, rsvp)
    if (!news) return []
    const draft = changedEmail(rsvp.email, publicUrl, guest, named(event, isStranger), { ...changed, ...news })
    return [
      emailOf({ ...draft, tells: { eventId: event._id, groupId: group._id, shown: shownKey(services, { group: current, event, rsvp }) } }),
    ]
  }
  // R98: another start asks who has to confirm; nobody gets a second email for that.
  const isToConfirm = current.showConfirmation && !isConfirmed(rsvp, current)
  const draft = movedEmail(rsvp.email, publicUrl, guest, named(event, isStranger), { ...changed, isToConfirm })
  return [emailOf({ ...draft, tells: { eventId: event._id, groupId: group._id, start: event.start } })]
}

/** The write for one email: a new one, a rewrite of one that says something older, or nothing where the guest was told just this (R119). */
export async function emailToKeep(services: Services, tx: Reader, { id, draft }: GuestEmail): Promise<RecordWrite[]> {
  const fresh = emailRecord(services, draft)
  const before = await tx.get(emails, id)
  if (!before) return [put(emails, { ...fresh, _id: id })]
  const { tells } = draft
  if (!tells || (before.tells?.start === tells.start && before.tells?.shown === tells.shown)) return []
  // An email that was tried is due again when its lease ends: that tells when it was sent.
  const { attempts, dueAt: leasedTo = before.leasedTo ?? '' } = before
  const quietUntil = attempts > 0 && leasedTo ? iso(Date.parse(leasedTo) + quietMs) : leasedTo
  const edition = (before.edition ?? 1) + 1
  const anew: Email = { ...fresh, _id: id, rev: before.rev + 1, edition, dueAt: later(fresh.dueAt ?? '', quietUntil) }
  return [put(emails, anew)]
}
