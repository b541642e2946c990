// The Change Plan card: the plans one isn't on, and Cancel. What a change costs is said before it is made (R76).
import { useEffect, useRef, useState } from 'react'
import { Button } from '#client/ui/actions/button.tsx'
import { ConfirmDialog } from '#client/ui/actions/confirm-dialog.tsx'
import { toast } from '#client/ui/feedback/toast.tsx'
import { Card } from '#client/ui/layout/card.tsx'
import { List, ListRow } from '#client/ui/layout/list.tsx'
import { Section } from '#client/ui/layout/section.tsx'
import { planLimits, planOffers } from '#protocol/kernel/limits.ts'
import type { ChangePreview } from '#protocol/money/plan.ts'
import { PaidPlan, type SubscriptionView } from '#protocol/people/subscription.ts'
import { PaymentFailure, usePaying } from './paying.tsx'
import { carriedPriceOf, changeCost, perksOf } from './plan-texts.ts'
import { changePlan, openPortal, previewChange } from './store.ts'

interface Props {
  subscription: SubscriptionView
  onClose: () => void
}

/** Asks what a change costs, then for leave to make it, then makes it. */
function useChange() {
  const [offer, setOffer] = useState<{ plan: PaidPlan; preview: ChangePreview } | null>(null)
  const [isAsking, setAsking] = useState(false)
  const asking = usePaying(async (plan: PaidPlan) => {
    setOffer({ plan, preview: await previewChange({ plan, promoCode: '' }) })
    setAsking(true)
  })
  const changing = usePaying(async () => {
    if (offer) await changePlan({ plan: offer.plan, promoCode: '' })
  })
  const ask = (plan: PaidPlan) => {
    changing.setFailure(null)
    void asking.run(plan)
  }
  const { failure, owed } = asking.failure === null ? changing : asking
  return { busy: asking.running?.[0] ?? null, failure, owed, offer, isAsking, setAsking, ask, change: changing.run }
}

/** Says so and closes once the plan is another one: at once, or when its owner has approved the payment, in whichever tab (R253a). */
function useChanged(plan: PaidPlan, onClose: () => void) {
  const before = useRef(plan)
  const close = useRef(onClose)
  close.current = onClose
  useEffect(() => {
    if (before.current === plan) return
    before.current = plan
    toast.success(`You are on ${planOffers[plan].name} now`)
    close.current()
  }, [plan])
}

/** The current plan is hidden. */
export function ChangePlan({ subscription, onClose }: Props) {
  useChanged(subscription.plan, onClose)
  const { busy, failure, owed, offer, isAsking, setAsking, ask, change } = useChange()
  const name = offer && planOffers[offer.plan].name
  return (
    <Section title="Change Plan" description="It changes right away. What is left of the period you paid for counts toward the new price.">
      <Card padding="none">
        <List label="Plans to change to">
          {PaidPlan.options
            .filter((plan) => plan !== subscription.plan)
            .map((plan) => (
              <ListRow
                key={plan}
                title={`${planOffers[plan].name} (${carriedPriceOf(plan, subscription)})`}
                meta={`Up to ${planLimits[plan].activeEvents} events, ${perksOf[plan]}`}
                trailing={
                  <Button variant="primary" busy={busy === plan} disabled={busy !== null && busy !== plan} onClick={() => ask(plan)}>
                    {`Switch to ${planOffers[plan].name}`}
                  </Button>
                }
              />
            ))}
        </List>
      </Card>
      <PaymentFailure failure={failure} owed={owed} open={openPortal} />
      <div>
        <Button onClick={onClose} disabled={busy !== null}>
          Cancel
        </Button>
      </div>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={`Change to ${name}?`}
        tone="primary"
        confirmLabel={`Change to ${name}`}
        busyLabel="Changing..."
        onConfirm={change}
      >
        {offer && changeCost(offer.preview, subscription.cancelAtPeriodEnd)}
      </ConfirmDialog>
    </Section>
  )
}
