// Who may watch which kind of room: the rest of the table of rights.
import {
  accountRoom,
  activityRoom,
  boardRoom,
  dashboardRoom,
  doorRoom,
  eventRoom,
  formRoom,
  groupRoom,
  guestRoom,
  messageRoom,
  orgRoom,
} from '#protocol/live.ts'
import type { Tenant } from './rights-cast.ts'
import { all, creators, lookers, managers, mere, org, proven, type Row, readers, team, viewers, writers } from './rights-rows.ts'

export type RoomRow = Pick<Row, 'on' | 'outcomes' | 'rest'> & { readonly room: (tenant: Tenant) => string }
export const rooms: Readonly<Record<string, RoomRow>> = {
  group: { on: all, room: ({ groupId }) => groupRoom(groupId), rest: 'group-unknown', outcomes: lookers },
  form: { on: all, room: ({ groupId, eventId }) => formRoom(groupId, eventId), rest: 'public', outcomes: {} },
  event: { on: all, room: ({ eventId }) => eventRoom(eventId ?? ''), rest: 'public', outcomes: {} },
  dashboard: { on: all, room: ({ userId }) => dashboardRoom(userId), rest: 'not-yours', outcomes: { full: creators } },
  account: {
    on: all,
    room: ({ userId }) => accountRoom(userId),
    rest: 'not-yours',
    outcomes: { full: { free: ['creatorFree'], team, org: ['owner'] } },
  },
  guest: {
    on: all,
    room: ({ groupId, eventId }) => guestRoom(groupId, eventId),
    rest: 'proof-missing',
    outcomes: { own: { free: proven, team: proven, org: proven } },
  },
  message: { on: all, room: ({ groupId }) => messageRoom(groupId), rest: 'group-unknown', outcomes: { full: writers } },
  activity: { on: all, room: ({ groupId }) => activityRoom(groupId), rest: 'group-unknown', outcomes: { full: managers } },
  board: { on: all, room: ({ eventId }) => boardRoom(eventId), rest: 'event-unknown', outcomes: lookers },
  // R183, R186: how many are inside, to who looks on, and to whoever is at its door.
  door: {
    on: all,
    room: ({ eventId }) => doorRoom(eventId ?? ''),
    rest: 'event-unknown',
    outcomes: {
      full: {
        free: [...(readers.free ?? []), 'doorPhone'],
        team: [...(readers.team ?? []), ...(viewers.team ?? []), 'teamDoor', 'doorPhone'],
        org: [...(readers.org ?? []), 'doorPhone'],
      },
    },
  },
  org: {
    on: ['org'],
    room: ({ orgId }) => orgRoom(orgId),
    rest: 'org-unknown',
    outcomes: { full: { org }, 'member-rights': { org: mere } },
  },
}
