// What is said between an invitee and the product.
import { z } from 'zod/mini'
import { get, post } from './endpoint.ts'
import { PublicEvent } from './event.ts'
import { Email, EventId, GroupId, line, lineOrNothing } from './fields.ts'
import { answerFields, RoleCoverage, RoleName, RoleView } from './group.ts'
import { code, noteLength } from './limits.ts'
import { attendingMissing, codeMissing, nameMissing } from './texts.ts'

const roleSent = z.pipe(
  z.union([RoleName, z.object({ name: RoleName })]),
  z.transform((role: string | { name: string }) => (typeof role === 'string' ? role : role.name)),
)

/** V2, V3: `attending` is null until chosen in the form, never when sent; roles are names, or objects with a name. */
export const RsvpAnswer = z.strictObject({
  groupId: GroupId,
  eventId: z.optional(z.nullable(EventId)),
  name: line(100, nameMissing),
  email: Email,
  attending: z.boolean(attendingMissing),
  roles: z._default(z.array(roleSent).check(z.maxLength(50)), []),
  confirmed: z._default(z.boolean(), false),
  /** R133: for the organizers; left out it stays as it is, '' takes it back. */
  note: z.optional(lineOrNothing(noteLength)),
  /** R89: the full roles to wait for; left out, the waits stay as they are. */
  waitFor: z.optional(z.array(roleSent).check(z.maxLength(50))),
  /** R89: whether getting one role leaves the other waits. */
  keepWaiting: z.optional(z.boolean()),
  /** R89: where one role is the rule, whether the seat that is waited for replaces the one that is held. */
  replaceRole: z.optional(z.boolean()),
})
export type RsvpAnswer = z.infer<typeof RsvpAnswer>

/** A place in line: which page of the line it is on, and how far back there; with a `LineView` of `rev` or newer the position follows. */
const Waiting = z.object({ role: z.string(), position: z.int(), page: z.int(), nth: z.int(), rev: z.int() })

/** The invitee's own answer, shown to its proven holder only. */
export const OwnRsvp = z.object({
  ...answerFields,
  /** R84: the event's link, only while the answer is a yes; '' otherwise. */
  link: z.string(),
  /** R97: roles that the invitation suggested, until they answer; absent where there are none. */
  suggested: z.optional(z.array(z.string())),
  /** R92: what they wait for, 1 being next, and the seats that are held for them; absent where there are none. */
  waiting: z.optional(z.array(Waiting)),
  offers: z.optional(z.array(z.object({ role: z.string(), until: z.string() }))),
  /** R94: whom the seats are offered to; absent where nobody is. */
  handOver: z.optional(z.object({ name: z.string(), email: z.string(), roles: z.array(z.string()), until: z.string() })),
})
export type OwnRsvp = z.infer<typeof OwnRsvp>

export const formStatuses = ['open', 'ended', 'cancelled', 'unpublished'] as const

/** What an invitee may see: the view of the room `form:<groupId>:<eventId>`. Never a name or email of another guest (R27). */
export const FormView = z.object({
  _id: z.string(),
  rev: z.int(),
  /** Names the room to watch, also while the event itself is not shown. */
  eventId: z.nullable(z.string()),
  status: z.enum(formStatuses),
  name: z.string(),
  description: z.string(),
  roles: z.array(RoleView),
  roleCoverage: z.array(RoleCoverage),
  event: z.nullable(PublicEvent),
  showConfirmation: z.boolean(),
  displayRSVPToAll: z.boolean(),
  /** R26: only members of the organizations involved may answer. */
  membersOnly: z.boolean(),
  /** R89: whether one may wait for full roles. */
  waitlist: z.optional(z.boolean()),
  /** R94: whether seats may be handed over. */
  handOver: z.optional(z.boolean()),
})
export type FormView = z.infer<typeof FormView>

/** The form with what is known of the one who opens it: a logged-in person, or an invitee whose email is proven. */
export const RsvpForm = z.object({
  ...FormView.shape,
  userEmail: z.string(),
  userName: z.string(),
  rsvp: z.nullable(OwnRsvp),
})
export type RsvpForm = z.infer<typeof RsvpForm>

/** What became of an answer, with the seats as they are then. */
export const RsvpReceipt = z.object({ rsvp: OwnRsvp, roleCoverage: z.array(RoleCoverage), form: FormView })

const eventIdOfQuery = z.optional(z.union([z.literal(''), EventId]))
const WhoWhere = z.strictObject({ groupId: GroupId, email: Email, eventId: eventIdOfQuery })
const Exists = z.object({ hasExistingRSVP: z.boolean() })
const VerificationCode = z
  .string(codeMissing)
  .check(z.trim(), z.toUpperCase(), z.minLength(1, codeMissing), z.maxLength(code.length, 'Invalid verification code. Please try again.'))

export const rsvpApi = {
  form: get(
    '/rsvp/form/:groupId',
    // R24: whatever `code` says, however long it is, the form opens.
    z.strictObject({ groupId: GroupId, eventId: eventIdOfQuery, code: z.optional(z.string()) }),
    RsvpForm,
  ),
  check: get('/rsvp/check', WhoWhere, Exists),
  checkEmail: get('/rsvp/check-email', WhoWhere, Exists),
  sendCode: post(
    '/rsvp/send-verification-code',
    z.strictObject({ email: Email, groupId: GroupId }),
    z.object({ success: z.literal(true), sent: z.optional(z.literal('link')), resendSeconds: z.int() }),
  ),
  verifyCode: post(
    '/rsvp/verify-code',
    z.strictObject({ email: Email, groupId: GroupId, eventId: z.optional(z.nullable(EventId)), code: VerificationCode }),
    z.object({ success: z.literal(true), rsvp: z.nullable(OwnRsvp) }),
  ),
  submit: post('/rsvp/submit', RsvpAnswer, RsvpReceipt),
}
