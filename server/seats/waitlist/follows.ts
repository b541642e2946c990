// What follows for those who wait, from whatever anybody did: a seat is given or held for them, or no longer, or they stop waiting (R90 to R93).

import { unlinked, withUnlinkedName } from '#server/kernel/emails/names.ts'
import { emails, hasLeft } from '#server/kernel/emails/outbox.ts'
import { guestPlace } from '#server/kernel/emails/parts.ts'
import { movedToWaitlistEmail, offerOverEmail, seatGivenEmail, seatOfferedEmail, waitEndedEmail } from '#server/seats/emails/waitlist.ts'
import { seatsIn, sizeOf } from '#server/seats/model/companion.ts'
import type { Role } from '#server/seats/model/group.ts'
import { offerEmailId } from '#server/seats/model/waitlist.ts'
import { swapFor } from '#server/seats/seating/across.ts'
import type { SeatChange } from '#server/seats/seating/change.ts'
import { type Adds, nothing } from '#server/seats/seating/follow.ts'

interface Named {
  readonly name: string
}

const only = (one: readonly { readonly roleId: string }[] = [], other: readonly { readonly roleId: string }[] = []) =>
  one.filter(({ roleId }) => !other.some((same) => same.roleId === roleId)).map(({ roleId }) => roleId)

/** What ended by itself, or by who manages the group: not with a seat that came, nor with a no. */
function endedOf({ before, after, gained, group }: SeatChange): { readonly offers: readonly string[]; readonly waits: readonly string[] } {
  if (!before || !after || gained.length > 0 || after.attending === false || group.cancelledAt) return { offers: [], waits: [] }
  return { offers: only(before.offers, after.offers), waits: only(before.waits, [...(after.waits ?? []), ...(after.offers ?? [])]) }
}

export const waitlistEmails: Adds = async ({ publicUrl, secrets, clock }, tx, change) => {
  const { before, after, by, group, event, fromLine, toLine, isErased } = change
  if (!after || isErased) return nothing
  // R117: in an email to somebody who never answered, names can't become links.
  const named = event ?? { name: group.name }
  const [occasion, nameOf] =
    after.attending === null ? [withUnlinkedName(named), ({ name }: Named) => unlinked(name)] : [named, ({ name }: Named) => name]
  const facts = (role: Role) => [after.email, publicUrl, guestPlace(group, after), occasion, nameOf(role)] as const
  const rolesOf = (ids: readonly string[]) => group.roles.filter(({ _id }) => ids.includes(_id))
  const offerOf = ({ _id }: Role) => after.offers?.find(({ roleId }) => roleId === _id)
  const fresh = rolesOf(only(after.offers, before?.offers))
  const isShared = fresh.length > 0 && event?.firstGroupId !== undefined
  const swap = isShared ? await swapFor({ secrets, clock }, tx, { group, rsvp: after }) : undefined
  const offered = fresh.map((role) =>
    seatOfferedEmail(...facts(role), {
      roleId: role._id,
      seats: offerOf(role)?.seats ?? 1,
      instead: swap?.instead.map(nameOf) ?? [],
      choose: swap?.choose.count ?? 0,
      emailId: offerEmailId(secrets, after._id, role._id),
    }),
  )
  if (by === 'holder') return { emails: offered }
  const had = { of: before ? sizeOf(before) : 1, roles: rolesOf(after.roleIds).map(nameOf) }
  const ended = endedOf(change)
  // R251: nobody is told of the end of what they were never told of.
  const offers = await Promise.all(ended.offers.map((id) => tx.get(emails, offerEmailId(secrets, after._id, id))))
  const heardOf = ended.offers.filter((_, nth) => !offers[nth] || hasLeft(offers[nth]))
  return {
    emails: [
      ...fromLine.map((role) => seatGivenEmail(...facts(role), { ...had, seats: seatsIn(after, role._id) })),
      ...toLine.map((role) => movedToWaitlistEmail(...facts(role))),
      ...rolesOf(heardOf).map((role) => offerOverEmail(...facts(role))),
      ...rolesOf(ended.waits).map((role) => waitEndedEmail(...facts(role))),
      ...offered,
    ],
  }
}
