// What the link of an invitation says and for how long, and who may leave. Pure.
import { invitationDays } from '#protocol/kernel/limits.ts'
import { refuse } from '#server/kernel/refuse.ts'
import { inviteAgainFrom, isActive, type Member } from '#server/people/model/org.ts'

const dayMs = 86_400_000

/** What is signed into the link: for which membership, and until when. */
export const invitationText = (memberId: string, now: number) => JSON.stringify(['invitation', memberId, now + invitationDays * dayMs])

/** The signed text in characters that every mail program takes for a part of the link, and back. */
export const linkToken = (signed: string) => Buffer.from(signed).toString('base64url')
export const signedIn = (token: string) => Buffer.from(token, 'base64url').toString()

/** The membership that a link is for. Refuses `invitation-invalid` where it is signed for something else, or over. */
export function invitedMemberId(text: string | undefined, now: number): string {
  const [, memberId, until] = /^\["invitation","([0-9a-f]{24})",(\d+)\]$/.exec(text ?? '') ?? []
  return memberId && Number(until) > now ? memberId : refuse('invitation-invalid')
}

/** R117: a further email waits for a week after the last one. Refuses `member-active` and `invitation-soon`. */
export function checkMayInviteAgain(member: Member, now: number) {
  if (isActive(member)) refuse('member-active')
  if (inviteAgainFrom(member) > now) refuse('invitation-soon')
}

/** R117: who owns an organization can't leave it. */
export const checkMayLeave = (member: Member) => (member.role === 'owner' ? refuse('org-owner-stays') : undefined)
