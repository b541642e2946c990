// Upgrade Group (/payment): lifts one group to Pro limits, once and for good or by the month.
import { useState } from 'react'
import { useRoute, useSearch } from 'wouter'
import { sentenceOf } from '#client/lib/call.ts'
import { Button, ButtonLink } from '#client/ui/actions/button.tsx'
import { ErrorState } from '#client/ui/feedback/error-state.tsx'
import { Notice } from '#client/ui/feedback/notice.tsx'
import { Segmented } from '#client/ui/fields/segmented.tsx'
import { Card } from '#client/ui/layout/card.tsx'
import { Page, PageHeader } from '#client/ui/layout/page.tsx'
import type { GroupUpgradeMode } from '#protocol/checkout.ts'
import { groupOffers, planLimits } from '#protocol/limits.ts'
import { dollars } from './plan-texts.ts'
import { checkOutGroup } from './store.ts'

const options = [
  { value: 'payment', label: `One-Time (${dollars(groupOffers.payment.cents)})`, hint: 'Pay once; the group keeps it.' },
  { value: 'subscription', label: `Subscription (${dollars(groupOffers.subscription.cents)}/month)`, hint: 'For as long as you pay.' },
] as const
const { rolesPerGroup, participantsPerRole } = planLimits.pro

function useGroupId() {
  const [, params] = useRoute('/payment/:groupId')
  const search = useSearch()
  return params?.groupId ?? new URLSearchParams(search).get('groupId')
}

function Choice({ groupId }: { groupId: string }) {
  const [mode, setMode] = useState<GroupUpgradeMode>('payment')
  const [isBusy, setBusy] = useState(false)
  const [failed, setFailed] = useState<string>()
  const proceed = async () => {
    setBusy(true)
    setFailed(undefined)
    try {
      await checkOutGroup(groupId, mode)
    } catch (error) {
      setFailed(sentenceOf(error, 'Something went wrong. Please try again.'))
      setBusy(false)
    }
  }
  return (
    <Card padding="lg" className="flex flex-col gap-5">
      <Segmented name="mode" label="How do you want to pay?" look="cards" options={options} value={mode} onValue={setMode} />
      {failed && (
        <Notice tone="danger" live>
          {failed}
        </Notice>
      )}
      <div className="flex flex-wrap gap-3">
        <Button variant="primary" busy={isBusy} onClick={proceed}>
          Proceed to Checkout
        </Button>
        <ButtonLink href={`/group/${groupId}`}>Back to the group</ButtonLink>
      </div>
    </Card>
  )
}

/** Draws the page. */
export function UpgradeGroupPage() {
  const groupId = useGroupId()
  return (
    <Page width="narrow">
      <title>Upgrade Group · Rolecall</title>
      <PageHeader
        title="Upgrade Group"
        lead={`Lifts this one group to ${rolesPerGroup} roles and ${participantsPerRole} seats per role, whatever your plan.`}
      />
      {groupId ? (
        <Choice groupId={groupId} />
      ) : (
        <ErrorState title="Invalid Group Id" action={<ButtonLink href="/dashboard">Go to Dashboard</ButtonLink>}>
          Open a group from your dashboard to upgrade it.
        </ErrorState>
      )}
    </Page>
  )
}
