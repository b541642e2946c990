// The calls that change who belongs to an organization: endpoint, guard, action.
import { memberApi } from '#protocol/people/member.ts'
import { orgApi } from '#protocol/people/org.ts'
import { account, anyone, on } from '#server/people/http/route.ts'
import * as member from './actions.ts'
import { readInvitation } from './queries.ts'

export const memberRoutes = [
  on(orgApi.addMembers, account, member.addMembers, { limit: 'members' }),
  on(orgApi.addBulk, account, member.addBulk, { limit: 'members' }),
  on(orgApi.removeMembers, account, member.removeMembers),
  on(orgApi.setRole, account, member.setRole),
  on(memberApi.readInvitation, anyone, readInvitation, { limit: 'token' }),
  on(memberApi.answerByLink, anyone, member.answerByLink, { limit: 'token' }),
  on(memberApi.answer, account, member.answerInvitation),
  on(memberApi.inviteAgain, account, member.inviteAgain, { limit: 'members' }),
  on(memberApi.leave, account, member.leave),
]
