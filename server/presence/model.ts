// Who is there, as one server process tells it to the others (R104); one alone keeps nothing of it.
import type { Doing, PersonHere } from '#protocol/presence.ts'
import type { User } from '../account/model.ts'
import type { Collection, Stored } from '../store/store.ts'

/** Somebody who has a group open over one process, in however many tabs. */
export interface Present {
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
  readonly people: readonly Present[]
  /** Nobody reads it any more: a process that lives writes it again. */
  readonly expiresAt: string
}
export const presences: Collection<Presences> = { name: 'presences', indexes: { expiry: { fields: ['expiresAt'] } } }
export const presencesId = (process: string, groupId: string) => `${process}.${groupId}`

/** R104: what others who manage the group call somebody; an email address is no name. */
export const nameHere = ({ name, username }: Pick<User, 'name' | 'username'>): string =>
  name.trim() !== '' && !name.includes('@') ? name.trim() : (username ?? '')

export const personHere = ({ userId, name, doing }: Present): PersonHere => ({ userId, name, doing })
