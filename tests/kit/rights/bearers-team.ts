// What lets somebody help with an event without an account: the emailed link, and the cookie of who accepted.
import { ownershipApi } from '#protocol/people/ownership.ts'
import { teamApi } from '#protocol/people/team.ts'
import { groupApi } from '#protocol/seats/group.ts'
import { cookieOf } from '../world/people.ts'
import type { Answer, World } from '../world/world.ts'
import type { Bearer, Cast } from './bearers.ts'

const isOk = ({ status }: Answer) => status === 200

/** Somebody else asks Ada to look on at an event of theirs. */
async function teamLink({ world: here, ada }: Cast, name: string) {
  const owner = await here.person(name, 'team')
  const { eventId: id, groupId } = await here.event(owner)
  await here.ok(teamApi.add, { id, email: ada.email, role: 'viewer' }, owner)
  return { token: await here.tokenMailed(ada.email), groupId }
}
const invites =
  ({ token }: { token: string }) =>
  async (world: World) =>
    isOk(await world.call(teamApi.open, { token }))

export const teamBearers: readonly Bearer[] = [
  {
    name: 'Invitation to the team of an event',
    endedBy: ['restore'],
    besides: 'being taken back, a newer one, the end of the role, and 30 days; void while the account of its address is suspended',
    sites: ['sign server/seats/team/actions.ts'],
    make: async (cast) => invites(await teamLink(cast, 'tilda')),
  },
  {
    name: 'Offer of an event to another owner',
    endedBy: ['restore'],
    besides: 'being taken back, and 48 hours; it takes the account of its address besides',
    sites: ['sign server/seats/ownership/actions.ts'],
    async make({ world: here, ada }) {
      const owner = await here.person('tristan')
      const { eventId: id } = await here.event(owner)
      await here.ok(ownershipApi.offer, { id, email: ada.email }, owner)
      return invites({ token: await here.tokenMailed(ada.email) })
    },
  },
  {
    name: 'Helper of an event without an account (cookie)',
    endedBy: ['restore'],
    besides: 'leaving, being taken off the team, and the end of the role; void while the account of its address is suspended',
    sites: ['cookie teamCookie'],
    make: async (cast) => {
      const { token, groupId: id } = await teamLink(cast, 'theo')
      const cookie = cookieOf((await cast.world.call(teamApi.accept, { token })).headers)
      return async (world) => isOk(await world.call(groupApi.rsvps, { id }, { cookie }))
    },
  },
]
