// As whom the answers of a group are read, in which of the server's own rooms, and what each is shown of them (R165, R206).
import { holdsEmail } from '#protocol/kernel/texts.ts'
import type { Right } from '#protocol/people/team-roles.ts'
import type { GroupView, RsvpRow } from '#protocol/seats/group.ts'
import { type Group, groupView } from '#server/seats/model/group.ts'
import { idNames, isConfirmed, namesOf, type Rsvp, rsvpRow, shownRev } from '#server/seats/model/rsvp.ts'
import { withoutPerson } from '#server/seats/model/rsvp-fields.ts'

/** The server's own rooms of those who have a group open: who manages it; who assigns or writes messages in it (R39, R200); who only looks on (R206). */
export const assignersRoom = (groupId: string) => `@assigners:${groupId}`
export const managersRoom = (groupId: string) => `@managers:${groupId}`
export const viewersRoom = (groupId: string) => `@viewers:${groupId}`

/** R206: for those who only look on: names, and nothing else that is anybody's own. */
export const viewerRow = (rsvp: Rsvp, group: Group, formerMember: boolean): RsvpRow => ({
  _id: rsvp._id,
  rev: shownRev(rsvp, group),
  eventId: rsvp.eventId,
  groupId: rsvp.groupId,
  orgId: null,
  name: nameOnly(rsvp.name),
  email: '',
  maskedEmail: '',
  attending: rsvp.attending,
  roles: namesOf(group, rsvp.roleIds),
  confirmed: isConfirmed(rsvp, group),
  confirmationDate: null,
  formerMember,
  ...(rsvp.waits && { waitingFor: idNames(group, rsvp.waits) }),
  ...(rsvp.offers && { offered: idNames(group, rsvp.offers) }),
  updatedAt: rsvp.updatedAt,
})
const nameOnly = (name: string) => (holdsEmail(name) ? '' : name)

/** As whom the answers of a group are read. */
export const rowReaders = ['manager', 'assigner', 'viewer'] as const
export type RowReader = (typeof rowReaders)[number]
const rowOf = {
  manager: (rsvp, group, formerMember) => rsvpRow(rsvp, group, formerMember, true),
  assigner: (rsvp, group, formerMember) => assignerRow(rsvpRow(rsvp, group, formerMember, false)),
  viewer: viewerRow,
} satisfies Record<RowReader, (rsvp: Rsvp, group: Group, formerMember: boolean) => RsvpRow>
export const rowFor = (reader: RowReader, rsvp: Rsvp, group: Group, formerMember: boolean): RsvpRow =>
  rowOf[reader](rsvp, group, formerMember)

/** What tells that it was taken away: the id, and nothing of the person. */
export const removedRow = (rsvp: Rsvp, group: Group): RsvpRow => ({
  ...rsvpRow({ ...withoutPerson(rsvp), name: '' }, group, false, false),
  isGone: true,
})
/** The same of a record that is no more. */
export const goneRow = (rsvp: Rsvp, group: Group): RsvpRow => removedRow({ ...rsvp, rev: rsvp.rev + 1 }, group)

/** R206a: for those who only assign or write messages: of all addresses those of guests, as the list of members shows them none. */
const assignerRow = ({ handOver, companions, ...row }: RsvpRow): RsvpRow => ({
  ...row,
  email: row.orgId === null ? row.email : '',
  ...(handOver && { handOver: { ...handOver, email: '' } }),
  ...(companions && { companions: companions.map(({ link, ...one }) => ({ ...one, ...(link && { link: { ...link, email: '' } }) })) }),
})

/** As whom somebody with these rights reads the answers. */
export const readerOf = (rights: ReadonlySet<Right>): RowReader =>
  rights.has('manage') ? 'manager' : rights.has('assign') || rights.has('write') ? 'assigner' : 'viewer'
export const roomOf: Readonly<Record<RowReader, (groupId: string) => string>> = {
  manager: managersRoom,
  assigner: assignersRoom,
  viewer: viewersRoom,
}

/** R140: the same for who has all groups of the event in sight; no answers are told there. */
export const boardOf = (reader: RowReader, groupId: string) => `@board-${reader}:${groupId}`
/** R140: of those among them who manage the event. */
export const boardManagers = (eventId: string) => `@board-managers:${eventId}`

/** R206: for those who only look on: how it stands, without its organizer's email and what guests were asked or answered. */
const viewerGroup = (group: Group, publicUrl: string): GroupView => {
  const {
    questionCounts: _,
    invitations: _asked,
    unreached: _unreached,
    asking: _asking,
    reminders: _sent,
    ...rest
  } = groupView(group, publicUrl)
  return { ...rest, email: '', questions: [] }
}
const assignerGroup = (group: Group, publicUrl: string): GroupView => {
  const { unreached: _, ...rest } = groupView(group, publicUrl)
  return { ...rest, email: '' }
}
const groupOf = {
  manager: groupView,
  assigner: assignerGroup,
  viewer: viewerGroup,
} satisfies Record<RowReader, (group: Group, publicUrl: string) => GroupView>
export const groupFor = (reader: RowReader, group: Group, publicUrl: string): GroupView => groupOf[reader](group, publicUrl)
