// The live contract: the rooms a client may watch, and the view each kind of room carries.
import { z } from 'zod/mini'
import type { RefusalBody } from '#protocol/kernel/refusal-body.ts'
import { MessageCard } from '#protocol/mail/message-card.ts'
import { UserView } from '#protocol/people/account.ts'
import { BrandPage, EventBrand } from '#protocol/people/brand/brand.ts'
import { HostFace } from '#protocol/people/face.ts'
import { MyPlaces, OrgMember, OrgView } from '#protocol/people/org.ts'
import { SharedNow } from '#protocol/people/team-roles.ts'
import { ActivityLine, ActivityView } from '#protocol/record/activity.ts'
import { PresenceView, type SaidDoing } from '#protocol/record/presence.ts'
import { EventCard, EventView } from '#protocol/seats/event.ts'
import { GroupView, RsvpRow } from '#protocol/seats/group.ts'
import { InvitationProgress } from '#protocol/seats/invitation.ts'
import { FormView, OwnRsvp, Removed } from '#protocol/seats/rsvp.ts'
import { EventIndex } from '#protocol/seats/several/several.ts'
import { CameNow, DoorTally, DoorView, EventTally, PhoneNow } from '#protocol/seats/tally/tally.ts'

export const DashboardView = z.object({ _id: z.string(), rev: z.int(), events: z.array(EventCard) })
export type DashboardView = z.infer<typeof DashboardView>

/** R117: in the room of one's account: all one's organizations and invitations. `rev` is when they were read, in milliseconds. */
export const PlacesView = z.extend(MyPlaces, { _id: z.string(), rev: z.int() })
export type PlacesView = z.infer<typeof PlacesView>

/** R140: the groups of an event as whoever watches it may see them, in its order; later `group` brings each that changed, and `board` which there are. */
export const BoardView = z.object({
  _id: z.string(),
  rev: z.int(),
  groupIds: z.array(z.string()),
  groups: z.array(GroupView),
  /** R186b: of all of them, for who sees all. */
  door: z.optional(EventTally),
})
export type BoardView = z.infer<typeof BoardView>
/** R140: which groups the event has, in its order. */
export const BoardOrder = z.object({ _id: z.string(), rev: z.int(), groupIds: z.array(z.string()) })
export type BoardOrder = z.infer<typeof BoardOrder>

/** R92: a guest's own answer, null when there is none; `_id` names the answer, whether there is one or not. */
export const GuestView = z.object({ _id: z.string(), rev: z.int(), rsvp: z.nullable(OwnRsvp), removed: z.optional(Removed) })
export type GuestView = z.infer<typeof GuestView>

/** R92: how many stand on each page of each line: whoever waits knows their own place by it, and nobody's name is needed. */
export const LineView = z.object({
  _id: z.string(),
  rev: z.int(),
  lines: z.array(z.object({ role: z.string(), first: z.int(), counts: z.array(z.int()) })),
})
export type LineView = z.infer<typeof LineView>

/** R101: the newest messages of a group; `rev` grows with each of them. */
export const MessagesView = z.object({ _id: z.string(), rev: z.int(), messages: z.array(MessageCard) })
export type MessagesView = z.infer<typeof MessagesView>

/** R219: a brand, to those who may change it. `_id` and `rev` are the brand's. */
export const OwnBrandView = z.extend(BrandPage, { _id: z.string(), rev: z.int() })
export type OwnBrandView = z.infer<typeof OwnBrandView>

/**
 * R64: what is sent under which name. `dashboard`, `rsvp`, `member`, `message` and `activity` carry one card or row each, upserted by `_id`: a whole list
 * would grow.
 */
