// An event of Ada's with few seats whose guests, by number, hand them over to one another.
import { handoverApi } from '#protocol/seats/handover.ts'

import { guestNo, type World } from '../kit/world/world.ts'
import { openStage as openSeats } from '../waitlist/stage.ts'

export async function openStage(given?: World) {
  const stage = await openSeats(undefined, 'team', given)
  const { world, groupId, guest } = stage
  const begin = (from: number, to: number, name = `Guest ${to}`) =>
    world.call(handoverApi.begin, { groupId, name, email: guestNo(to) }, guest(from))
  /** The token of the newest offer that was emailed to a guest. */
  async function tokenFor(to: number) {
    const found = (await world.mails(guestNo(to))).map(({ text }) => /hand-over\?token=([\w.-]+)/.exec(text)?.[1])
    return found.find(Boolean) ?? ''
  }
  return {
    ...stage,
    begin,
    tokenFor,
    takeBack: (from: number) => world.call(handoverApi.takeBack, { groupId }, guest(from)),
    open: (token: string) => world.call(handoverApi.open, { token }),
    accept: (token: string, replaceRole?: boolean) =>
      world.call(handoverApi.accept, { token, ...(replaceRole !== undefined && { replaceRole }) }),
    decline: (token: string) => world.call(handoverApi.decline, { token }),
    /** Begins one and gives the token that was emailed. */
    async offered(from: number, to: number) {
      await begin(from, to)
      return tokenFor(to)
    },
    own: async (n: number) => (await stage.formOf(n)).rsvp,
  }
}
