// What gives somebody a seat that another person had for them, the links that are emailed for it; and what shows a guest’s own to their calendar.
import { companionApi } from '#protocol/seats/claims/claim.ts'
import { handoverApi } from '#protocol/seats/handover.ts'
import { severalApi } from '#protocol/seats/several/several.ts'
import type { Answer } from '../world/world.ts'
import type { Bearer } from './bearers.ts'

const isOk = ({ status }: Answer) => status === 200

export const seatBearers: readonly Bearer[] = [
  {
    name: 'Calendar feed of a guest',
    endedBy: ['erased data', 'new link', 'restore'],
    besides: '30 days after the event; it shows what they come to in one event, and changes nothing',
    sites: ['purpose guest-feed'],
    make: async ({ world: here, eventId, guest }) => {
      const { url } = await here.ok(severalApi.feed, { eventId }, guest)
      return async (world) => isOk(await world.send('GET', new URL(url).pathname))
    },
  },
  {
    name: 'Hand-over of a seat',
    endedBy: ['erased data', 'restore'],
    besides: 'its answer, the giver, the last of its seats, and 48 hours',
    sites: ['purpose hand-over'],
    make: async ({ world: here, groupId, guest }) => {
      await here.ok(handoverApi.begin, { groupId, name: 'Nora', email: 'nora@guests.test' }, guest)
      const token = await here.tokenMailed('nora@guests.test')
      return async (world) => isOk(await world.call(handoverApi.open, { token }))
    },
  },
  {
    name: 'Link of a companion',
    endedBy: ['erased data', 'restore'],
    besides: 'its answer, the guest, who stays away with or without that companion, and 48 hours',
    sites: ['purpose companion'],
    make: async ({ world: here, groupId, guest }) => {
      const { body } = await here.answer(groupId, guest, ['Guest'], { companions: [{ name: 'Mia' }] })
      await here.ok(companionApi.link, { groupId, companionId: body.rsvp.companions[0]._id, email: 'mia@guests.test' }, guest)
      const token = await here.tokenMailed('mia@guests.test')
      return async (world) => isOk(await world.call(companionApi.open, { token }))
    },
  },
]