export interface Messages {
  group: GroupView
  form: FormView
  /** R152: the groups of an event; what has changed in one of them comes as `form`. */
  event: EventIndex
  dashboard: EventCard
  rsvp: RsvpRow
  org: OrgView
  member: OrgMember
  account: UserView
  places: PlacesView
  guest: GuestView
  invitations: InvitationProgress
  line: LineView
  message: MessageCard
  activity: ActivityLine
  presence: PresenceView
  /** R137: an event as those who manage it see it, to them, in the room of its group. */
  managedEvent: EventView
  /** R219: the brand of an event, to guests who look at it. */
  brand: EventBrand
  ownBrand: OwnBrandView
  /** R224: the picture of an event's host, to guests who look at it. */
  host: HostFace
  board: BoardOrder
  /** R186: to boards and doors. */
  door: DoorTally
  /** R186b: of all groups of an event, likewise. */
  doors: EventTally
  /** R193 */
  came: CameNow
  phone: PhoneNow
  /** R207: to the dashboards of those who help with an event. */
  shared: SharedNow
}
export type MessageName = keyof Messages

/** The view that `watch` answers with, per kind of room. */
export const watchViews = {
  group: GroupView,
  form: FormView,
  event: EventIndex,
  dashboard: DashboardView,
  org: OrgView,
  account: UserView,
  guest: GuestView,
  message: MessagesView,
  activity: ActivityView,
  board: BoardView,
  door: DoorView,
} as const
export type RoomKind = keyof typeof watchViews
export type Room = `${RoomKind}:${string}`
export type WatchView<K extends RoomKind> = z.infer<(typeof watchViews)[K]>

export const groupRoom = (groupId: string) => `group:${groupId}` as const
/** A group that stands alone has the event id 'none'. */
export const formRoom = (groupId: string, eventId: string | null) => `form:${groupId}:${eventId ?? 'none'}` as const
/** R152: all groups of an event; whoever is proven for one of them hears of their own answers in it as well. */
export const eventRoom = (eventId: string) => `event:${eventId}` as const
/** R92: one's own answer; the same name for every guest, and for each their own view. */
export const guestRoom = (groupId: string, eventId: string | null) => `guest:${groupId}:${eventId ?? 'none'}` as const
export const dashboardRoom = (userId: string) => `dashboard:${userId}` as const

/** R140: all groups of an event at once, for those who look into them. */
export const boardRoom = (eventId: string) => `board:${eventId}` as const

/** R182, R186: how many are inside, for phones at its doors and those who look on. */
export const doorRoom = (eventId: string) => `door:${eventId}` as const

/** R101: for those who manage the group, and not for those who only assign in it. */
export const messageRoom = (groupId: string) => `message:${groupId}` as const

/** R105: likewise. */
export const activityRoom = (groupId: string) => `activity:${groupId}` as const

export const orgRoom = (orgId: string) => `org:${orgId}` as const

/** One's own account: plan changes reach every open tab. */
export const accountRoom = (userId: string) => `account:${userId}` as const

export const messageSchemas = {
  group: GroupView,
  form: FormView,
  event: EventIndex,
  dashboard: EventCard,
  rsvp: RsvpRow,
  org: OrgView,
  member: OrgMember,
  account: UserView,
  places: PlacesView,
  guest: GuestView,
  invitations: InvitationProgress,
  line: LineView,
  message: MessageCard,
  activity: ActivityLine,
  presence: PresenceView,
  managedEvent: EventView,
  brand: EventBrand,
  ownBrand: OwnBrandView,
  host: HostFace,
  board: BoardOrder,
  door: DoorTally,
  doors: EventTally,
  came: CameNow,
  phone: PhoneNow,
  shared: SharedNow,
} as const

export type WatchReply = { view: WatchView<RoomKind> } | RefusalBody
export interface ClientToServer {
  watch: (room: string, reply: (answer: WatchReply) => void) => void
  unwatch: (room: string) => void
  /** R104: what one edits in a group that one watches. */
  doing: (said: SaidDoing) => void
  /** R246: whether the server still hears; all that it said before comes before its answer. */
  here: (answer: () => void) => void
}
/**
 * `gone` tells a client that its right to a room has ended, `stale` that it may have missed something: watch again. `here` asks whether it is still
 * there (R104).
 */
export type ServerToClient = { [N in MessageName]: (view: Messages[N]) => void } & {
  gone: (room: string) => void
  stale: () => void
  here: (answer: () => void) => void
}
