// What is said between an invitee and the product.
import { z } from 'zod/mini'
import { get, identify, post } from '#protocol/kernel/endpoint.ts'
import { Email, EventId, GroupId, line, lineOrNothing, VerificationCode } from '#protocol/kernel/fields.ts'
import { mostGroups, noteLength } from '#protocol/kernel/limits.ts'
import { attendingMissing, nameMissing } from '#protocol/kernel/texts.ts'
import { EventBrand } from '#protocol/people/brand/brand.ts'
import { HostFace } from '#protocol/people/face.ts'
import { CompanionId, companionLimits } from './companions/companion.ts'
import { PublicEvent } from './event.ts'
import { Also, answerFields, RoleCoverage, RoleName, RoleView } from './group.ts'
import { AnswersSent, Question } from './questions/question.ts'

const roleSent = z.pipe(
  z.union([RoleName, z.object({ name: RoleName })]),
  z.transform((role: string | { name: string }) => (typeof role === 'string' ? role : role.name)),
)

/** R146: of which groups the seats are given back in the same step. */
export const GiveBack = z.optional(z.array(GroupId).check(z.maxLength(mostGroups)))
const companionsMany = `Please name at most ${companionLimits.perGuest} companions`
/** R170: all who come along; one that was saved before has its `_id`. */
const CompanionsSent = z
  .array(
    z.strictObject({
      _id: z.optional(CompanionId),
      name: z._default(lineOrNothing(companionLimits.name), ''),
      roles: z.optional(z.array(roleSent).check(z.maxLength(50))),
    }),
  )
  .check(z.maxLength(companionLimits.perGuest, companionsMany))
const atLeastSentence = 'Please say with how many people you would come'

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
  /** R162: to the questions; left out, earlier ones stay. */
  answers: z.optional(AnswersSent),
  /** R170: left out, those there are stay. */
  companions: z.optional(CompanionsSent),
  /** R172: with how many people, the guest included, they would come for what they wait for; left out, with all. */
  atLeast: z.optional(z.int(atLeastSentence).check(z.gte(1, atLeastSentence), z.lte(companionLimits.perGuest + 1, atLeastSentence))),
  /** R89: the full roles to wait for; left out, the waits stay as they are. */
  waitFor: z.optional(z.array(roleSent).check(z.maxLength(50))),
  /** R89: whether getting one role leaves the other waits. */
  keepWaiting: z.optional(z.boolean()),
  /** R89: where one role is the rule, whether the seat that is waited for replaces the one that is held. */
  replaceRole: z.optional(z.boolean()),
  /** R146: groups of the same event whose seats are given back for it. */
  giveBack: GiveBack,
})
export type RsvpAnswer = z.infer<typeof RsvpAnswer>

const { eventId: _, name, email, note, giveBack: __, ...eachGroup } = RsvpAnswer.shape
/** R143: the answers to several groups of an event, all or none. */
export const SeveralAnswers = z.strictObject({
  eventId: EventId,
  name,
  email,
  note,
  /** `name` of one: where they stand there under another (R239b). */
  groups: z.array(z.strictObject({ ...eachGroup, name: z.optional(name) })).check(
    z.minLength(1, 'Please answer for one group at least'),
    z.maxLength(mostGroups),
    z.refine((all) => new Set(all.map(({ groupId }) => groupId)).size === all.length, 'Please answer for each group once'),
  ),
  giveBack: GiveBack,
})
export type SeveralAnswers = z.infer<typeof SeveralAnswers>

/** A place in line: which page of the line it is on, and how far back there; with a `LineView` of `rev` or newer the position follows. */
const OwnPlace = z.object({
  role: z.string(),
  position: z.int(),
  page: z.int(),
  nth: z.int(),
  rev: z.int(),
  /** R172: how many seats have to be free at once for this party; absent for one. */
  needs: z.optional(z.int()),
})

/** A seat that is held for its reader; `seats` absent for one (R173). */
export const OwnOffer = z.object({
  role: z.string(),
  until: z.string(),
  seats: z.optional(z.int()),
  /** R149: the groups whose seats accepting gives back; absent for none. */
  instead: z.optional(z.array(z.string())),
  /** The same by id: whoever accepts names them as `giveBack`, and so gives back no other. */
  insteadIds: z.optional(z.array(z.string())),
  /** R148: of how many more of these groups accepting gives theirs back, named as `giveBack`; absent where they may have one more. */
  choose: z.optional(z.object({ count: z.int(), of: z.array(z.object({ _id: z.string(), name: z.string() })) })),
})
export type OwnOffer = z.infer<typeof OwnOffer>

