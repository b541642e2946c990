// What is kept of an event, and what each audience is shown of it.
import { photoWidths, shortPath } from '#protocol/kernel/limits.ts'
import { isOnMap } from '#protocol/kernel/place/kinds.ts'
import { partsOfPlace } from '#protocol/kernel/place/links.ts'
import { holdsEmail, namedHost, namelessHost } from '#protocol/kernel/texts.ts'
import { atGroup, hasOwnTimes } from '#protocol/kernel/time/times.ts'
import type { EventBrand } from '#protocol/people/brand/brand.ts'
import type { HostFace } from '#protocol/people/face.ts'
import type { AssignmentRules, EventCard, EventStatus, EventView, PublicEvent } from '#protocol/seats/event.ts'
import type { PendingEvent } from '#protocol/seats/pending.ts'
import { type EventSettings, eventSettings, having, settingsIn } from '#protocol/seats/settings.ts'
import { defaultTheme, type EventTheme, plainTheme } from '#protocol/seats/theme/theme.ts'
import { iso } from '#server/kernel/ports/clock.ts'
import { type Collection, eraOf } from '#server/kernel/store/store.ts'
import type { User } from '#server/people/model/account.ts'
import type { Org } from '#server/people/model/org.ts'
import { coverageOfAll, type Editable, type Group, managedCoverage, settingsRevOf } from './group.ts'

/** The owner id of an event that waits to be published. */
export const nobodys = ''

export interface Event extends Editable, Omit<EventSettings, 'theme' | 'photo'> {
  /** Whose plan it counts for: its creator, or the owner of its organization. `nobodys` while it waits to be published. */
  readonly ownerId: string
  readonly ownerOrgId: string | null
  readonly ownerOrgName: string
  /** R85: absent while nobody has chosen one. */
  readonly theme?: EventTheme
  /** R224: absent and null for none. */
  readonly photo?: EventSettings['photo']
  readonly organizerEmail: string
  /** Who invites, if it is a name (`shownName`): release 0.1.0 kept a masked email here. */
  readonly organizerName: string
  readonly assignmentRules: Required<AssignmentRules>
  readonly groupIds: readonly string[]
  /** R204: the records of its team: kept here so that a decision writes the record that holds the limit. */
  readonly teamIds?: readonly string[]
  /** R186a: all who were ever on it, as they came: nobody takes the number of another. */
  readonly everOnTeam?: readonly string[]
  /** R140: the group it had alone before it got others; absent where it never did. From then on it is kept who has seats in which (R145). */
  readonly firstGroupId?: string
  /** R128, R151a: the end of the short link to all of its groups; absent until it has several, and in events of the releases before. */
  readonly shortCode?: string
  /** R140: the revisions of its groups that were deleted, added up: the card goes on from there. */
  readonly goneRevs?: number
  /** R32, R116: false until the person whose email it was created with publishes it. */
  readonly published: boolean
  /** Who may publish it; null once it is. */
  readonly pendingFor: string | null
  readonly createdAt: string
  /** R57 */
  readonly cancelledAt: string | null
  /** Set while unpublished or cancelled: when it is purged. */
  readonly expiresAt: string | null
  /** R142: when its last group is over; absent where that is its own end. */
  readonly lastEnd?: string | undefined
  /** No stored event is a `GroupEvent`, and none of those can be stored. */
  readonly ofGroup?: never
}

/** R142: an event as one of its groups has it, with that group's times and place. What goes by the clock takes this, never the event itself. */
export interface GroupEvent extends Omit<Event, 'ofGroup'> {
  /** The id of the group. */
  readonly ofGroup: string
}
type AnyEvent = Event | GroupEvent

/** R140: what guests call it: with the name of the group, where it is one of several. */
const nameAt = ({ name, groupIds }: Event, group: Group) =>
  groupIds.length > 1 || !groupIds.includes(group._id) ? `${name}: ${group.name}` : name

/** R255: a web address that was typed as the place is the link, unless there is one; a group's own goes before that. */
function placed({ location, link }: Event, own: string | undefined) {
  const typed = partsOfPlace(own || location)
  return { location: typed.place, link: (own && typed.link) || link || typed.link }
}

