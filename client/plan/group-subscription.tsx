// What one pays for a group by the month: until when, and the ways to end it, to go on, and to give another card (R49).
import { formatDay, viewerZone } from '#client/lib/dates.ts'
import { Button } from '#client/ui/actions/button.tsx'
import { Badge } from '#client/ui/badge.tsx'
import { Notice } from '#client/ui/feedback/notice.tsx'
import { Card } from '#client/ui/layout/card.tsx'
import { Facts } from '#client/ui/layout/facts.tsx'
import type { GroupSubscription } from '#protocol/people/subscription.ts'
import { Ending } from './ending.tsx'
import { PayDue, PaymentFailure, usePaying } from './paying.tsx'
import { dollars } from './plan-texts.ts'
import { cancelGroup, openGroupPortal, reactivateGroup } from './store.ts'
import { dueSentence, keptSentence, statusLook } from './subscription-status.ts'
import { UpdateCard } from './update-card.tsx'

interface Props {
  groupId: string
  subscription: GroupSubscription
  onSubscription: (now: GroupSubscription | null) => void
}

const isPayable = ({ status }: GroupSubscription) => status === 'active' || status === 'past_due'
const dayOf = ({ currentPeriodEnd }: GroupSubscription) => formatDay(currentPeriodEnd, viewerZone())

function SubscriptionFacts({ subscription }: Pick<Props, 'subscription'>) {
  const [name, tone] = statusLook(subscription.status, subscription)
  const isEnding = subscription.cancelAtPeriodEnd || subscription.status === 'canceled'
  const status = (
    <Badge dot tone={tone}>
      {name}
    </Badge>
  )
  return (
    <Facts
      items={[
        { label: 'You pay', value: `${dollars(subscription.amount)}/month` },
        { label: isEnding ? 'Access Expires' : 'Next Billing Date', value: dayOf(subscription) },
        { label: 'Status', value: status },
      ]}
    />
  )
}

export function GroupSubscriptionCard({ groupId, subscription, onSubscription }: Props) {
  const { run: act, isBusy, failure, owed } = usePaying((work: () => Promise<void>) => work())
  const end = () => act(async () => onSubscription(await cancelGroup(groupId)))
  const goOn = () => act(async () => onSubscription(await reactivateGroup(groupId)))
  return (
    <Card padding="lg" className="flex flex-col gap-5">
      {subscription.status === 'past_due' && (
        <Notice tone="danger" title="Payment Issue" action={<PayDue due={subscription.due} />}>
          {`${dueSentence(subscription.due, 'Please update your payment method to keep the upgrade.')} ${keptSentence(subscription.keptUntil)}`}
        </Notice>
      )}
      <SubscriptionFacts subscription={subscription} />
      <div className="flex flex-wrap gap-3">
        {isPayable(subscription) && subscription.cancelAtPeriodEnd && (
          <Button variant="primary" busy={isBusy} busyLabel="Reactivating..." onClick={goOn}>
            Reactivate Upgrade
          </Button>
        )}
        {isPayable(subscription) && !subscription.cancelAtPeriodEnd && (
          <Ending label="Cancel Upgrade" question="Cancel the upgrade of this group?" isBusy={isBusy} onEnd={end}>
            {`The group keeps its upgrade until ${dayOf(subscription)}, and you pay nothing more. After that it has the limits of its owner’s plan: what it has stays, but nothing beyond them can be added. Until then you can change your mind.`}
          </Ending>
        )}
        {isPayable(subscription) && <UpdateCard variant="secondary" open={() => openGroupPortal(groupId)} />}
      </div>
      <PaymentFailure failure={failure} owed={owed} open={() => openGroupPortal(groupId)} />
    </Card>
  )
}
