// How far the emails of a group's invitations have come, and how many the day still allows.
import { create } from 'zustand'
import { call } from '#client/lib/call.ts'
import { receive } from '#client/lib/live.ts'
import { type InvitationProgress, invitationApi } from '#protocol/invitation.ts'

interface Invitations {
  readonly progress: Readonly<Record<string, InvitationProgress>>
  readonly left: Readonly<Record<string, number>>
}
export const useInvitations = create<Invitations>(() => ({ progress: {}, left: {} }))

/** The one door in: an older rev never overwrites a newer one. */
export function putProgress(view: InvitationProgress) {
  useInvitations.setState(({ progress }) =>
    (progress[view._id]?.rev ?? 0) > view.rev ? { progress } : { progress: { ...progress, [view._id]: view } },
  )
}
receive('invitations', putProgress)

export const putLeft = (groupId: string, left: number) => useInvitations.setState((held) => ({ left: { ...held.left, [groupId]: left } }))

/** Reads how many may be invited today, and what is under way. */
export async function openInvitations(groupId: string) {
  const { left, progress } = await call(invitationApi.read, { id: groupId })
  putLeft(groupId, left)
  if (progress) putProgress(progress)
}