/** The event as the group has it; undefined where it has none. */
export function eventFor(event: Event, group: Group): GroupEvent
export function eventFor(event: Event | undefined, group: Group): GroupEvent | undefined
export function eventFor(event: Event | undefined, group: Group): GroupEvent | undefined {
  const before = latestOf.get(group)
  if (event === undefined || before?.event === event) return event && before?.its
  const its = {
    ...atGroup(event, group),
    ...placed(event, group.location),
    name: nameAt(event, group),
    lastEnd: undefined,
    ofGroup: group._id,
  }
  latestOf.set(group, { event, its })
  return its
}
/** What was made last of each group as it was read: an answer and its email ask five times for the same. */
const latestOf = new WeakMap<Group, { readonly event: Event; readonly its: GroupEvent }>()

export const events: Collection<Event> = {
  name: 'events',
  indexes: {
    owner: { fields: ['ownerId', 'end'] },
    org: { fields: ['ownerOrgId', 'end'] },
    // R108: what starts soon, however many events are not over.
    ownerStart: { fields: ['ownerId', 'start'] },
    orgStart: { fields: ['ownerOrgId', 'start'] },
    end: { fields: ['end'] },
    // R142: those that are over at another time than their own end, each by that.
    ownerLast: { fields: ['ownerId', 'lastEnd'] },
    orgLast: { fields: ['ownerOrgId', 'lastEnd'] },
    last: { fields: ['lastEnd'] },
    pending: { fields: ['pendingFor', 'createdAt'] },
    expiry: { fields: ['expiresAt'] },
  },
}

export const everOnTeam = (
  { everOnTeam: ever = [], teamIds = [] }: Pick<Event, 'everOnTeam' | 'teamIds'>,
  joining?: { readonly _id: string },
) => [...new Set([...ever, ...teamIds, ...(joining ? [joining._id] : [])])]

/** R142: when it is over: with its last group; as a group has it, with that group. */
export const overAt = ({ lastEnd, end }: Pick<AnyEvent, 'lastEnd' | 'end'>): string => lastEnd ?? end

export function statusOf(event: AnyEvent, now: number): EventStatus {
  if (event.cancelledAt) return 'cancelled'
  if (!event.published) return 'unpublished'
  return overAt(event) > iso(now) ? 'active' : 'over'
}

export const themeOf = ({ _id, theme }: AnyEvent): EventTheme => theme ?? defaultTheme(_id)

/** R84: where it takes place, as one text to compare: guests are told when it changes. */
export const placeKey = ({ location, link }: Pick<Event, 'location' | 'link'>) => `${location}\n${link}`

/** R85: who invites, by name; never an email, masked or not. */
export const shownName = (name: string) => (name && !holdsEmail(name) ? name : namelessHost)

/** The event with the theme that is shown. */
export const themed = (event: AnyEvent): EventSettings & AnyEvent => ({ ...event, theme: themeOf(event), photo: photoOf(event) })
/** R224: the names of its files. */
export function photosOfEvent(event: Event): string[] {
  const photo = photoOf(event)
  return photo ? photoWidths.map((width) => `${photo.hash}-${width}`) : []
}
/** R224: a canceled event has none any more: its files go soon. */
export const photoOf = ({ photo, cancelledAt }: AnyEvent) => (cancelledAt ? null : (photo ?? null))
function publicPlace(event: AnyEvent) {
  const { place } = partsOfPlace(event.location)
  return { location: place, ...(place && !isOnMap(place) && { isOffMap: true as const }) }
}
const guestSettings = having(eventSettings, 'forGuests')
/** For anyone who has the id. R255: a web address in the place is for whoever the link is for. */
export const publicEvent = (event: AnyEvent, now: number): PublicEvent => ({
  _id: event._id,
  ...settingsIn(guestSettings, { ...themed(event), theme: plainTheme(themeOf(event), event._id) }),
  ...publicPlace(event),
  organizer: shownName(event.organizerName),
  status: statusOf(event, now),
  enableRoleSelfSelect: event.assignmentRules.enableRoleSelfSelect,
  singleRoleOnly: event.assignmentRules.rule === 'singleRoleOnly',
})

/** R216, R224: whose faces stand on what guests of an event see. */
export interface Faces {
  readonly brand?: EventBrand | undefined
  readonly host?: HostFace | undefined
}
export const facesShown = ({ brand, host }: Faces) => ({ ...(brand && { brand }), ...(host && { host }) })
/** R216: where the host has no name, the brand's stands for it. */
export function guestsEvent(event: AnyEvent, now: number, { brand }: Faces): PublicEvent {
  const shown = publicEvent(event, now)
  return brand?.face && namedHost(shown.organizer) === '' ? { ...shown, organizer: brand.face.name } : shown
}

