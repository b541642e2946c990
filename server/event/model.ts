// What is kept of an event, and what each audience is shown of it.
import { type AssignmentRules, type EventCard, type EventStatus, type EventView, namelessHost, type PublicEvent } from '#protocol/event.ts'
import type { PendingEvent } from '#protocol/pending.ts'
import { defaultTheme, type ThemeName } from '#protocol/theme.ts'
import type { User } from '../account/model.ts'
import { type Editable, type Group, managedCoverage, settingsRevOf } from '../group/model.ts'
import type { Org } from '../org/model.ts'
import { iso } from '../ports/clock.ts'
import type { Collection } from '../store/store.ts'

/** The owner id of an event that waits to be published. */
export const nobodys = ''

export interface Event extends Editable {
  /** Whose plan it counts for: its creator, or the owner of its organization. `nobodys` while it waits to be published. */
  readonly ownerId: string
  readonly ownerOrgId: string | null
  readonly ownerOrgName: string
  readonly name: string
  readonly description: string
  /** R84 */
  readonly location: string
  readonly link: string
  /** R85: absent while nobody has chosen one. */
  readonly theme?: ThemeName
  /** R53: UTC, shown in `timeZone`. */
  readonly start: string
  readonly end: string
  readonly timeZone: string
  readonly manualEnd: boolean
  readonly organizerEmail: string
  /** Who invites, if it is a name (`shownName`): release 0.1.0 kept a masked email here. */
  readonly organizerName: string
  readonly assignmentRules: Required<AssignmentRules>
  readonly groupIds: readonly string[]
  /** R32, R116: false until the person whose email it was created with publishes it. */
  readonly published: boolean
  /** Who may publish it; null once it is. */
  readonly pendingFor: string | null
  readonly createdAt: string
  /** R57 */
  readonly cancelledAt: string | null
  /** Set while unpublished or cancelled: when it is purged. */
  readonly expiresAt: string | null
}
export const events: Collection<Event> = {
  name: 'events',
  indexes: {
    owner: { fields: ['ownerId', 'end'] },
    org: { fields: ['ownerOrgId', 'end'] },
    end: { fields: ['end'] },
    pending: { fields: ['pendingFor', 'createdAt'] },
    expiry: { fields: ['expiresAt'] },
  },
}

export function statusOf(event: Event, now: number): EventStatus {
  if (event.cancelledAt) return 'cancelled'
  if (!event.published) return 'unpublished'
  return event.end > iso(now) ? 'active' : 'over'
}

export const themeOf = ({ _id, theme }: Event): ThemeName => theme ?? defaultTheme(_id)

/** R84: where it takes place, as one text to compare: guests are told when it changes. */
export const placeKey = ({ location, link }: Pick<Event, 'location' | 'link'>) => `${location}\n${link}`

/** R85: who invites, by name; never an email, masked or not. */
export const shownName = (name: string) => (name && !name.includes('@') ? name : namelessHost)

/** For anyone who has the id. */
export const publicEvent = (event: Event, now: number): PublicEvent => ({
  _id: event._id,
  name: event.name,
  description: event.description,
  location: event.location,
  theme: themeOf(event),
  start: event.start,
  end: event.end,
  timeZone: event.timeZone,
  organizer: shownName(event.organizerName),
  status: statusOf(event, now),
  enableRoleSelfSelect: event.assignmentRules.enableRoleSelfSelect,
  singleRoleOnly: event.assignmentRules.rule === 'singleRoleOnly',
})

/** R85: the name that stands for who invites: the organization's, the one typed for this event, or the person's own; '' for none. */
export const organizerNameOf = (host: Pick<User, 'name'>, org: Pick<Org, 'name'> | undefined, typed = '') => org?.name || typed || host.name

export const pendingView = ({ _id, name, start, end, timeZone, expiresAt }: Event): PendingEvent => ({
  _id,
  name,
  start,
  end,
  timeZone,
  expiresAt: expiresAt ?? '',
})

/** For those who manage it. */
export const eventView = (event: Event, now: number): EventView => ({
  ...publicEvent(event, now),
  rev: event.rev,
  settingsRev: settingsRevOf(event),
  link: event.link,
  groupIds: [...event.groupIds],
  manualEnd: event.manualEnd,
  organizerEmail: event.organizerEmail,
  ownerOrgId: event.ownerOrgId,
  organisingOrgObj: event.ownerOrgId ? { _id: event.ownerOrgId, name: event.ownerOrgName } : null,
  enableRoleAssignment: event.assignmentRules.enableRoleAssignment,
  assignmentRules: event.assignmentRules,
  createdAt: event.createdAt,
})

/** One event on its owner's dashboard. Every change of an event also writes its group, so the group's `rev` orders the cards. */
export const eventCard = (event: Event, group: Group, now: number): EventCard => ({
  _id: event._id,
  rev: group.rev,
  name: event.name,
  location: event.location,
  theme: themeOf(event),
  start: event.start,
  end: event.end,
  timeZone: event.timeZone,
  status: statusOf(event, now),
  groupId: group._id,
  groupName: group.name,
  organization: event.ownerOrgId ? { _id: event.ownerOrgId, name: event.ownerOrgName } : null,
  showConfirmation: group.showConfirmation,
  roleCoverage: managedCoverage(group),
  answers: group.answers,
})
