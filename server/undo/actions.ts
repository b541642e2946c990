// Takes back what somebody has just done (R106): one commit that puts back what stood, or a refusal that says what has changed since.
import type { SettingsThen } from '#protocol/activity.ts'
import type { Input } from '#protocol/endpoint.ts'
import type { EventEdit } from '#protocol/event.ts'
import type { undoApi } from '#protocol/undo.ts'
import { type User, users } from '../account/model.ts'
import { activities, actOf } from '../activity/model.ts'
import { eventSettings, groupSettings } from '../activity/rules.ts'
import { assignable, assignedEmails, assigneeOf, takenEmail } from '../assign/actions.ts'
import type { EmailDraft } from '../emails/outbox.ts'
import { type Event, events, eventView } from '../event/model.ts'
import { editEvent } from '../event/rules.ts'
import { seatedOutcome } from '../group/actions.ts'
import { type Group, groupView } from '../group/model.ts'
import { eventOf } from '../group/queries.ts'
import { editGroup, nextEdit } from '../group/rules.ts'
import type { SignedIn } from '../identity/caller.ts'
import { checkAttending, hasLeft } from '../identity/rights.ts'
import { tellGuests, tellNoMore } from '../jobs/fanout.ts'
import { groupTierAt } from '../plan/model.ts'
import { refuse } from '../refuse.ts'
import { planned } from '../reminder/rules.ts'
import { goneRow, isErased, rsvpRow, rsvps } from '../rsvp/model.ts'
import type { Services } from '../services.ts'
import type { Reader } from '../store/store.ts'
import type { WaitPage } from '../waitlist/model.ts'
import { settleSeats } from '../waitlist/queries.ts'
import { type Change, drop, put } from '../write/outcome.ts'
import { transact } from '../write/transact.ts'
import { hadBy, idsWith, isIn, isTakenBack, type Kept, linesOfAct, movedTo, pagesOf, undoable, undoingLines } from './queries.ts'
import { orderBefore, putRolesBack, withHolders, withLines } from './role-rules.ts'
import * as rules from './rules.ts'

/** What an act is taken back from, and by whom. */
interface Present {
  readonly tx: Reader
  readonly group: Group
  readonly event: Event | undefined
  readonly owner: User
  /** The lines of the act that are put back. */
  readonly own: readonly Kept[]
  readonly caller: SignedIn
  readonly now: number
}

async function presentOf(services: Services, tx: Reader, id: string, groupId: string, caller: SignedIn) {
  const lines = await linesOfAct(tx, id)
  const group = await undoable(services, tx, groupId, lines, caller)
  const now = services.clock.now()
  const own = rules.checkUndoable(lines, caller.user._id, now)
  if (await isTakenBack(services, tx, id)) refuse('undo-done')
  const event = await eventOf(tx, group)
  if (own.some(rules.isOfSeats)) await assignable(services, tx, group.eventId ?? '', group._id, caller)
  const owner = (await tx.get(users, group.ownerId)) ?? refuse('activity-unknown')
  return { lines, present: { tx, group, event, owner, own, caller, now } satisfies Present }
}

/** The event as it stood, with its group, and what guests are told of it. */
async function eventBack(services: Services, { tx, group, event, owner, own, caller, now }: Present) {
  const line = own.find(({ kind }) => kind === 'event')
  if (!line?.from.settings || !event) return { group, event, writes: [] }
  const { organizerName, theme, ...fields } = rules.settingsBefore(eventSettings(event), line)
  const edit = { ...fields, hostName: organizerName } as Partial<EventEdit>
  const {
    event: after,
    groups: edited,
    news,
    countedEvents,
  } = editEvent({ event, groups: [group] }, edit, { owner, editor: caller.user }, services.secrets.randomId, now)
  const back: Event = line.to.settings && 'theme' in line.to.settings ? { ...after, theme: theme as Event['theme'] } : after
  const moved = { ...(edited[0] ?? group), rev: group.rev } // counted once, with the seats
  const writes: Change[] = [
    put(events, back),
    ...(countedEvents ? [put(users, { ...owner, countedEvents, rev: owner.rev + 1 })] : []),
    ...(news ? [await tellGuests(services, tx, { kind: news, group: moved, event: back })] : []),
  ]
  return { group: moved, event: back, writes }
}

