// Which addresses may not answer in a group, for those who manage it (R129).
import type { Input } from '#protocol/kernel/endpoint.ts'
import { rsvpsPerPage } from '#protocol/kernel/limits.ts'
import type { removalApi } from '#protocol/seats/removal.ts'
import type { Services } from '#server/kernel/write/services.ts'
import type { Caller } from '#server/people/identity/caller.ts'
import { isErased, type Rsvp, rsvps } from '#server/seats/model/rsvp.ts'
import { managed } from '#server/seats/rights/groups.ts'

const cursorOf = ({ blockedAt, _id }: Rsvp) => `${blockedAt}_${_id}`

export async function readBlocked(services: Services, { id, cursor }: Input<typeof removalApi.blocked>, caller: Caller) {
  await managed(services, services.store, id, caller)
  const [blockedAt, _id = ''] = cursor?.split('_') ?? []
  const after = blockedAt ? { after: { _id, rev: 0, groupId: id, blockedAt } } : {}
  const query = { index: 'blocked', where: { groupId: id }, descending: true, limit: rsvpsPerPage + 1, ...after }
  const found = (await services.store.find(rsvps, query)).filter((rsvp) => rsvp.blockedAt !== undefined)
  const page = found.slice(0, rsvpsPerPage)
  const last = found.length > page.length ? page.at(-1) : undefined
  const rows = page.map((rsvp) => ({
    _id: rsvp._id,
    name: isErased(rsvp) ? '' : rsvp.name,
    email: rsvp.email,
    blockedAt: rsvp.blockedAt ?? '',
  }))
  return { blocked: rows, nextCursor: last ? cursorOf(last) : null }
}
