// What is kept of invitations by email (R97): a part of each RSVP, and how far the latest emails of a group have come.
import type { InvitationCounts, InvitationState } from '#protocol/seats/group.ts'
import type { InvitationProgress } from '#protocol/seats/invitation.ts'
import type { Secrets } from '#server/kernel/ports/secrets.ts'
import type { Collection, Stored } from '#server/kernel/store/store.ts'

/** The part of an RSVP that says its holder was invited. */
export interface Invitation {
  /** When they were last asked: the occasion of that email. */
  readonly at: string
  /** When they first opened their personal link. */
  readonly openedAt?: string
  /** Roles that were suggested: the form begins with them; they hold no seat. */
  readonly roleIds?: readonly string[]
  /** R99: when they last got a nudge while they were only invited. */
  readonly nudgedAt?: string
  /** The name of the earlier event whose guest they were; absent where somebody entered their address. */
  readonly earlier?: string
}

export const invitationStateOf = (attending: boolean | null, { openedAt }: Invitation): InvitationState =>
  attending !== null ? 'answered' : openedAt ? 'opened' : 'invited'

/** When they were last asked for an answer: by an invitation, or a nudge since. */
export const lastAsked = ({ at, nudgedAt = '' }: Invitation) => (nudgedAt > at ? nudgedAt : at)

interface InvitedRsvp {
  readonly attending: boolean | null
  readonly roleIds: readonly string[]
  readonly invitation?: Invitation | undefined
}
interface InvitingGroup {
  readonly roles: readonly { readonly _id: string }[]
  readonly invitations?: InvitationCounts
}
/** Was invited, has not answered, and has no role that is there: in no count but that of invitations. */
export const isOnlyInvited = ({ attending, roleIds, invitation }: InvitedRsvp, { roles }: Pick<InvitingGroup, 'roles'>) =>
  invitation !== undefined && attending === null && !roles.some(({ _id }) => roleIds.includes(_id))

const noInvitations: InvitationCounts = { invited: 0, opened: 0, answered: 0, silent: 0 }

/** The counts of a group after an RSVP changed; nothing where neither version was invited. */
export function countInvitation(group: InvitingGroup, before: InvitedRsvp | undefined, after: InvitedRsvp | undefined) {
  if (!before?.invitation && !after?.invitation) return {}
  const counts = { ...noInvitations, ...group.invitations }
  for (const [one, step] of [
    [before, -1],
    [after, 1],
  ] as const) {
    if (!one?.invitation) continue
    counts[invitationStateOf(one.attending, one.invitation)] += step
    if (isOnlyInvited(one, group)) counts.silent += step
  }
  return { invitations: counts }
}

/** R97: the counts of a group after one of its roles was removed; `alone` had only that role and haven't answered, but were invited. */
export const countAlone = ({ answers, invitations }: CountedGroup, alone: number) => ({
  answers: { ...answers, none: answers.none - alone },
  invitations: { ...noInvitations, ...invitations, silent: (invitations?.silent ?? 0) + alone },
})
interface CountedGroup extends Pick<InvitingGroup, 'invitations'> {
  readonly answers: { readonly yes: number; readonly no: number; readonly none: number }
}

/** The latest emails of one kind that are sent to the guests of a group: how many there are, and what became of them. */
export interface EmailBatch extends Stored {
  readonly groupId: string
  readonly total: number
  readonly sent: number
  /** Sent, failed, or wanted no more; absent, with `failed`, where an earlier release counted all of these as sent. */
  readonly done?: number
  readonly failed?: number
  /** Absent once all are done. */
  readonly openSince?: string | undefined
  readonly expiresAt: string
}
export const sendings: Collection<EmailBatch> = {
  name: 'sendings',
  indexes: { open: { fields: ['openSince'] }, expiry: { fields: ['expiresAt'] } },
}
export const sendingId = (secrets: Secrets, groupId: string) => secrets.idOf('sending', 'invitation', groupId)

export const doneOf = ({ done, sent }: EmailBatch) => done ?? sent

const shownMs = 24 * 3_600_000
/** The progress with `more` emails to send: added to those under way, else begun anew. `now` in milliseconds. */
export function startSending(before: EmailBatch | undefined, _id: string, groupId: string, more: number, now: number): EmailBatch {
  const isOpen = before?.openSince !== undefined
  return {
    _id,
    rev: (before?.rev ?? 0) + 1,
    groupId,
    total: (isOpen ? before.total : 0) + more,
    sent: isOpen ? before.sent : 0,
    done: isOpen ? doneOf(before) : 0,
    failed: isOpen ? (before.failed ?? 0) : 0,
    openSince: isOpen ? before.openSince : new Date(now).toISOString(),
    expiresAt: new Date(now + shownMs).toISOString(),
  }
}

export const progressView = (sending: EmailBatch): InvitationProgress => {
  const { groupId, rev, total, sent, failed = 0 } = sending
  return { _id: groupId, rev, total, done: doneOf(sending), sent, failed }
}
