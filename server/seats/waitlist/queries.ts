// What those who manage a group see of those who wait in it (R92).
import type { Input } from '#protocol/kernel/endpoint.ts'
import { rsvpsPerPage } from '#protocol/kernel/limits.ts'
import type { OfferRow, waitlistApi } from '#protocol/seats/waitlist.ts'
import { refuse } from '#server/kernel/refuse.ts'
import type { Services } from '#server/kernel/write/services.ts'
import type { Caller } from '#server/people/identity/caller.ts'
import { needOf, sizeOf } from '#server/seats/model/companion.ts'
import { type Group, groups, type Role, type WaitQueue } from '#server/seats/model/group.ts'
import { type Rsvp, rsvpRow, rsvps } from '#server/seats/model/rsvp.ts'
import { type WaitPage, waitPageId, waitPages } from '#server/seats/model/waitlist.ts'
import { manages } from '#server/seats/rights/rights.ts'

/** People on one page of the organizer's list, at least. */
const listedPerPage = 50

const pageNos = (line: WaitQueue | undefined) => (line?.counts ?? []).flatMap((count, nth) => (count > 0 ? (line?.first ?? 0) + nth : []))

/** R92: some dozens of those who wait, role by role and in their order. */
export async function readWaitlist(services: Services, { id, cursor }: Input<typeof waitlistApi.list>, caller: Caller) {
  const { store, secrets } = services
  const group = (await store.get(groups, id)) ?? refuse('group-unknown')
  if (group.cancelledAt || !(await manages(services, store, group, caller))) refuse('group-unknown')
  const places = group.roles.flatMap((role) => pageNos(role.line).map((no) => ({ role, no })))
  const [fromRole, fromNo] = cursor?.split('_') ?? []
  const roleAt = group.roles.findIndex(({ _id }) => _id === fromRole)
  const isLater = ({ role, no }: (typeof places)[number]) => {
    const at = group.roles.indexOf(role)
    return cursor === undefined || at > roleAt || (at === roleAt && no > Number(fromNo))
  }
  const left = places.filter(isLater)
  let [take, people] = [0, 0]
  while (take < left.length && people < listedPerPage) {
    const { role, no } = left[take] as (typeof places)[number]
    people += role.line?.counts[no - role.line.first] ?? 0
    take += 1
  }
  const rows = left.slice(0, take).map(async ({ role, no }) => {
    const page = await store.get(waitPages, waitPageId(secrets, id, role._id, no))
    return page ? rowsOf(services, group, role, page) : []
  })
  const last = take < left.length ? left[take - 1] : undefined
  const offers = cursor === undefined ? await offersIn(services, group) : []
  return { waiting: (await Promise.all(rows)).flat(), offers, nextCursor: last ? `${last.role._id}_${last.no}` : null }
}

/** R130: the seats that are held, by the answer whose first offer ends first. */
async function offersIn({ store }: Services, group: Group): Promise<OfferRow[]> {
  if (!group.roles.some(({ held }) => held)) return []
  const found = await store.find(rsvps, { index: 'offered', where: { groupId: group._id }, limit: rsvpsPerPage })
  return found.flatMap(({ _id: rsvpId, name, email, offers = [] }) =>
    offers.flatMap(({ roleId, until, seats }) => {
      const role = group.roles.find(({ _id }) => _id === roleId)
      return role ? [{ _id: `${roleId}_${rsvpId}`, rsvpId, role: role.name, name, email, until, ...(seats && { seats }) }] : []
    }),
  )
}

/** R172 */
const partyIn = (rsvp: Rsvp) => {
  const [size, atLeast] = [sizeOf(rsvp), needOf(rsvp)]
  return size > 1 ? { size, ...(atLeast < size && { atLeast }) } : {}
}

async function rowsOf({ store }: Services, group: Group, role: Role, page: WaitPage) {
  const found = await Promise.all(page.rsvpIds.map((rsvpId) => store.get(rsvps, rsvpId)))
  const before = role.line?.counts.slice(0, page.no - role.line.first).reduce((sum, count) => sum + count, 0) ?? 0
  return found.flatMap((rsvp, nth) => {
    if (!rsvp) return []
    const { name, email, roles } = rsvpRow(rsvp, group, false, false)
    return {
      _id: `${role._id}_${rsvp._id}`,
      rsvpId: rsvp._id,
      role: role.name,
      position: before + nth + 1,
      name,
      email,
      roles,
      ...partyIn(rsvp),
    }
  })
}
