// What is said about inviting people to a group by email (R97).
import { z } from 'zod/mini'
import { del, get, post } from '#protocol/kernel/endpoint.ts'
import { EventId, GroupId, prose, RsvpId } from '#protocol/kernel/fields.ts'
import { invitation, mostGroups } from '#protocol/kernel/limits.ts'
import { questionLimits } from './questions/kinds.ts'

/** Rows are read one by one: a malformed one fails alone (R41). */
const looseText = z.string().check(z.maxLength(1000))
const Person = z.strictObject({
  email: looseText,
  name: z.optional(looseText),
  /** Names of roles that are suggested to this person. A suggestion holds no seat. */
  roles: z.optional(z.array(looseText).check(z.maxLength(50))),
  /** R162: what is known of the answers to questions, in words; a question is named by its label or id. The form begins with them. */
  answers: z.optional(
    z
      .array(z.strictObject({ question: looseText, answer: z.string().check(z.maxLength(questionLimits.text)) }))
      .check(z.maxLength(questionLimits.questions)),
  ),
})
export type Person = z.infer<typeof Person>

const lines = z.refine<string>(
  (text) => text.split('\n').length <= invitation.messageLines,
  `Please use at most ${invitation.messageLines} lines`,
)
export const InvitationMessage = prose(invitation.messageLength).check(lines)

/** What became of a row, or would: only 'Invited' gets an email. */
export const inviteStatuses = ['Invited', 'Already Invited', 'Already Answered', 'Duplicate', 'Invalid', 'Stopped', 'Not Invited'] as const
export const InviteStatus = z.enum(inviteStatuses)
export type InviteStatus = z.infer<typeof InviteStatus>
export const InvitedRow = z.object({ email: z.string(), status: InviteStatus, message: z.string() })
export type InvitedRow = z.infer<typeof InvitedRow>

/**
 * How far the emails of the latest invitations have come: the message `invitations` of the room `group:<id>`. `rev` orders them. Of those that are done
 * some were sent, some failed (refused, or an address that doesn't work), and the others were wanted no more.
 */
export const InvitationProgress = z.object({
  _id: z.string(),
  rev: z.int(),
  total: z.int(),
  done: z.int(),
  sent: z.int(),
  failed: z.int(),
})
export type InvitationProgress = z.infer<typeof InvitationProgress>

const left = z.int()
const cursor = z.optional(z.string().check(z.regex(/^[0-9a-f]{24}$/)))

export const invitationApi = {
  /** `left` is how many more people may be invited today; `progress` is null where nothing was sent lately. */
  read: get('/group/:id/invitations', z.strictObject({ id: GroupId }), z.object({ left, progress: z.nullable(InvitationProgress) })),
  send: post(
    '/group/:id/invitations',
    z.strictObject({
      id: GroupId,
      people: z.array(Person).check(z.minLength(1), z.maxLength(invitation.peoplePerCall)),
      message: z._default(InvitationMessage, ''),
      /** R97j: other groups of the event that they are invited to as well, by one email; a suggested role counts where there is one of its name. */
      alsoTo: z.optional(z.array(GroupId).check(z.maxLength(mostGroups - 1))),
      /** The earlier event whose guests these are: their email says so. */
      fromEventId: z.optional(EventId),
      /** Tells what would become of each row, and changes nothing. */
      dryRun: z._default(z.boolean(), false),
    }),
    z.object({ rows: z.array(InvitedRow), left }),
  ),
  /** Those who were invited some days ago and haven't answered, page by page: `due` are or would be invited again, `recent` were asked too lately. */
  again: post(
    '/group/:id/invitations/again',
    z.strictObject({ id: GroupId, message: z._default(InvitationMessage, ''), cursor, dryRun: z._default(z.boolean(), false) }),
    z.object({ due: z.int(), recent: z.int(), left, nextCursor: z.nullable(z.string()) }),
  ),
  /** Takes an invitation back: an email that wasn't sent yet isn't, and its link ends. */
  takeBack: del('/group/:id/invitations/:rsvpId', z.strictObject({ id: GroupId, rsvpId: RsvpId }), z.object({ success: z.literal(true) })),
}
