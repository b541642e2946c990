// Whether somebody belongs to an organization, by the email they are known by, and whether they have accepted; and what they are called there.
import type { Reader } from '#server/kernel/store/store.ts'
import type { Services } from '#server/kernel/write/services.ts'
import { type User, users } from '#server/people/model/account.ts'
import { isActive, type Member, memberId, members } from '#server/people/model/org.ts'
import { nameHere } from '#server/people/model/presence.ts'

/** The membership added with this email, accepted or not: enough for a seat and members-only events, for nothing else (R117). */
export const membershipByEmail = (tx: Reader, { secrets }: Services, orgId: string, email: string) =>
  tx.get(members, memberId(secrets, orgId, email))

/** The membership of somebody who has accepted; undefined for those who are only invited (R117). */
export async function membershipOf(tx: Reader, services: Services, orgId: string, email: string): Promise<Member | undefined> {
  const place = await membershipByEmail(tx, services, orgId, email)
  return place && isActive(place) ? place : undefined
}

const maxPlaces = 200

/** R104f: what somebody is called among those who manage what is an organization's, or a person's own where that is null. */
export async function calledIn(tx: Reader, orgId: string | null, user: User): Promise<string> {
  const places = orgId === null ? [] : await tx.find(members, { index: 'user', where: { userId: user._id }, limit: maxPlaces })
  return nameHere(
    user,
    places.find((one) => one.orgId === orgId),
  )
}

/** The same of an account's id; '' where there is no such account any more. */
export async function nameIn(tx: Reader, orgId: string | null, userId: string): Promise<string> {
  const user = await tx.get(users, userId)
  return user ? calledIn(tx, orgId, user) : ''
}
