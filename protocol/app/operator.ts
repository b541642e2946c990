// What operators see of their installation and can do (R114): the calls behind /admin.
import { z } from 'zod/mini'
import { del, get, post } from '#protocol/kernel/endpoint.ts'
import { EventId, id, OrgId, UserId } from '#protocol/kernel/fields.ts'
import { Tier } from '#protocol/kernel/tier.ts'
import { Instant } from '#protocol/kernel/time/instants.ts'
import { Photo } from '#protocol/people/picture.ts'
import { SubscriptionView } from '#protocol/people/subscription.ts'

/** What an installation can go without, and should not in earnest. `admin` is said in the log only: nobody is there to read it on the page. */
export const setupGaps = ['url', 'mail', 'payments', 'backups', 'admin'] as const
export type SetupGap = (typeof setupGaps)[number]

const Failure = z.object({ at: z.string(), why: z.string() })

/** How the installation stands now; of what runs by itself and of the uptime, the process that answers. */
export const OperatorState = z.object({
  version: z.string(),
  startedAt: z.string(),
  /** The server's clock, by which the times here are to be read. */
  now: z.string(),
  gaps: z.array(z.enum(setupGaps)),
  engine: z.enum(['sqlite', 'mongodb']),
  /** Counted up to a limit; `isMore` says that it was reached. */
  collections: z.array(z.object({ name: z.string(), count: z.int(), isMore: z.boolean() })),
  /** null where the data lies on another machine. */
  storeBytes: z.nullable(z.number()),
  /** On the disk of DATA_DIR; null where it isn't known. */
  freeBytes: z.nullable(z.number()),
  backups: z.object({
    isOn: z.boolean(),
    /** The last that was made and read back. */
    last: z.nullable(z.object({ at: z.string(), file: z.string(), bytes: z.number() })),
    dueAt: z.nullable(z.string()),
    /** Why the latest attempt failed; empty if it didn't. */
    failure: z.string(),
  }),
  /** R224: bytes of uploaded pictures in use, counted up to a limit of owners, and who has most of them. */
  pictures: z.object({ bytes: z.number(), isMore: z.boolean(), largest: z.array(z.object({ owner: z.string(), bytes: z.number() })) }),
  /** R244b: of what was kept twice under two spellings of an address, the one that the address doesn't find. */
  doubles: z.array(
    z.object({
      _id: z.string(),
      kind: z.enum(['account', 'answer', 'member', 'teammate']),
      email: z.string(),
      /** How the record is told apart: a name or a username, and since when it is there. */
      name: z.string(),
      createdAt: z.string(),
    }),
  ),
  rounds: z.array(
    z.object({ name: z.string(), at: z.string(), nextAt: z.nullable(z.string()), failures: z.int(), lastFailure: z.nullable(Failure) }),
  ),
  /** R234: by which data of time zones times are told, and where a browser that set a start made another one of it. */
  zones: z.object({
    release: z.string(),
    node: z.string(),
    icu: z.string(),
    isNodeOlder: z.boolean(),
    doubts: z.array(z.object({ zone: z.string(), start: z.string(), browser: z.string(), server: z.string() })),
  }),
  payments: z.object({
    name: z.enum(['stripe', 'sandbox', 'off']),
    failures: z.array(z.object({ eventId: z.string(), at: z.string(), tries: z.int(), why: z.string() })),
    /** R236: what the provider refused, in its words; `needsOwner` where whoever pays can mend it, and was told how (R253). */
    refusals: z.array(z.extend(Failure, { needsOwner: z.optional(z.boolean()) })),
    /** R236: money that went back, or is claimed; amounts in cents. */
    reversals: z.array(
      z.object({
        chargeId: z.string(),
        at: z.string(),
        state: z.enum(['refunded', 'refunded-part', 'disputed', 'dispute-won', 'dispute-lost']),
        amount: z.int(),
        isGroup: z.boolean(),
        /** Whether what was paid for has ended by it. */
        hasEnded: z.boolean(),
        /** Who paid; '' where they have no account any more. */
        email: z.string(),
      }),
    ),
    /** R236a: what was paid for once it was gone; `id` is the provider's, of the checkout. */
    needless: z.array(z.object({ id: z.string(), at: z.string(), email: z.string() })),
    /** When a message last came that the provider had not signed. */
    unsignedAt: z.nullable(z.string()),
  }),
})
export type OperatorState = z.infer<typeof OperatorState>

