// How far the emails of a group's invitations have come, and how many the day still allows.
import { create } from 'zustand'
import { call } from '#client/lib/call.ts'
import { receive } from '#client/lib/live.ts'
import { useSession } from '#client/lib/session.ts'
import { type InvitationProgress, invitationApi } from '#protocol/seats/invitation.ts'

interface Invitations {
  readonly progress: Readonly<Record<string, InvitationProgress>>
  readonly left: Readonly<Record<string, number>>
}
export const useInvitations = create<Invitations>(() => ({ progress: {}, left: {} }))

/** The only way in: an older rev never overwrites a newer one. */
export function putProgress(view: InvitationProgress) {
  useInvitations.setState(({ progress }) =>
    (progress[view._id]?.rev ?? 0) > view.rev ? { progress } : { progress: { ...progress, [view._id]: view } },
  )
}
receive('invitations', putProgress)
/** Nothing of one person stays on screen for the next. */
useSession.subscribe((now, before) => {
  if (now.token !== before.token || now.organizerToken !== before.organizerToken) useInvitations.setState({ progress: {}, left: {} })
})

export const putLeft = (groupId: string, left: number) => useInvitations.setState((held) => ({ left: { ...held.left, [groupId]: left } }))

/** Reads how many may be invited today, and what is under way. */
export async function openInvitations(groupId: string) {
  const { left, progress } = await call(invitationApi.read, { id: groupId })
  putLeft(groupId, left)
  if (progress) putProgress(progress)
}

/** L5: reads them again where they were read before, since what came while the line was down was not sent. */
export function reopenInvitations(groupId: string) {
  if (useInvitations.getState().left[groupId] !== undefined) void openInvitations(groupId).catch(() => undefined)
}