/** R85: the name that stands for who invites: the organization's, the one typed for this event, or the person's own; '' for none. */
export const organizerNameOf = (host: Pick<User, 'name'>, org: Pick<Org, 'name'> | undefined, typed = '') => org?.name || typed || host.name

export const pendingView = (
  { _id, name, start, end, timeZone, location, expiresAt }: Event,
  groups: readonly { name: string; roles: readonly { name: string; max: number }[] }[],
): PendingEvent => ({
  _id,
  name,
  start,
  end,
  timeZone,
  location,
  groups: groups.map((group) => ({ name: group.name, roles: group.roles.map((role) => ({ name: role.name, max: role.max })) })),
  expiresAt: expiresAt ?? '',
})

/** R151: of the one invitation to all of its groups. */
export const severalLink = ({ _id }: Pick<Event, '_id'>, publicUrl: string) => `${publicUrl}/rsvp/event/${_id}`

function linksOf(event: Event, publicUrl: string) {
  if (event.groupIds.length < 2) return {}
  const shareLink = severalLink(event, publicUrl)
  return { shareLink, shortLink: event.shortCode ? `${publicUrl}${shortPath}${event.shortCode}` : shareLink }
}

function managedPlace({ location }: Event) {
  const { link } = partsOfPlace(location)
  return link ? { placeLink: link } : {}
}

/** For those who manage it. */
export const eventView = (event: Event, now: number, publicUrl: string): EventView => ({
  ...publicEvent(event, now),
  ...settingsIn(eventSettings, themed(event)),
  ...managedPlace(event),
  rev: event.rev,
  settingsRev: settingsRevOf(event),
  groupIds: [...event.groupIds],
  organizerEmail: event.organizerEmail,
  ownerOrgId: event.ownerOrgId,
  organisingOrgObj: event.ownerOrgId ? { _id: event.ownerOrgId, name: event.ownerOrgName } : null,
  enableRoleAssignment: event.assignmentRules.enableRoleAssignment,
  assignmentRules: event.assignmentRules,
  createdAt: event.createdAt,
  ...linksOf(event, publicUrl),
})

/** One event on its owner's dashboard. Every change of an event also writes its groups, so their `rev`s order the cards. */
export const eventCard = (event: Event, groups: readonly [Group, ...Group[]], now: number): EventCard => {
  const [group] = groups
  const isOne = groups.length === 1
  const sumOf = (of: (one: Group) => number | undefined) => groups.reduce((sum, one) => sum + (of(one) ?? 0), 0)
  const companions = sumOf((one) => one.companions)
  return {
    _id: event._id,
    rev: cardRev(event, groups),
    name: event.name,
    location: event.location,
    theme: plainTheme(themeOf(event), event._id),
    start: event.start,
    end: event.end,
    timeZone: event.timeZone,
    status: statusOf(event, now),
    ...(overAt(event) !== event.end && { lastEnd: overAt(event) }),
    ...(isOne && hasOwnTimes(group) && { groupStart: group.start }),
    groupId: group._id,
    groupName: group.name,
    ...(!isOne && { groups: groups.map((one) => cardGroup(event, one)) }),
    organization: event.ownerOrgId ? { _id: event.ownerOrgId, name: event.ownerOrgName } : null,
    showConfirmation: groups.some(({ showConfirmation }) => showConfirmation),
    roleCoverage: isOne ? managedCoverage(group) : groups.map(coverageOfAll),
    answers: groups
      .map(({ answers }) => answers)
      .reduce((sum, { yes, no, none }) => ({ yes: sum.yes + yes, no: sum.no + no, none: sum.none + none })),
    ...(companions > 0 && { companions }),
    ...(isOne && unreachedIn(group)),
  }
}

const unreachedIn = ({ unreached }: Group) => (unreached ? { unreached } : {})
const cardGroup = (event: Event, group: Group) => {
  const { _id, showConfirmation } = group
  return { _id, start: eventFor(event, group).start, showConfirmation, ...unreachedIn(group) }
}

/** What an event keeps of a group that goes. */
export const goneRevsWith = ({ goneRevs = 0 }: Event, { rev }: Group) => ({ goneRevs: goneRevs + rev - eraOf(rev) + 1 })

/** R122: rises with each write of any of its groups, and when one of them goes. */
export function cardRev({ goneRevs = 0 }: Event, groups: readonly Group[]): number {
  const revs = groups.map(({ rev }) => rev)
  return Math.max(...revs.map(eraOf)) + revs.reduce((sum, rev) => sum + rev - eraOf(rev), goneRevs)
}