/** An email that was tried and has not gone out. Of its recipient as much as tells two of them apart: most are guests. */
export const UndeliveredEmail = z.object({
  _id: z.string(),
  maskedTo: z.string(),
  createdAt: z.string(),
  failedAt: z.string(),
  why: z.string(),
  attempts: z.int(),
  /** When it is tried next by itself; null where it was given up. */
  nextAt: z.nullable(z.string()),
  /** False where what it said was not kept. */
  canRetry: z.boolean(),
})
export type UndeliveredEmail = z.infer<typeof UndeliveredEmail>

export const OperatorPerson = z.object({
  _id: z.string(),
  email: z.string(),
  name: z.string(),
  username: z.string(),
  verified: z.boolean(),
  createdAt: z.string(),
  /** The plan that counts now. */
  tier: Tier,
  /** The plan that was given without a payment, and until when, if it ends. */
  given: z.object({ plan: Tier, until: z.nullable(z.string()) }),
  /** What they pay for. */
  subscription: z.nullable(SubscriptionView),
  suspendedAt: z.nullable(z.string()),
  /** Whether ADMIN_EMAILS names them. */
  isOperator: z.boolean(),
  /** R224: what the files of their picture are named by; absent where they have none. */
  photo: z.optional(z.string()),
  /** R220: their brand and that of the organization they own, by name; absent where there is none. */
  brands: z.optional(z.array(z.object({ name: z.string(), orgId: z.nullable(z.string()) }))),
})
export type OperatorPerson = z.infer<typeof OperatorPerson>

export const operatorActNames = ['suspend', 'unsuspend', 'give-plan', 'retry-email', 'take-off-brand', 'take-off-photo'] as const
export const OperatorAct = z.object({
  _id: z.string(),
  at: z.string(),
  by: z.string(),
  act: z.enum(operatorActNames),
  /** Whom or what it was done to: an email, masked where it is a recipient's. */
  about: z.string(),
  from: z.string(),
  to: z.string(),
})
export type OperatorAct = z.infer<typeof OperatorAct>

/** R224: an event with a photo. */
export const PhotographedEvent = z.object({ _id: z.string(), name: z.string(), photo: Photo })
export type PhotographedEvent = z.infer<typeof PhotographedEvent>

const PageAfter = z.strictObject({ cursor: z.optional(id('Please reload the page')) })
const nextCursor = z.nullable(z.string())
const OnePerson = z.object({ person: OperatorPerson })
const EmailId = id('Invalid Email Id')

export const GivenPlan = z.strictObject({
  id: UserId,
  plan: Tier,
  until: z.optional(z.nullable(Instant)),
  /** Says that one knows of what they pay. */
  besidePaid: z.optional(z.boolean()),
})
export type GivenPlan = z.infer<typeof GivenPlan>

export const operatorApi = {
  state: get('/operator/state', z.strictObject({}), OperatorState),
  emails: get('/operator/emails', PageAfter, z.object({ emails: z.array(UndeliveredEmail), cursor: nextCursor })),
  retryEmail: post('/operator/emails/:id/retry', z.strictObject({ id: EmailId }), z.object({ success: z.literal(true) })),
  people: get(
    '/operator/people',
    z.extend(PageAfter, { find: z.optional(z.string().check(z.trim(), z.maxLength(254))) }),
    // More were found than are shown.
    z.object({ people: z.array(OperatorPerson), cursor: nextCursor, hasMore: z.boolean() }),
  ),
  suspend: post('/operator/people/:id/suspension', z.strictObject({ id: UserId, isSuspended: z.boolean() }), OnePerson),
  givePlan: post('/operator/people/:id/plan', GivenPlan, OnePerson),
  /** R220: nothing of the brand stays. */
  takeOffBrand: del('/operator/people/:id/brand', z.strictObject({ id: UserId }), z.object({ success: z.literal(true) })),
  takeOffOrgBrand: del('/operator/organizations/:id/brand', z.strictObject({ id: OrgId }), z.object({ success: z.literal(true) })),
  /** R224: the latest events of a person that have a photo. */
  photos: get('/operator/people/:id/photos', z.strictObject({ id: UserId }), z.object({ events: z.array(PhotographedEvent) })),
  takeOffPhoto: del('/operator/people/:id/photo', z.strictObject({ id: UserId }), z.object({ success: z.literal(true) })),
  takeOffEventPhoto: del('/operator/events/:id/photo', z.strictObject({ id: EventId }), z.object({ success: z.literal(true) })),
  log: get('/operator/log', PageAfter, z.object({ acts: z.array(OperatorAct), cursor: nextCursor })),
}
