// Takes back what somebody has just done (R106): one commit that puts back what stood, or a refusal that says what has changed since (decision 0112).

import type { Input } from '#protocol/kernel/endpoint.ts'
import type { SettingsThen } from '#protocol/record/activity.ts'
import type { undoApi } from '#protocol/record/undo.ts'
import type { EventEdit } from '#protocol/seats/event.ts'
import { refuse } from '#server/kernel/refuse.ts'
import type { Reader } from '#server/kernel/store/store.ts'
import { put, type RecordWrite } from '#server/kernel/write/outcome.ts'
import type { Services } from '#server/kernel/write/services.ts'
import { transact } from '#server/kernel/write/transact.ts'
import type { SignedIn } from '#server/people/identity/caller.ts'
import { type User, users } from '#server/people/model/account.ts'
import { groupTierAt } from '#server/people/model/plan.ts'
import { settingsOfEvent, settingsOfGroup } from '#server/record/rules/activity.ts'
import * as rules from '#server/record/rules/undo.ts'
import { orderBefore, putRolesBack, withHolders, withLines } from '#server/record/rules/undo-role.ts'
import { assignable, removable } from '#server/seats/assign/actions.ts'
import { tellNoMore } from '#server/seats/fanout/fanout.ts'
import { inEvent } from '#server/seats/group/queries.ts'
import { activities, actOf, undoAnswers } from '#server/seats/model/activity.ts'
import { type Event, eventFor, events, eventView, type GroupEvent } from '#server/seats/model/event.ts'
import type { Group } from '#server/seats/model/group.ts'
import { rsvps } from '#server/seats/model/rsvp.ts'
import type { WaitPage } from '#server/seats/model/waitlist.ts'
import { checkAttending, hasLeft, standingIn } from '#server/seats/rights/rights.ts'
import { goneRow, groupFor, readerOf, rowFor } from '#server/seats/rights/rows.ts'
import { editEvent } from '#server/seats/rules/event.ts'
import { editGroup, nextEdit } from '#server/seats/rules/group.ts'
import { countedAfter, isElsewhere, retimed } from '#server/seats/rules/group-times.ts'
import { planned } from '#server/seats/rules/reminder.ts'
import { checkOpen } from '#server/seats/rules/rsvp.ts'
import { changeSeats } from '#server/seats/seating/change-seats.ts'
import { alsoFor } from '#server/seats/seating/own.ts'
import {
  hadBy,
  idsWith,
  isIn,
  isTakenBack,
  linesBeside,
  linesOfAct,
  movedTo,
  pagesOf,
  type UndoEntry,
  undoable,
  undoingLines,
} from './queries.ts'

/** What an act is taken back from, and by whom. */
interface Current {
  readonly tx: Reader
  readonly group: Group
  /** The event itself, the other groups of it, and how this group has it. */
  readonly itself: Event | undefined
  readonly others: readonly Group[]
  readonly event: GroupEvent | undefined
  readonly owner: User
  /** The lines of the act that are put back. */
  readonly own: readonly UndoEntry[]
  /** What it changed of the other groups. */
  readonly beside: readonly UndoEntry[]
  readonly caller: SignedIn
  readonly now: number
}

async function currentOf(services: Services, tx: Reader, id: string, groupId: string, caller: SignedIn) {
  const lines = await linesOfAct(tx, id)
  const group = await undoable(services, tx, groupId, lines, caller)
  const now = services.clock.now()
  const own = rules.checkUndoable(lines, caller.user._id, now)
  if (await isTakenBack(services, tx, id)) refuse('undo-done')
  const { event: itself, others } = group.eventId ? await inEvent(tx, group) : { event: undefined, others: [] }
  const event = eventFor(itself, group)
  const seats = own.filter(rules.isOfSeats)
  if (seats.some((line) => !rules.isOfTaking(line))) await assignable(services, tx, group.eventId ?? '', group._id, caller)
  else if (seats.length > 0) await stillRemovable(services, tx, { group, event, now }, caller)
  const owner = (await tx.get(users, group.ownerId)) ?? refuse('activity-unknown')
  const beside = await linesBeside(tx, others, own)
  return { lines, current: { tx, group, itself, others, event, owner, own, beside, caller, now } satisfies Current }
}

/** R129: who could take it away can put it back, in a group without an event as well. */
async function stillRemovable(
  services: Services,
  tx: Reader,
  { group, event, now }: Pick<Current, 'group' | 'event' | 'now'>,
  caller: SignedIn,
) {
  if (event) await removable(services, tx, event._id, group._id, caller)
  else checkOpen(group, event, now)
}

interface Back {
  readonly group: Group
  readonly event: Event | undefined
  readonly others: readonly Group[]
  readonly writes: readonly RecordWrite[]
}