export const CameBy = z.enum(['companion', 'hand-over', 'offer', 'waitlist', 'door'])
/** The invitee's own answer, shown to its proven holder only. */
export const OwnRsvp = z.object({
  ...answerFields,
  /** R84: the event's link, only while the answer is a yes; '' otherwise. */
  link: z.string(),
  /** R97: roles that the invitation suggested, until they answer; absent where there are none. */
  suggested: z.optional(z.array(z.string())),
  /** R92: what they wait for, 1 being next, and the seats that are held for them; absent where there are none. */
  waiting: z.optional(z.array(OwnPlace)),
  offers: z.optional(z.array(OwnOffer)),
  also: Also,
  /** R94: whom the seats are offered to; absent where nobody is. */
  handOver: z.optional(z.object({ name: z.string(), email: z.string(), roles: z.array(z.string()), until: z.string() })),
  /** R123: how they came by their seat, until they answer anew; absent where they took it themselves or were assigned. */
  cameBy: z.optional(CameBy),
  /** R180: what is shown at the door, as links; absent while they don't come. */
  passes: z.optional(z.array(z.object({ companionId: z.optional(z.string()), url: z.string() }))),
})
export type OwnRsvp = z.infer<typeof OwnRsvp>

/** R123, R129: those who manage the group took the answer of this proven person away; whether they may answer again. */
export const Removed = z.object({ mayAnswer: z.boolean() })
export type Removed = z.infer<typeof Removed>

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
  /** R144: one may have a seat here and in another group of the event at the same time; absent where there is none. */
  allowOverlap: z.optional(z.boolean()),
  /** R151: the event has other groups, on a page with this one; absent where it has none. */
  isOneOfSeveral: z.optional(z.boolean()),
  /** R141a: from when to when it takes answers; absent for always. */
  opensAt: z.optional(z.string()),
  closesAt: z.optional(z.string()),
  /** R141a: why it takes none now: nobody comes anew or takes another role, and who has one may still confirm it or give it back. */
  shut: z.optional(z.object({ why: z.enum(['early', 'late']), at: z.string() })),
  /** R89: whether one may wait for full roles. */
  waitlist: z.optional(z.boolean()),
  /** R94: whether seats may be handed over. */
  handOver: z.optional(z.boolean()),
  /** R170: how many one may bring; absent for none. */
  maxCompanions: z.optional(z.int()),
  /** R160: those that are asked, in their order; absent where there are none. */
  questions: z.optional(z.array(Question)),
  /** R216: where the event uses one; its `theme` is then what is drawn without. */
  brand: z.optional(EventBrand),
  /** R224: whose picture stands beside the name of who organizes; absent where nobody ever had one. */
  host: z.optional(HostFace),
})
export type FormView = z.infer<typeof FormView>

/** The form with what is known of the one who opens it: a logged-in person, or an invitee whose email is proven. */
export const RsvpForm = z.object({
  ...FormView.shape,
  userEmail: z.string(),
  userName: z.string(),
  rsvp: z.nullable(OwnRsvp),
  removed: z.optional(Removed),
})
export type RsvpForm = z.infer<typeof RsvpForm>

const receipt = { rsvp: OwnRsvp, roleCoverage: z.array(RoleCoverage), form: FormView }
/** What became of an answer, with the seats as they are then. R143: of several the first, and all of them in `groups`; what was given back comes last. */
export const RsvpReceipt = z.object({ ...receipt, groups: z.optional(z.array(z.object(receipt))) })

const eventIdOfQuery = z.optional(z.union([z.literal(''), EventId]))
const WhoWhere = z.strictObject({ groupId: GroupId, email: Email, eventId: eventIdOfQuery })
const Exists = z.object({ hasExistingRSVP: z.boolean() })

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
  verifyCode: identify(
    '/rsvp/verify-code',
    z.strictObject({ email: Email, groupId: GroupId, eventId: z.optional(z.nullable(EventId)), code: VerificationCode }),
    z.object({ success: z.literal(true), rsvp: z.nullable(OwnRsvp), removed: z.optional(Removed) }),
  ),
  /** One group's answer, or those to several groups of an event. */
  submit: post('/rsvp/submit', z.union([RsvpAnswer, SeveralAnswers]), RsvpReceipt),
}

/** R130g: whether somebody should hear from us by email and doesn't; who declined gets none anyway. */
export const isUnreached = ({
  addressFault,
  attending,
}: {
  readonly addressFault?: string | undefined
  readonly attending: boolean | null
}) => addressFault !== undefined && attending !== false
