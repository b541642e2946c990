// The roles of an event's team, in words.
import { formatDay, formatInstant, viewerZone } from '#client/lib/dates.ts'
import type { Teammate, TeamView } from '#protocol/people/team.ts'
import type { AskedRole } from '#protocol/people/team-roles.ts'

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

export const calledIn = ({ name, email = '' }: Pick<Teammate, 'name' | 'email'>) => name || email

type Told = Pick<Teammate, 'role' | 'groupIds' | 'until'>
/** R202: 'Helper at the door · Foyer, until 3 Dec 2026', on the event's clock. */
export function roleText({ role, groupIds, until }: Told, { groups, timeZone }: Pick<TeamView, 'groups' | 'timeZone'>) {
  if (role === 'owner') return `Next owner, until ${formatInstant(until, viewerZone())}`
  const where = groups.filter(({ _id }) => groupIds.includes(_id)).map(({ name }) => name)
  const place = groupIds.length === 0 ? [] : [where.join(', ') || 'none of its groups']
  return `${[teamNames[role], ...place].join(' · ')}, until ${formatDay(until, timeZone)}`
}
