// The roles of an event's team, in words.
import type { AskedRole } from '#protocol/people/team.ts'

export const teamNames: Readonly<Record<AskedRole, string>> = {
  owner: 'Owner',
  manager: 'Manager',
  assigner: 'Assigner',
  messenger: 'Messenger',
  viewer: 'Viewer',
  door: 'Helper at the door',
}

/** What each sees and does. */
export const teamDoes: Readonly<Record<AskedRole, string>> = {
  owner: 'The event becomes yours, with its answers and its team, and counts for your plan. Who had it goes on as a manager.',
  manager: 'Does all that you do, but can’t delete the event or choose managers.',
  assigner: 'Assigns roles, and sees names, emails and notes.',
  messenger: 'Reads answers, invites people and writes to guests.',
  viewer: 'Sees how the seats fill and the names of who comes, and no emails. Needs no account.',
  door: 'Lets guests in at the door. Needs no account.',
}

/** Where whoever has the role helps. */
export const helperPath = (eventId: string, role: AskedRole) => (role === 'door' ? `/door/${eventId}` : `/event/${eventId}`)
