// An event of Ada's with few seats, and guests by number who take them, wait for them and give them back.

import type { Tier } from '#protocol/kernel/limits.ts'
import { eventApi } from '#protocol/seats/event.ts'
import { rsvpApi } from '#protocol/seats/rsvp.ts'
import { waitlistApi } from '#protocol/seats/waitlist.ts'
import { type Group, groups, taken } from '#server/seats/model/group.ts'
import { guestNo, openWorld, type World } from '../kit/world/world.ts'

const few = [
  { name: 'Speaker', max: 1 },
  { name: 'Guest', max: 2 },
]

interface Wish {
  readonly roles?: string[]
  readonly keepWaiting?: boolean
  readonly replaceRole?: boolean
}

export async function openStage(roles = few, tier: Tier = 'team', given?: World) {
  const world = given ?? (await openWorld())
  const ada = await world.person('ada', tier)
  const { eventId, groupId } = await world.event(ada, roles, { limitToMembers: false }, { assignmentRules: { enableRoleSelfSelect: true } })
  const guest = (n: number) => world.proven(guestNo(n), groupId)
  const answer = (n: number, chosen: string[], more: Record<string, unknown> = {}) => world.answer(groupId, guest(n), chosen, more)
  const group = async () => (await world.store.get(groups, groupId)) as Group
  const formOf = (n: number) => world.ok(rsvpApi.form, { groupId }, guest(n))
  const event = await world.ok(eventApi.read, { id: eventId }, ada)
  return {
    world,
    ada,
    eventId,
    groupId,
    guest,
    answer,
    group,
    formOf,
    decline: (n: number) => answer(n, [], { attending: false }),
    wait: (n: number, waitFor: string[], { roles: chosen = [], ...more }: Wish = {}) => answer(n, chosen, { waitFor, ...more }),
    offer: (n: number, accept: boolean, role = 'Speaker') => world.call(waitlistApi.offer, { groupId, role, accept }, guest(n)),
    list: (cursor: string | null = null) => world.ok(waitlistApi.list, { id: groupId, ...(cursor && { cursor }) }, ada),
    rolesOf: async (n: number) => (await formOf(n)).rsvp?.roles ?? [],
    taken: async () => (await group()).roles.map(taken),
    /** With the reminder that is due by then. */
    newestEmails: async (n: number) =>
      (await world.mails(guestNo(n)))
        .slice(0, 2)
        .map(({ text }) => text)
        .join(),
    newestEmail: async (n: number) => (await world.mails(guestNo(n)))[0]?.text ?? '',
    single: () => world.ok(eventApi.update, { id: eventId, assignmentRules: { rule: 'singleRoleOnly' as const } }, ada),
    /** Sets the clock to so many hours before the start. */
    hoursBefore: (hours: number) => world.clock.advance(Date.parse(event.event.start) - hours * 3_600_000 - world.clock.now()),
    /** Takes all seats of a role, by guests from number `from` on. */
    async fill(name: string, from = 0) {
      const max = (await group()).roles.find((role) => role.name === name)?.max ?? 0
      for (let n = from; n < from + max; n++) await answer(n, [name])
    },
  }
}
