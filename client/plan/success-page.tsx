// Subscription Success (/subscription/success?session_id=): asks until what was paid is there, then says what one has now.
import { useCallback, useEffect, useState } from 'react'
import { useSearch } from 'wouter'
import { CallFailed, errorText } from '#client/lib/call.ts'
import { ButtonLink } from '#client/ui/actions/button.tsx'
import { ErrorState } from '#client/ui/feedback/error-state.tsx'
import { Spinner } from '#client/ui/feedback/spinner.tsx'
import { Success } from '#client/ui/feedback/success.tsx'
import { Page } from '#client/ui/layout/page.tsx'
import { planLimits, planOffers } from '#protocol/kernel/limits.ts'
import type { SessionOutcome } from '#protocol/money/checkout.ts'
import type { PaidPlan } from '#protocol/people/subscription.ts'
import { perksOf } from './plan-texts.ts'
import { readSession } from './store.ts'

const pollMs = 2_000
/** About a minute: a payment that takes longer shows on the profile when it is there. */
const polls = 30
const loadFailed = 'Failed to load subscription information'

/** Said to whoever opens the address by itself. */
const noPayment = 'This page follows a payment, and was opened without one. Your plan and your billing are in your profile.'

type CheckoutState =
  | { is: 'processing' }
  | { is: 'failed'; sentence: string }
  | { is: 'plan'; plan: PaidPlan }
  | { is: 'group'; groupId: string }

/** Whether it is worth asking again: the server or the provider is away, or too many ask. */
const mayPass = (error: unknown) => error instanceof CallFailed && (error.status === 0 || error.status === 429 || error.status >= 502)

function stateOf({ state, groupId, subscription }: SessionOutcome): CheckoutState {
  if (state === 'processing') return { is: 'processing' }
  if (groupId) return { is: 'group', groupId }
  return subscription ? { is: 'plan', plan: subscription.plan } : { is: 'failed', sentence: loadFailed }
}

async function look(sessionId: string, left: number): Promise<CheckoutState> {
  try {
    const found = stateOf(await readSession(sessionId))
    return found.is === 'processing' && left === 0 ? { is: 'failed', sentence: loadFailed } : found
  } catch (error) {
    return left > 0 && mayPass(error) ? { is: 'processing' } : { is: 'failed', sentence: errorText(error, loadFailed) }
  }
}

function usePolling(sessionId: string | null) {
  const [checkout, setState] = useState<CheckoutState>({ is: 'processing' })
  const [round, setRound] = useState(0)
  useEffect(() => {
    if (!sessionId) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let isLeft = false
    const ask = async (left: number) => {
      const next = await look(sessionId, left)
      if (isLeft) return
      setState(next)
      if (next.is === 'processing') timer = setTimeout(() => void ask(left - 1), pollMs)
    }
    void ask(polls)
    return () => {
      isLeft = true
      clearTimeout(timer)
    }
  }, [sessionId, round])
  const retry = useCallback(() => {
    setState({ is: 'processing' })
    setRound((now) => now + 1)
  }, [])
  return { checkout: sessionId ? checkout : ({ is: 'failed', sentence: 'No session ID found' } as const), retry }
}

/** R43: groups and active events are two limits; who bought events wants to know theirs. */
function givenBy(plan: PaidPlan): string {
  const { activeEvents, rolesPerGroup, participantsPerRole, schedulingDays } = planLimits[plan]
  return `Up to ${activeEvents} events can be active at a time, each with a group of up to ${rolesPerGroup} roles of ${participantsPerRole} seats, up to ${schedulingDays} days ahead.`
}

const Welcome = ({ plan }: { plan: PaidPlan }) => (
  <Success
    title={`Welcome to ${planOffers[plan].name}!`}
    action={
      <div className="flex flex-wrap justify-center gap-3">
        <ButtonLink href="/dashboard" variant="primary">
          Go to Dashboard
        </ButtonLink>
        <ButtonLink href="/profile">View Profile</ButtonLink>
      </div>
    }
  >
    <p>{`Your subscription is now active. You can create up to ${planLimits[plan].groups} groups with ${perksOf[plan]}.`}</p>
    <p className="mt-2">{givenBy(plan)}</p>
  </Success>
)

const Upgraded = ({ groupId }: { groupId: string }) => (
  <Success
    title="Your group is upgraded!"
    action={
      <ButtonLink href={`/group/${groupId}`} variant="primary">
        Go to the group
      </ButtonLink>
    }
  >
    {`It takes up to ${planLimits.pro.rolesPerGroup} roles with ${planLimits.pro.participantsPerRole} seats each.`}
  </Success>
)

export function SubscriptionSuccessPage() {
  const sessionId = new URLSearchParams(useSearch()).get('session_id')
  const { checkout, retry } = usePolling(sessionId)
  return (
    <Page width="narrow">
      <title>Your subscription · Rolecall</title>
      <h1 className="sr-only">Your subscription</h1>
      <div aria-live="polite">
        {checkout.is === 'processing' && (
          <p className="flex items-center justify-center gap-3 py-16 text-17">
            <Spinner /> Processing your subscription...
          </p>
        )}
        {checkout.is === 'plan' && <Welcome plan={checkout.plan} />}
        {checkout.is === 'group' && <Upgraded groupId={checkout.groupId} />}
      </div>
      {checkout.is === 'failed' && (
        <ErrorState
          title="Something went wrong"
          {...(sessionId && { onRetry: retry, retryLabel: 'Try Again' })}
          action={<ButtonLink href="/profile">Go to Profile</ButtonLink>}
        >
          {sessionId ? checkout.sentence : `${checkout.sentence}. ${noPayment}`}
        </ErrorState>
      )}
    </Page>
  )
}
