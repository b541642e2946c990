// Upgrade Group (/payment): lifts one group to Pro limits, once and for good or by the month.
import { useEffect, useState } from 'react'
import { useRoute, useSearch } from 'wouter'
import { openGroup } from '#client/group/actions.ts'
import { useWatch } from '#client/lib/live.ts'
import { isSold } from '#client/lib/settings.ts'
import { putGroup, useGroups } from '#client/records/groups.ts'
import { Button, ButtonLink } from '#client/ui/actions/button.tsx'
import { ErrorState } from '#client/ui/feedback/error-state.tsx'
import { Notice } from '#client/ui/feedback/notice.tsx'
import { Loading, Skeleton } from '#client/ui/feedback/skeleton.tsx'
import { Segmented } from '#client/ui/fields/segmented.tsx'
import { Card } from '#client/ui/layout/card.tsx'
import { Text } from '#client/ui/layout/heading.tsx'
import { Page, PageHeader } from '#client/ui/layout/page.tsx'
import { groupOffers, planLimits } from '#protocol/kernel/limits.ts'
import { groupRoom } from '#protocol/live.ts'
import type { GroupUpgradeMode } from '#protocol/money/checkout.ts'
import type { GroupSubscription } from '#protocol/people/subscription.ts'
import { checkOutGroup } from './checkout.ts'
import { GroupSubscriptionCard } from './group-subscription.tsx'
import { PaymentFailure, usePaying } from './paying.tsx'
import { dollars } from './plan-texts.ts'
import { readGroupSubscription } from './store.ts'

const options = [
  { value: 'payment', label: `One-Time (${dollars(groupOffers.payment.cents)})`, hint: 'Its new limits stay for good.' },
  {
    value: 'subscription',
    label: `Subscription (${dollars(groupOffers.subscription.cents)}/month)`,
    hint: 'Its new limits end when you cancel.',
  },
] as const
const { free, pro } = planLimits
const dueOf = {
  payment: `You pay ${dollars(groupOffers.payment.cents)} once.`,
  subscription: `You pay ${dollars(groupOffers.subscription.cents)} now and every month until you cancel.`,
} as const

/** What the group may have now, and then. */
const Gain = () => (
  <table className="w-full text-left tabular [&_td]:py-2 [&_td]:pl-4 [&_td]:text-right [&_th]:py-2 [&_tr+tr]:border-t [&_tr+tr]:border-line">
    <caption className="sr-only">What the upgrade changes</caption>
    <thead className="border-b border-line text-13 text-muted">
      <tr>
        <td className="text-left! pl-0!">Up to</td>
        <th scope="col" className="pl-4 text-right! font-normal">
          Now
        </th>
        <th scope="col" className="pl-4 text-right! font-normal">
          Upgraded
        </th>
      </tr>
    </thead>
    <tbody>
      {gains.map(([name, now, then]) => (
        <tr key={name}>
          <th scope="row" className="font-normal">
            {name}
          </th>
          <td className="text-muted">{now}</td>
          <td className="font-semibold">{then}</td>
        </tr>
      ))}
    </tbody>
  </table>
)
const gains = [
  ['Roles', free.rolesPerGroup, pro.rolesPerGroup],
  ['Seats per role', free.participantsPerRole, pro.participantsPerRole],
  ['Seats in all', free.rolesPerGroup * free.participantsPerRole, pro.rolesPerGroup * pro.participantsPerRole],
] as const

function useGroupId() {
  const [, params] = useRoute('/payment/:groupId')
  const search = useSearch()
  return params?.groupId ?? new URLSearchParams(search).get('groupId')
}

