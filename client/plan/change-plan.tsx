// The Change Plan card: the plans one isn't on, and Cancel.
import { useState } from 'react'
import { sentenceOf } from '#client/lib/call.ts'
import { Button } from '#client/ui/actions/button.tsx'
import { Notice } from '#client/ui/feedback/notice.tsx'
import { toast } from '#client/ui/feedback/toast.tsx'
import { Card } from '#client/ui/layout/card.tsx'
import { List, ListRow } from '#client/ui/layout/list.tsx'
import { Section } from '#client/ui/layout/section.tsx'
import { planLimits, planOffers } from '#protocol/limits.ts'
import { PaidPlan } from '#protocol/subscription.ts'
import { perksOf, priceOf } from './plan-texts.ts'
import { changePlan } from './store.ts'

/** Draws the card; the present plan is hidden. */
export function ChangePlan({ present, onClose }: { present: PaidPlan; onClose: () => void }) {
  const [busy, setBusy] = useState<PaidPlan | null>(null)
  const [failed, setFailed] = useState<string>()
  const change = async (plan: PaidPlan) => {
    setBusy(plan)
    setFailed(undefined)
    try {
      await changePlan({ plan, promoCode: '' })
      toast.success(`You are on ${planOffers[plan].name} now`)
      onClose()
    } catch (error) {
      setFailed(sentenceOf(error, 'Something went wrong. Please try again.'))
      setBusy(null)
    }
  }
  return (
    <Section title="Change Plan" description="It changes at once. What is left of the paid period is set against the new price.">
      <Card padding="none">
        <List label="Plans to change to">
          {PaidPlan.options
            .filter((plan) => plan !== present)
            .map((plan) => (
              <ListRow
                key={plan}
                title={`${planOffers[plan].name} (${priceOf(plan).join('')})`}
                meta={`Up to ${planLimits[plan].activeEvents} events, ${perksOf[plan]}`}
                trailing={
                  <Button variant="primary" busy={busy === plan} disabled={busy !== null && busy !== plan} onClick={() => change(plan)}>
                    {`Switch to ${planOffers[plan].name}`}
                  </Button>
                }
              />
            ))}
        </List>
      </Card>
      {failed && (
        <Notice tone="danger" live>
          {failed}
        </Notice>
      )}
      <div>
        <Button onClick={onClose} disabled={busy !== null}>
          Cancel
        </Button>
      </div>
    </Section>
  )
}