/** The settings of the group and the order of its roles as they stood. */
async function settingsBack(
  services: Services,
  { tx, own, owner, caller, now }: Present,
  group: Group,
  event: Event | undefined,
): Promise<Group> {
  const line = own.find(({ kind }) => kind === 'settings')
  if (!line) return group
  const { reminders, ...fields } = rules.settingsBefore(groupSettings(group), line)
  const tier = groupTierAt(group, owner, now)
  await checkAttending(services, tx, fields.attendingOrgIds ?? [], group.attendingOrgIds, tier, caller)
  const after = { ...group, ...editGroup(group, fields, tier, services.secrets.randomId), ...(reminders && { reminders }) }
  const order: SettingsThen['roleOrder'] = line.from.settings?.roleOrder
  const roles = order ? orderBefore(after, order, line.to.settings?.roleOrder ?? []) : after.roles
  return { ...after, roles, ...(reminders && planned({ ...after, reminders }, event, now)) }
}

/** The roles as they stood; those that were deleted with whoever still has them, waits for them, or is offered them. */
async function rolesBack(services: Services, { tx, own, owner, now }: Present, present: Group, found: readonly string[]) {
  const { group, back } = putRolesBack(present, own, groupTierAt(present, owner, now))
  const told = await tellNoMore(services, tx, group._id, back)
  if (hadBy(own).length === 0) return { group, told, pages: [], cleaned: [] }
  const holders = await Promise.all(found.map((one) => tx.get(rsvps, one)))
  const answers = holders.flatMap((one) => (one && isIn(one, back) ? [one] : []))
  const pages = await pagesOf(services, tx, group._id, own)
  const lined = withLines(group, pages, new Map(answers.map((one) => [one._id, one])))
  return { group: withHolders(present, lined.group, back, answers), told, pages, cleaned: lined.pages }
}

/** R8: who has a role that is to be there again, waits for it or is offered it: read before the decision, since nobody comes to have a role that is deleted. */
async function holdersOf(services: Services, id: string, groupId: string, caller: SignedIn): Promise<string[]> {
  const { store, clock } = services
  const lines = await linesOfAct(store, id)
  await undoable(services, store, groupId, lines, caller)
  if (await isTakenBack(services, store, id)) return []
  return idsWith(store, groupId, hadBy(rules.checkUndoable(lines, caller.user._id, clock.now())))
}

/** R106: whoever has a seat again, or no longer, is told so, as of any assignment. */
async function tellings(services: Services, { tx, owner, event }: Present, group: Group, moved: readonly rules.PutBack[]) {
  const emails: EmailDraft[] = []
  const counted: Change[] = []
  for (const { before, after, line } of moved) {
    if (!event) continue
    const isErasedAgain = after !== undefined && isErased(after) // R96: told like anybody, in an email that isn't kept
    for (const { name } of line.to.roles ?? []) {
      const email = takenEmail(services, isErasedAgain ? before : (after ?? before), group, event, name)
      emails.push(isErasedAgain ? { ...email, isLast: true } : email)
    }
    for (const { name } of line.from.roles ?? []) {
      if (!after || !name) continue
      const assignee = await assigneeOf(services, tx, group, { name: before.name, email: before.email })
      const told = await assignedEmails(services, tx, { owner, group, event, assignee, before, after, roleName: name })
      emails.push(...told.emails)
      counted.push(...told.counted)
    }
  }
  return { emails, counted }
}

