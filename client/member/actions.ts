// What one does about one's own place in an organization: accept, decline, leave.
import { call } from '#client/lib/call.ts'
import { loadMine } from '#client/org/actions.ts'
import { dropOrg, putMember } from '#client/org/store.ts'
import { memberApi } from '#protocol/people/member.ts'

export const readInvitation = async (token: string) => (await call(memberApi.readInvitation, { token })).invitation

export const answerByLink = (token: string, accept: boolean) => call(memberApi.answerByLink, { token, accept })

/** Answers while signed in; one's own list is then read anew. */
export async function answerInvitation(orgId: string, accept: boolean) {
  await call(memberApi.answer, { id: orgId, accept })
  await loadMine()
}

export async function leaveOrg(orgId: string) {
  await call(memberApi.leave, { id: orgId })
  dropOrg(orgId)
}

export async function inviteAgain(orgId: string, id: string) {
  putMember((await call(memberApi.inviteAgain, { id, orgId })).member)
}