const settingsLine = ({ own, beside }: Pick<Current, 'own' | 'beside'>, { _id }: Group) =>
  [...own, ...beside].find(({ kind, groupId }) => kind === 'settings' && groupId === _id)

/** What the act changed of another group of the event, as it stood. Refuses where that has changed since. */
function settingsOfOther({ secrets }: Services, current: Current, other: Group) {
  const { owner, now } = current
  const line = settingsLine(current, other)
  if (!line) return {}
  const { reminders: _, ...fields } = rules.settingsBefore(settingsOfGroup(other), line)
  return editGroup(other, fields, groupTierAt(other, owner, now), secrets.randomId)
}

/** A group that was only renamed with its event stays where it is. */
const hasMovedAlong = (line: UndoEntry | undefined) =>
  Object.keys({ ...line?.from.settings, ...line?.to.settings }).some((key) => key !== 'name')

/** The event as it stood, with its groups. */
async function eventBack(services: Services, current: Current): Promise<Back> {
  const { tx, group, itself, others, owner, own, caller, now } = current
  const line = own.find(({ kind }) => kind === 'event')
  if (!line?.from.settings || !itself) return { group, event: itself, others, writes: [] }
  const { organizerName, theme, photo, ...fields } = rules.settingsBefore(settingsOfEvent(itself), line)
  const edit = { ...fields, hostName: organizerName } as Partial<EventEdit>
  // R142b: those that went along with it go back as far.
  const movesAlong = (one: Group) => hasMovedAlong(settingsLine(current, one))
  const before = { event: itself, groups: [group, ...others] }
  const { event: after, groups: edited } = editEvent(
    before,
    edit,
    { owner, editor: caller.user, movesAlong },
    services.secrets.randomId,
    now,
  )
  const to = line.to.settings ?? {}
  const event: Event = { ...after, ...('theme' in to && { theme }), ...('photo' in to && { photo }) }
  const [first, ...moved] = edited
  // Which of them were renamed with it their own lines say.
  const rest = moved.map((one, nth) => {
    const other = others[nth] ?? one
    return { ...one, name: other.name, ...settingsOfOther(services, current, other) }
  })
  const seated: Awaited<ReturnType<typeof changeSeats>>[] = []
  // R149: one after the other, since a seat that goes on in one group counts in the next.
  for (const one of rest) {
    const beside = seated.flatMap(({ rsvps }) => rsvps)
    seated.push(await changeSeats(services, tx, { group: one, event: eventFor(event, one), beside }))
  }
  return {
    group: { ...(first ?? group), name: group.name, rev: group.rev }, // counted once, with the seats
    event,
    others: rest,
    writes: seated.flatMap(({ writes }) => writes),
  }
}

/** R142: what is written where event or group stand at other times than before the undo. */
function timesBack({ itself, owner, now }: Current, { event }: Pick<Back, 'event'>) {
  if (!itself || !event || event === itself) return []
  const countedEvents = countedAfter(owner, itself, event, now)
  return [
    put(events, { ...event, rev: itself.rev + 1 }),
    ...(countedEvents ? [put(users, { ...owner, countedEvents, rev: owner.rev + 1 })] : []),
  ]
}

/** The settings of the group and the order of its roles as they stood. */
async function settingsBack(
  services: Services,
  { tx, group: current, own, owner, caller, now }: Current,
  { group, event, others }: Back,
): Promise<{ group: Group; event: Event | undefined }> {
  const line = settingsLine({ own, beside: [] }, current)
  if (!line) return { group, event }
  const { reminders, ...fields } = rules.settingsBefore(settingsOfGroup(current), line)
  const tier = groupTierAt(group, owner, now)
  await checkAttending(services, tx, fields.attendingOrgIds ?? [], group.attendingOrgIds, tier, caller)
  const after = { ...group, ...editGroup(group, fields, tier, services.secrets.randomId), ...(reminders && { reminders }) }
  const order: SettingsThen['roleOrder'] = line.from.settings?.roleOrder
  const roles = order ? orderBefore(after, order, line.to.settings?.roleOrder ?? []) : after.roles
  const set = { ...after, roles, ...(reminders && planned({ ...after, reminders }, eventFor(event, after), now)) }
  return event && isElsewhere(group, set) ? retimed(group, set, { event, others, owner, now }) : { group: set, event }
}

