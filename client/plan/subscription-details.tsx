// The Subscription Details card: what is paid, until when, and the way to end it or to go on.
import { formatDay, viewerZone } from '#client/lib/dates.ts'
import { Button } from '#client/ui/actions/button.tsx'
import { Card } from '#client/ui/layout/card.tsx'
import { Facts } from '#client/ui/layout/facts.tsx'
import { Section } from '#client/ui/layout/section.tsx'
import { planOffers } from '#protocol/kernel/limits.ts'
import type { SubscriptionView } from '#protocol/people/subscription.ts'
import { Ending } from './ending.tsx'
import { PaymentFailure, usePaying } from './paying.tsx'
import { cancelSubscription, openPortal, reactivateSubscription } from './store.ts'
import { UpdateCard } from './update-card.tsx'

/** Plan, amount and status stand above, in Plan & Billing. */
function SubscriptionFacts({ subscription }: { subscription: SubscriptionView }) {
  const { promoCode, status, cancelAtPeriodEnd, currentPeriodEnd } = subscription
  const isEnding = cancelAtPeriodEnd || status === 'canceled'
  return (
    <Facts
      items={[
        ...(promoCode ? [{ label: 'Promo code', value: promoCode }] : []),
        { label: isEnding ? 'Access Expires' : 'Next Billing Date', value: formatDay(currentPeriodEnd, viewerZone()) },
      ]}
    />
  )
}

export function SubscriptionDetails({ subscription, isActive }: { subscription: SubscriptionView; isActive: boolean }) {
  const { run: act, isBusy, failure, owed } = usePaying((work: () => Promise<void>) => work())
  const until = formatDay(subscription.currentPeriodEnd, viewerZone())
  const isEnding = subscription.cancelAtPeriodEnd
  return (
    <Section title="Subscription Details">
      <Card padding="lg" className="flex flex-col gap-5">
        <SubscriptionFacts subscription={subscription} />
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
                {`You keep ${planOffers[subscription.plan].name} until ${until} and pay nothing more. After that your account drops to Free: what you have stays, but nothing beyond Free’s limits can be added. Until then you can change your mind.`}
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
        <PaymentFailure failure={failure} owed={owed} open={openPortal} />
      </Card>
    </Section>
  )
}
