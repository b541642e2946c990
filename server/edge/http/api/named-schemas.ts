// The schemas of the contract by their names, which the API document keeps: whoever generates a client from it gets `GroupView`, not a type without a name.
import * as z from 'zod/mini'
import * as operator from '#protocol/app/operator.ts'
import * as tier from '#protocol/kernel/tier.ts'
import * as message from '#protocol/mail/message.ts'
import * as messageCard from '#protocol/mail/message-card.ts'
import * as notice from '#protocol/mail/notice.ts'
import * as checkout from '#protocol/money/checkout.ts'
import * as plan from '#protocol/money/plan.ts'
import * as access from '#protocol/people/access.ts'
import * as account from '#protocol/people/account.ts'
import * as brand from '#protocol/people/brand/brand.ts'
import * as member from '#protocol/people/member.ts'
import * as org from '#protocol/people/org.ts'
import * as signup from '#protocol/people/signup.ts'
import * as subscription from '#protocol/people/subscription.ts'
import * as activity from '#protocol/record/activity.ts'
import * as history from '#protocol/record/history.ts'
import * as assign from '#protocol/seats/assign.ts'
import * as claim from '#protocol/seats/claims/claim.ts'
import * as event from '#protocol/seats/event.ts'
import * as group from '#protocol/seats/group.ts'
import * as guest from '#protocol/seats/guest.ts'
import * as handover from '#protocol/seats/handover.ts'
import * as invitation from '#protocol/seats/invitation.ts'
import * as pending from '#protocol/seats/pending.ts'
import * as reminderRules from '#protocol/seats/reminder-rules.ts'
import * as rsvp from '#protocol/seats/rsvp.ts'
import * as theme from '#protocol/seats/theme/theme.ts'
import * as waitlist from '#protocol/seats/waitlist.ts'

const modules = [
  [
    access,
    account,
    activity,
    assign,
    brand,
    checkout,
    claim,
    event,
    group,
    guest,
    handover,
    history,
    invitation,
    member,
    message,
    messageCard,
  ],
  [notice, operator, org, pending, plan, reminderRules, rsvp, signup, subscription, theme, tier, waitlist],
].flat()

/** What has parts or is one of a list; a mere text needs no name. */
const isNamed = (value: unknown): value is z.ZodMiniType =>
  value instanceof z.ZodMiniType && ['object', 'union', 'enum'].includes(value._zod.def.type)

export const namedSchemas = z.registry<{ id: string }>()
for (const module of modules)
  for (const [name, value] of Object.entries(module)) if (isNamed(value) && !namedSchemas.has(value)) namedSchemas.add(value, { id: name })
