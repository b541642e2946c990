// An event with its group, as the server gives them to their manager.
import type { OpenedEvent } from '#client/event/edit/open-event.ts'
import { tierLimits } from '#protocol/kernel/limits.ts'
import type { UserView } from '#protocol/people/account.ts'
import type { EventCard, EventView } from '#protocol/seats/event.ts'
import type { GroupPage, GroupView } from '#protocol/seats/group.ts'

export const eventId = 'e'.repeat(24)
export const groupId = 'a'.repeat(24)

export const anEvent = (part: Partial<EventView> = {}): EventView => ({
  _id: eventId,
  rev: 1,
  settingsRev: 1,
  name: 'Meetup',
  description: 'Talks and soup',
  location: '',
  dressCode: '',
  doorsOpen: 60,
  theme: 'dusk',
  photo: null,
  link: '',
  start: '2026-12-05T18:30:12.000Z',
  end: '2026-12-05T20:30:12.000Z',
  timeZone: 'Europe/Berlin',
  organizer: 'Ada',
  status: 'active',
  enableRoleSelfSelect: true,
  singleRoleOnly: false,
  groupIds: [groupId],
  manualEnd: false,
  bufferMinutes: 0,
  maxGroups: null,
  minGroups: 0,
  organizerEmail: 'ada@example.com',
  ownerOrgId: null,
  organisingOrgObj: null,
  enableRoleAssignment: false,
  assignmentRules: { rule: '', enableRoleAssignment: false, enableRoleSelfSelect: true },
  createdAt: '2026-11-21T08:00:00.000Z',
  ...part,
})

export const aGroup = (part: Partial<GroupView> = {}): GroupView => ({
  _id: groupId,
  rev: 1,
  settingsRev: 1,
  eventId,
  name: 'Group for Meetup',
  description: '',
  email: 'ada@example.com',
  displayRSVPToAll: true,
  showConfirmation: false,
  limitToMembers: false,
  waitlist: true,
  waitlistCutoffHours: 24,
  handOver: true,
  maxCompanions: 0,
  start: '',
  end: '',
  location: '',
  allowOverlap: false,
  opensAt: '',
  closesAt: '',
  ownerOrgId: null,
  questions: [],
  attendingOrgIds: [],
  roles: [
    { _id: 'r1', name: 'Speaker', max: 2 },
    { _id: 'r2', name: 'Host', max: 1 },
  ],
  roleCoverage: [],
  answers: { yes: 0, no: 0, none: 0 },
  shareLink: 'http://localhost/rsvp/x',
  shortLink: 'http://localhost/e/ABCDEFGH',
  ...part,
})

export const opened = (event: Partial<EventView> = {}, group: Partial<GroupView> = {}): OpenedEvent => ({
  event: anEvent(event),
  group: aGroup(group),
  limits: tierLimits('pro'),
})

export const groupPage = (group: Partial<GroupView> = {}): GroupPage => ({
  group: aGroup(group),
  canManage: true,
  canAssign: true,
  tierLimits: tierLimits('pro'),
  roleCoverage: [],
  rsvps: [],
  nextCursor: null,
})

export const aCard = (part: Partial<EventCard> = {}): EventCard => ({
  _id: eventId,
  rev: 1,
  name: 'Meetup',
  location: '',
  theme: 'dusk',
  start: '2026-12-05T18:30:00.000Z',
  end: '2026-12-05T20:30:00.000Z',
  timeZone: 'Asia/Kathmandu',
  status: 'active',
  groupId,
  groupName: 'Group for Meetup',
  organization: null,
  showConfirmation: false,
  roleCoverage: [],
  answers: { yes: 0, no: 0, none: 0 },
  ...part,
})

export const aUser: UserView = {
  _id: 'd'.repeat(24),
  rev: 1,
  name: 'Ada',
  username: 'ada_l',
  email: 'ada@example.com',
  maskedEmail: 'a**@example.com',
  mobile: '',
  tier: 'free',
  role: '',
  verified: true,
  createdAt: '2026-11-21T08:00:00.000Z',
  subscriptionStatus: 'none',
  hasActiveSubscription: false,
  access: 'account',
}
