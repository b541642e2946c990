// A guest's own calls: endpoint, guard, action.
import { guestApi } from '#protocol/seats/guest.ts'
import { anyone, on, organizer } from '#server/people/http/route.ts'
import { eraseMyData, mailLinks, newLink, newLinkFor, openOwn, readMyData } from './actions.ts'
import { epochOf } from './queries.ts'

export const guestRoutes = [
  on(guestApi.open, anyone, openOwn, {
    limit: 'token',
    proves: ({ token }, { _id, userEmail }) => ({ groupId: _id, email: userEmail, epoch: epochOf(token) }),
  }),
  on(guestApi.links, anyone, mailLinks, { limit: 'code' }),
  on(guestApi.newLink, anyone, newLink, { limit: 'email', readsProof: true }),
  on(guestApi.newLinkFor, organizer, newLinkFor, { limit: 'edit' }),
  on(guestApi.myData, anyone, readMyData, { limit: 'lookUp', readsProof: true }),
  on(guestApi.erase, anyone, eraseMyData, { limit: 'email', readsProof: true }),
]
