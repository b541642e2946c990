// A group with seats that are taken, and the answers of its people, as the server gives them to their manager.
import { useGroups } from '#client/records/groups.ts'
import { type Tier, tierLimits } from '#protocol/kernel/limits.ts'
import type { GroupPage, GroupView, PublicGroup, RsvpRow } from '#protocol/seats/group.ts'
import { aGroup, groupId } from './event-fixtures.ts'

export const speakerId = '1'.repeat(24)
export const hostId = '2'.repeat(24)

/** Two of three speakers, no host. */
export const filled = (part: Partial<GroupView> = {}): GroupView =>
  aGroup({
    roles: [
      { _id: speakerId, name: 'Speaker', max: 3 },
      { _id: hostId, name: 'Host', max: 2 },
    ],
    roleCoverage: [
      {
        _id: speakerId,
        name: 'Speaker',
        total: 3,
        count: 2,
        detailedCounts: { confirmedAndYes: 1, yesNotConfirmed: 1, assignedNoResponse: 0, declined: 2 },
      },
      {
        _id: hostId,
        name: 'Host',
        total: 2,
        count: 0,
        detailedCounts: { confirmedAndYes: 0, yesNotConfirmed: 0, assignedNoResponse: 0, declined: 0 },
      },
    ],
    answers: { yes: 2, no: 1, none: 0 },
    shareLink: `http://localhost/rsvp/${groupId}?eventId=${'e'.repeat(24)}&code=forfeedback`,
    shortLink: 'http://localhost/e/ABCDEFGH',
    ...part,
  })

export const pageOf = (group: GroupView, part: Partial<GroupPage> = {}, tier: Tier = 'pro'): GroupPage => ({
  group,
  canManage: true,
  canAssign: true,
  tierLimits: tierLimits(tier),
  roleCoverage: group.roleCoverage,
  rsvps: [],
  nextCursor: null,
  ...part,
})

export const publicOf = ({
  settingsRev: ______,
  email: _,
  answers: __,
  shareLink: ___,
  limitToMembers: ____,
  attendingOrgIds: _____,
  ...rest
}: GroupView): PublicGroup => rest

export const aRow = (number: number, part: Partial<RsvpRow> = {}): RsvpRow => ({
  _id: number.toString(16).padStart(24, '0'),
  rev: 1,
  eventId: 'e'.repeat(24),
  groupId,
  orgId: null,
  name: `Person ${number}`,
  email: `p${number}@example.org`,
  maskedEmail: 'p***@example.org',
  attending: true,
  roles: [],
  confirmed: false,
  confirmationDate: null,
  formerMember: false,
  updatedAt: new Date(1.7e12 + number).toISOString(),
  ...part,
})

export const forgetGroups = () =>
  useGroups.setState({ byId: {}, publicById: {}, limitsById: {}, answered: {}, nextHandOver: {}, moved: new Set() })