/** The seats as they stood, and what follows from them for those who wait. */
async function seatsBack(
  services: Services,
  { tx, own, caller, now }: Present,
  lines: readonly Kept[],
  { group: shaped, event, pages, cleaned }: Shaped,
) {
  const seatLines = own.filter(rules.isOfSeats)
  const moved = own.some(({ kind }) => kind === 'limit') ? movedTo(lines) : []
  const read = (ids: readonly string[]) => Promise.all(ids.map((id) => tx.get(rsvps, id)))
  const [about, waiting] = await Promise.all([
    read(seatLines.flatMap(({ rsvp }) => rsvp?._id ?? [])),
    read(moved.map(({ rsvpId }) => rsvpId)),
  ])
  const answers = new Map(about.flatMap((one) => (one ? [[one._id, one] as const] : [])))
  const { group, changed } = rules.putSeatsBack({ group: shaped, event, rsvps: answers, now }, seatLines)
  const seated = await settleSeats(services, tx, {
    group: own.length > seatLines.length ? nextEdit({ ...group, rev: shaped.rev }, {}, caller.user._id) : group,
    event,
    changed: changed.flatMap(({ before, after }) => (after ? [{ before, after }] : [])),
    about: waiting.filter((one) => one !== undefined),
    pages,
    more: (seating) => rules.asBefore(seating, { changed, cleaned, moved }),
  })
  return { seated, changed }
}
interface Shaped extends Pick<rules.Standing, 'group' | 'event'> {
  readonly pages: readonly WaitPage[]
  readonly cleaned: readonly WaitPage[]
}

/** R56, R106: the reply to one who repeats their own undo with an Idempotency-Key. None is kept: it would name people past an erasure (R96). */
async function repeated(services: Services, tx: Reader, id: string, groupId: string, caller: SignedIn) {
  const [done, lines] = await Promise.all([undoingLines(services, tx, id), linesOfAct(tx, id)])
  const by = done[0]?.by
  if (by?.type !== 'person' || by.userId !== caller.user._id) return undefined
  const group = await undoable(services, tx, groupId, lines, caller)
  const event = done.some(({ kind }) => kind === 'event') ? await eventOf(tx, group) : undefined
  return { group: groupView(group, services.publicUrl), rsvps: [], ...(event && { event: eventView(event, services.clock.now()) }) }
}

/** R106: by the same person, within 30 seconds, once. */
export async function undo(services: Services, { id }: Input<typeof undoApi.undo>, caller: SignedIn) {
  const { store, publicUrl } = services
  const groupId = (await store.get(activities, id))?.groupId ?? refuse('activity-unknown')
  const found = await holdersOf(services, id, groupId, caller)
  return transact(services, groupId, async (tx) => {
    const before = caller.idempotencyKey && (await repeated(services, tx, id, groupId, caller))
    if (before) return { reply: before }
    const { lines, present } = await presentOf(services, tx, id, groupId, caller)
    const { event, ...edited } = await eventBack(services, present)
    const set = await settingsBack(services, present, edited.group, event)
    const { told, ...shaped } = await rolesBack(services, present, set, found)
    const { seated, changed } = await seatsBack(services, present, lines, { ...shaped, event })
    const { writes, emails } = seatedOutcome(services, seated, event)
    const letters = await tellings(services, { ...present, event }, seated.group, changed)
    const rows = changed.map(async ({ before, after }) => {
      const shown = after && (seated.of(after._id) ?? after)
      return shown ? rsvpRow(shown, seated.group, await hasLeft(services, tx, shown)) : goneRow(before, seated.group)
    })
    const dropped = changed.flatMap(({ before, after }) => (after ? [] : [drop(rsvps, before)]))
    return {
      undoes: actOf({ _id: id }),
      writes: [...writes, ...dropped, ...edited.writes, ...told, ...letters.counted],
      emails: [...letters.emails, ...emails],
      reply: {
        group: groupView(seated.group, publicUrl),
        rsvps: await Promise.all(rows),
        ...(event && event !== present.event && { event: eventView(event, present.now) }),
      },
    }
  })
}
