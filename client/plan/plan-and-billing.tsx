// The profile's part about money, and the one place that says the plan: what one has and pays, the ways to change it, and what needs attention.
import { useEffect, useRef, useState } from 'react'
import { formatDay, viewerZone } from '#client/lib/dates.ts'
import { isSold, supportMail } from '#client/lib/settings.ts'
import { Button, ButtonLink } from '#client/ui/actions/button.tsx'
import { Badge } from '#client/ui/badge.tsx'
import { Notice } from '#client/ui/feedback/notice.tsx'
import { Card } from '#client/ui/layout/card.tsx'
import { Section } from '#client/ui/layout/section.tsx'
import { earlyAdopter, planLimits, planOffers } from '#protocol/kernel/limits.ts'
import type { UserView } from '#protocol/people/account.ts'
import type { SubscriptionView } from '#protocol/people/subscription.ts'
import { ChangePlan } from './change-plan.tsx'
import { PayDue } from './paying.tsx'
import { amountOf, priceOf } from './plan-texts.ts'
import { openPortal } from './store.ts'
import { SubscriptionDetails } from './subscription-details.tsx'
import { dueSentence, endingMark, keptSentence, statusLook } from './subscription-status.ts'
import { UpdateCard } from './update-card.tsx'

const UpgradeBanner = () => (
  <div data-sold>
    <Notice
      title="Upgrade to Pro"
      action={
        <ButtonLink href="/pricing?plan=pro" size="sm">
          See the Pro plan
        </ButtonLink>
      }
    >
      <p>{`Up to ${planLimits.pro.activeEvents} events, enhanced role management, priority support, ${priceOf('pro').join('')}`}</p>
      <p className="text-13 text-muted">{`Cancel anytime • ${earlyAdopter.percentOff}% off for early adopters with referrals`}</p>
    </Notice>
  </div>
)

function PastDueBanner({ keptUntil, due }: Partial<Pick<SubscriptionView, 'keptUntil' | 'due'>>) {
  return (
    <Notice
      tone="danger"
      title="Payment Issue"
      action={
        <div className="flex flex-wrap gap-2">
          <PayDue due={due} />
          <UpdateCard variant={due ? 'secondary' : 'primary'} size="sm" open={openPortal} />
          <ButtonLink href={supportMail('Payment Issue')} size="sm">
            Contact support
          </ButtonLink>
        </div>
      }
    >
      {`${dueSentence(due, 'Please update your payment method, or contact support, to keep your plan.')} ${keptSentence(keptUntil)}`}
    </Notice>
  )
}

const CanceledBanner = ({ until }: { until: string | undefined }) => (
  <Notice
    tone="warn"
    title="Subscription Canceled"
    action={
      <ButtonLink href="/pricing" size="sm">
        Reactivate
      </ButtonLink>
    }
  >
    {`You keep access until ${until ? formatDay(until, viewerZone()) : 'the period ends'}. After that your account drops to Free.`}
  </Notice>
)

/** Not while something needs attention. */
const mayUpgrade = ({ subscriptionStatus, tier }: UserView) =>
  tier === 'free' && subscriptionStatus !== 'past_due' && subscriptionStatus !== 'canceled'

/** What needs attention, above the rest of the profile; at most one at a time. */
export function PlanBanner({ user }: { user: UserView }) {
  if (user.subscriptionStatus === 'past_due') return <PastDueBanner {...user.subscription} />
  if (user.subscriptionStatus === 'canceled') return <CanceledBanner until={user.subscription?.currentPeriodEnd} />
  return null
}

/** Whether the card to change the plan is open; the button that opens it has the focus again once it is closed. */
function useChanging() {
  const [isChanging, setChanging] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const wasChanging = useRef(false)
  useEffect(() => {
    if (wasChanging.current && !isChanging) opener.current?.focus()
    wasChanging.current = isChanging
  }, [isChanging])
  return { isChanging, setChanging, opener }
}

/** What is paid for the plan that one has; R114: nothing for one that was given. */
function paidFor({ tier, subscription, hasActiveSubscription }: UserView): string {
  if (planOffers[tier].monthlyCents === null) return 'By agreement'
  if (subscription && hasActiveSubscription) return amountOf(subscription)
  if (tier !== 'free' && !subscription) return 'Given to you, at no charge'
  return priceOf(tier).join(tier === 'free' ? ' ' : '')
}

export function PlanAndBilling({ user }: { user: UserView }) {
  const { isChanging, setChanging, opener } = useChanging()
  const { subscription, tier, hasActiveSubscription } = user
  const [status, tone] = statusLook(user.subscriptionStatus, subscription)
  return (
    <>
      <Section title="Plan & Billing">
        <Card padding="lg" className="flex flex-wrap items-center justify-between gap-4">
          <div>
            <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-20 font-semibold">
              {planOffers[tier].name} Plan{endingMark(subscription)}
              <Badge dot tone={tone}>
                Subscription: {status}
              </Badge>
            </p>
            {isSold() && <p className="tabular text-muted">{paidFor(user)}</p>}
          </div>
          {tier === 'free' && !hasActiveSubscription && (
            <ButtonLink href="/pricing" variant="primary">
              Upgrade
            </ButtonLink>
          )}
          {hasActiveSubscription && (
            <Button ref={opener} aria-expanded={isChanging} onClick={() => setChanging(!isChanging)}>
              Change Plan
            </Button>
          )}
        </Card>
        {mayUpgrade(user) && <UpgradeBanner />}
      </Section>
      {isChanging && hasActiveSubscription && subscription && <ChangePlan subscription={subscription} onClose={() => setChanging(false)} />}
      {subscription && (
        <SubscriptionDetails subscription={subscription} isActive={hasActiveSubscription || subscription.status === 'past_due'} />
      )}
    </>
  )
}