/** The roles as they stood; those that were deleted with whoever still has them, waits for them, or is offered them. */
async function rolesBack(services: Services, { tx, own, owner, now }: Current, current: Group, found: readonly string[]) {
  const { group, back } = putRolesBack(current, own, groupTierAt(current, owner, now))
  const fanouts = await tellNoMore(services, tx, group._id, back)
  if (hadBy(own).length === 0) return { group, fanouts, pages: [], cleaned: [] }
  const holders = await Promise.all(found.map((one) => tx.get(rsvps, one)))
  const answers = holders.flatMap((one) => (one && isIn(one, back) ? [one] : []))
  const pages = await pagesOf(services, tx, group._id, own)
  const lined = withLines(group, pages, new Map(answers.map((one) => [one._id, one])))
  return { group: withHolders(current, lined.group, back, answers), fanouts, pages, cleaned: lined.pages }
}

/** R8: who has a role that is to be there again, waits for it or is offered it: read before the decision, since nobody comes to have a role that is deleted. */
async function holdersOf(services: Services, id: string, groupId: string, caller: SignedIn): Promise<string[]> {
  const { store, clock } = services
  const lines = await linesOfAct(store, id)
  await undoable(services, store, groupId, lines, caller)
  if (await isTakenBack(services, store, id)) return []
  return idsWith(store, groupId, hadBy(rules.checkUndoable(lines, caller.user._id, clock.now())))
}

/** The seats as they stood, and what follows from them for those who wait. */
async function seatsBack(
  services: Services,
  { tx, own, caller, now }: Current,
  lines: readonly UndoEntry[],
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
  const kept = await Promise.all([...answers.keys()].map((id) => tx.get(undoAnswers, id)))
  const stood = new Map(kept.flatMap((one) => (one ? [[one._id, one.stood] as const] : [])))
  const { group, changed } = rules.putSeatsBack({ group: shaped, event, rsvps: answers, stood, now }, seatLines)
  const seated = await changeSeats(services, tx, {
    group: own.length > seatLines.length ? nextEdit({ ...group, rev: shaped.rev }, {}, caller.user._id) : group,
    event,
    changed,
    about: waiting.filter((one) => one !== undefined),
    pages,
    more: (seating) => rules.asBefore(seating, { changed, cleaned, moved }),
  })
  return { seated, changed }
}
interface Shaped extends Pick<rules.UndoState, 'group' | 'event'> {
  readonly pages: readonly WaitPage[]
  readonly cleaned: readonly WaitPage[]
}

/** R56, R106: the reply to one who repeats their own undo with an Idempotency-Key. None is kept: it would name people past an erasure (R96). */
async function repeated(services: Services, tx: Reader, id: string, groupId: string, caller: SignedIn) {
  const [done, lines] = await Promise.all([undoingLines(services, tx, id), linesOfAct(tx, id)])
  const by = done[0]?.by
  if (by?.type !== 'person' || by.userId !== caller.user._id) return undefined
  const group = await undoable(services, tx, groupId, lines, caller)
  const event = done.some(({ kind }) => kind === 'event') ? await tx.get(events, group.eventId ?? '') : undefined
  return {
    group: groupFor(readerOf((await standingIn(services, tx, group, caller)).rights), group, services.publicUrl),
    rsvps: [],
    ...(event && { event: eventView(event, services.clock.now(), services.publicUrl) }),
  }
}

/** R106: by the same person, within 30 seconds, once. */
export async function undo(services: Services, { id }: Input<typeof undoApi.undo>, caller: SignedIn) {
  const { store, publicUrl } = services
  const groupId = (await store.get(activities, id))?.groupId ?? refuse('activity-unknown')
  const found = await holdersOf(services, id, groupId, caller)
  return transact(services, groupId, async (tx) => {
    const before = caller.idempotencyKey && (await repeated(services, tx, id, groupId, caller))
    if (before) return { reply: before }
    const { lines, current } = await currentOf(services, tx, id, groupId, caller)
    const edited = await eventBack(services, current)
    const { group: set, event } = await settingsBack(services, current, edited)
    const ofTimes = timesBack(current, { event })
    const { fanouts, ...shaped } = await rolesBack(services, current, set, found)
    const { seated, changed } = await seatsBack(services, current, lines, { ...shaped, event: eventFor(event, set) })
    const reader = readerOf((await standingIn(services, tx, seated.group, caller)).rights)
    const rows = changed.map(async ({ before, after }) => {
      const shown = after && (seated.of(after._id) ?? after)
      if (!shown) return goneRow(before, seated.group)
      return {
        ...rowFor(reader, shown, seated.group, await hasLeft(services, tx, shown)),
        ...(await alsoFor(reader, services, tx, shown, seated.group)),
      }
    })
    return {
      undoes: actOf({ _id: id }),
      writes: [...seated.writes, ...edited.writes, ...ofTimes, ...fanouts],
      reply: {
        group: groupFor(reader, seated.group, publicUrl),
        rsvps: await Promise.all(rows),
        ...(event && event !== current.itself && { event: eventView(event, current.now, publicUrl) }),
      },
    }
  })
}
