// The live contract: the rooms a client may watch, and the view each kind of room carries.
import { z } from 'zod/mini'
import { UserView } from './account.ts'
import { ActivityLine, ActivityView } from './activity.ts'
import { EventCard } from './event.ts'
import { GroupView, RsvpRow } from './group.ts'
import { InvitationProgress } from './invitation.ts'
import { MessageCard } from './message-card.ts'
import { MyPlaces, OrgMember, OrgView } from './org.ts'
import { PresenceView, type SaidDoing } from './presence.ts'
import type { RefusalBody } from './refusal-body.ts'
import { FormView, OwnRsvp } from './rsvp.ts'

export const DashboardView = z.object({ _id: z.string(), rev: z.int(), events: z.array(EventCard) })
export type DashboardView = z.infer<typeof DashboardView>

/** R117: in the room of one's account: all one's organizations and invitations. `rev` is when they were read, in milliseconds. */
export const PlacesView = z.extend(MyPlaces, { _id: z.string(), rev: z.int() })
export type PlacesView = z.infer<typeof PlacesView>

/** R92: a guest's own answer, null when there is none; `_id` names the answer, whether there is one or not. */
export const GuestView = z.object({ _id: z.string(), rev: z.int(), rsvp: z.nullable(OwnRsvp) })
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

/** R64: what is sent under which name. `dashboard`, `rsvp`, `member`, `message` and `activity` carry one card or row each, upserted by `_id`. */
export interface Messages {
  group: GroupView
  form: FormView
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
}
export type MessageName = keyof Messages

/** The view that `watch` answers with, per kind of room. */
export const watchViews = {
  group: GroupView,
  form: FormView,
  dashboard: DashboardView,
  org: OrgView,
  account: UserView,
  guest: GuestView,
  message: MessagesView,
  activity: ActivityView,
} as const
export type RoomKind = keyof typeof watchViews
export type Room = `${RoomKind}:${string}`
export type WatchView<K extends RoomKind> = z.infer<(typeof watchViews)[K]>

export const groupRoom = (groupId: string) => `group:${groupId}` as const
/** A group that stands alone has the event id 'none'. */
export const formRoom = (groupId: string, eventId: string | null) => `form:${groupId}:${eventId ?? 'none'}` as const
/** R92: one's own answer; the same name for every guest, and for each their own view. */
export const guestRoom = (groupId: string, eventId: string | null) => `guest:${groupId}:${eventId ?? 'none'}` as const
export const dashboardRoom = (userId: string) => `dashboard:${userId}` as const

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
} as const

export type WatchReply = { view: WatchView<RoomKind> } | RefusalBody
export interface ClientToServer {
  watch: (room: string, reply: (answer: WatchReply) => void) => void
  unwatch: (room: string) => void
  /** R104: what one edits in a group that one watches. */
  doing: (said: SaidDoing) => void
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
