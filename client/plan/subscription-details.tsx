// The Subscription Details card: what is paid, until when, and the way to end it or to go on.
import { useState } from 'react'
import { sentenceOf } from '#client/lib/call.ts'
import { formatDay, viewerZone } from '#client/lib/dates.ts'
import { Button } from '#client/ui/actions/button.tsx'
import { Badge } from '#client/ui/badge.tsx'
import { Failure } from '#client/ui/feedback/failure.tsx'
import { Card } from '#client/ui/layout/card.tsx'
import { Facts } from '#client/ui/layout/facts.tsx'
import { Section } from '#client/ui/layout/section.tsx'
import { planOffers } from '#protocol/limits.ts'
import type { SubscriptionView } from '#protocol/subscription.ts'
import { Ending } from './ending.tsx'
import { amountOf } from './plan-texts.ts'
import { cancelSubscription, openPortal, reactivateSubscription } from './store.ts'
import { statusLook } from './subscription-status.ts'
import { UpdateCard } from './update-card.tsx'

function Shown({ subscription }: { subscription: SubscriptionView }) {
  const { plan, promoCode, status, cancelAtPeriodEnd, currentPeriodEnd } = subscription
  const [name, tone] = statusLook(status, subscription)
  const isEnding = cancelAtPeriodEnd || status === 'canceled'
  return (
    <Facts
      items={[
        { label: 'Current plan', value: `${planOffers[plan].name}, ${amountOf(subscription)}` },
        ...(promoCode ? [{ label: 'Promo code', value: promoCode }] : []),
        { label: isEnding ? 'Access Expires' : 'Next Billing Date', value: formatDay(currentPeriodEnd, viewerZone()) },
        {
          label: 'Status',
          value: (
            <Badge dot tone={tone}>
              {name}
            </Badge>
          ),
        },
      ]}
    />
  )
}

/** One change at a time, with what became of it. */
export function useActing() {
  const [isBusy, setBusy] = useState(false)
  const [failed, setFailed] = useState<string>()
  const act = async (work: () => Promise<void>) => {
    setBusy(true)
    setFailed(undefined)
    await work().catch((error: unknown) => setFailed(sentenceOf(error, 'Something went wrong. Please try again.')))
    setBusy(false)
  }
  return { isBusy, failed, act }
}

/** Draws the card. */
export function SubscriptionDetails({ subscription, isActive }: { subscription: SubscriptionView; isActive: boolean }) {
  const { isBusy, failed, act } = useActing()
  const until = formatDay(subscription.currentPeriodEnd, viewerZone())
  const isEnding = subscription.cancelAtPeriodEnd
  return (
    <Section title="Subscription Details">
      <Card padding="lg" className="flex flex-col gap-5">
        <Shown subscription={subscription} />
        {isActive && (
          <div className="flex flex-col items-start gap-2">
            {isEnding ? (
              <Button variant="primary" busy={isBusy} busyLabel="Reactivating..." onClick={() => act(reactivateSubscription)}>
                Reactivate Subscription
              </Button>
            ) : (
              <Ending
                label="Cancel Subscription"
                question="Cancel your subscription?"
                isBusy={isBusy}
                onEnd={() => act(cancelSubscription)}
              >
                {`You keep ${planOffers[subscription.plan].name} until ${until} and pay nothing more. After that your account drops to Free: what you have stays, but nothing beyond Free’s limits can be added. Until then you can take this back.`}
              </Ending>
            )}
            <p className="text-13 text-muted">
              {isEnding
                ? `Your subscription ends on ${until}. You can reactivate it before then.`
                : 'Cancelling ends the subscription at the end of the current billing period.'}
            </p>
            <UpdateCard variant="ghost" open={openPortal} />
          </div>
        )}
        <Failure>{failed}</Failure>
      </Card>
    </Section>
  )
}
