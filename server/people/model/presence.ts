// Who is there, as one server process tells it to the others (R104); one alone keeps nothing of it.

import { holdsEmail, isMadeUp } from '#protocol/kernel/texts.ts'
import { defaultOwnerName } from '#protocol/people/org.ts'
import type { Doing, PersonHere } from '#protocol/record/presence.ts'
import type { Collection, Stored } from '#server/kernel/store/store.ts'
import type { User } from './account.ts'
import type { Member } from './org.ts'

/** Somebody who has a group open over one process, in however many tabs. */
export interface PersonOnline {
  readonly userId: string
  readonly name: string
  /** The server's own room of those whose dashboards show the group. */
  readonly dashboards: string
  readonly doing: Doing | null
  /** When they began with what they do, in milliseconds. */
  readonly since: number
}

/** Those who have one group open over one process. Any of its records that is written says that the process lives. */
export interface Presences extends Stored {
  readonly process: string
  readonly groupId: string
  readonly people: readonly PersonOnline[]
  /** Nobody reads it any more: a process that lives writes it again. */
  readonly expiresAt: string
}
export const presences: Collection<Presences> = { name: 'presences', indexes: { expiry: { fields: ['expiresAt'] } } }
export const presencesId = (process: string, groupId: string) => `${process}.${groupId}`

/**
 * R104f: what others who manage the group call somebody: as their organization typed it (the owner, as they call themselves), else as they call
 * themselves; '' where nobody has named them. An email address is no name, and neither is what sign-up made up.
 */
export function nameHere({ name, username }: Pick<User, 'name' | 'username'>, member?: Pick<Member, 'name' | 'role'>): string {
  const typed = member && member.name !== defaultOwnerName ? member.name : ''
  const names = member?.role === 'owner' ? [name, typed] : [typed, name]
  const known = names.map((one) => one.trim()).find((one) => one !== '' && !holdsEmail(one))
  return known ?? (username && !isMadeUp(username) ? username : '')
}

export const personHere = ({ userId, name, doing }: PersonOnline): PersonHere => ({ userId, name, doing })