function Choice({ groupId }: { groupId: string }) {
  const [mode, setMode] = useState<GroupUpgradeMode>('payment')
  const { run, isBusy, failure, owed } = usePaying(() => checkOutGroup(groupId, mode))
  return (
    <Card padding="lg" className="flex flex-col gap-5">
      <Gain />
      <Text size={13} tone="muted">
        For this one group. Other groups of the event keep the limits of your plan, and the number of groups stays the same.
      </Text>
      <Segmented name="mode" label="How do you want to pay?" look="cards" options={options} value={mode} onValue={setMode} />
      <PaymentFailure failure={failure} owed={owed} />
      <div className="flex flex-col items-start gap-2">
        <Button variant="primary" size="lg" className="max-sm:w-full" busy={isBusy} onClick={() => void run()}>
          Proceed to Checkout
        </Button>
        <Text size={13} tone="muted" aria-live="polite">
          {`${dueOf[mode]} The payment page comes next; the group has its new limits as soon as you have paid.`}
        </Text>
      </div>
    </Card>
  )
}

/** R49: says so instead of selling a group what it has: by its owner's plan, or by an upgrade before. */
const included = <Notice title="Nothing to buy">This group already has everything an upgrade adds.</Notice>

/** Whether the group has these limits already; null until that is known. Where it can't be read, the server has the last word. */
function useIncluded(groupId: string): boolean | null {
  const [isIncluded, setIncluded] = useState<boolean | null>(null)
  useEffect(() => {
    const leaving = new AbortController()
    openGroup(groupId, leaving.signal).then(
      ({ tierLimits }) => setIncluded(tierLimits !== undefined && tierLimits.tier !== 'free'),
      () => !leaving.signal.aborted && setIncluded(false),
    )
    return () => leaving.abort()
  }, [groupId])
  return isIncluded
}

const watcher = { onView: putGroup }
/** How long a group must rest before what one pays for it is read again: answers move it too. */
const restMs = 250

/** What one pays for it by the month, also after another tab has changed it; undefined until that is known. Where it can't be read, the rest of the page still serves. */
function usePaid(groupId: string) {
  const [paid, setPaid] = useState<GroupSubscription | null>()
  const rev = useGroups((held) => held.byId[groupId]?.rev)
  useWatch(groupRoom(groupId), watcher)
  useEffect(() => {
    let isHere = true
    void readGroupSubscription(groupId)
      .catch(() => null)
      .then((found) => isHere && setPaid(found))
    return () => {
      isHere = false
    }
  }, [groupId])
  useEffect(() => {
    if (rev === undefined) return
    let isHere = true
    const again = () => readGroupSubscription(groupId).then((found) => isHere && setPaid(found))
    const timer = setTimeout(() => void again().catch(() => undefined), restMs)
    return () => {
      isHere = false
      clearTimeout(timer)
    }
  }, [groupId, rev])
  return [paid, setPaid] as const
}

function Offer({ groupId }: { groupId: string }) {
  const isIncluded = useIncluded(groupId)
  const [paid, setPaid] = usePaid(groupId)
  if (paid) return <GroupSubscriptionCard groupId={groupId} subscription={paid} onSubscription={setPaid} />
  if (paid === undefined) return <GroupSkeleton />
  if (isIncluded) return included
  if (isIncluded === false) return <Choice groupId={groupId} />
  return <GroupSkeleton />
}

const GroupSkeleton = () => (
  <Loading label="Loading the group...">
    <Skeleton className="h-48 w-full" />
  </Loading>
)

export function UpgradeGroupPage() {
  const groupId = useGroupId()
  return (
    <Page width="narrow">
      <title>Upgrade Group · Rolecall</title>
      <PageHeader
        title="Upgrade Group"
        lead="More roles and seats for one group, on the plan you have."
        back={groupId ? { href: `/group/${groupId}`, label: 'Back to the group' } : undefined}
      />
      {!isSold() ? (
        <Notice>Plans can’t be bought on this site.</Notice>
      ) : groupId ? (
        <Offer key={groupId} groupId={groupId} />
      ) : (
        <ErrorState title="Invalid Group Id" action={<ButtonLink href="/dashboard">Go to Dashboard</ButtonLink>}>
          Open a group from your dashboard to upgrade it.
        </ErrorState>
      )}
    </Page>
  )
}
