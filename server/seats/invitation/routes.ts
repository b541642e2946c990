// The calls of inviting people by email: endpoint, guard, action.
import { invitationApi } from '#protocol/seats/invitation.ts'
import { on, organizer } from '#server/people/http/route.ts'
import { invite, inviteAgain, readInvitations, takeBack } from './actions.ts'

export const invitationRoutes = [
  on(invitationApi.read, organizer, readInvitations, { limit: 'memberPages' }),
  on(invitationApi.send, organizer, invite, { limit: 'memberPages' }),
  on(invitationApi.again, organizer, inviteAgain, { limit: 'memberPages' }),
  on(invitationApi.takeBack, organizer, takeBack, { limit: 'edit' }),
]
