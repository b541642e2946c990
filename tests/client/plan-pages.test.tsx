// Pricing, the way back from the checkout, and the profile's billing, on screen: every text by its words.
import { act } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { forgetTokens, useSession } from '#client/lib/session.ts'
import { ChangePlan } from '#client/plan/change-plan.tsx'
import { PlanAndBilling, PlanBanner } from '#client/plan/plan-and-billing.tsx'
import { PricingPage } from '#client/plan/pricing-page.tsx'
import { SubscriptionSuccessPage } from '#client/plan/success-page.tsx'
import { UpgradeGroupPage } from '#client/plan/upgrade-group-page.tsx'
import { toast } from '#client/ui/feedback/toast.tsx'
import type { UserView } from '#protocol/account.ts'
import type { SubscriptionView } from '#protocol/subscription.ts'
import { ada, byPath, refusal } from './access-fixtures.ts'
import { button, field, leave, press, serve, settle, show, text, type } from './page-kit.tsx'

const subscription: SubscriptionView = {
  plan: 'pro',
  promoCode: '',
  amount: 1299,
  interval: 'month',
  status: 'active',
  cancelAtPeriodEnd: false,
  currentPeriodEnd: '2026-12-20T10:00:00.000Z',
}
const payer: UserView = { ...ada, tier: 'pro', subscriptionStatus: 'active', hasActiveSubscription: true, subscription }
const has = (...words: string[]) => expect(words.filter((one) => !text().includes(one))).toEqual([])
const signIn = (user: UserView) => useSession.setState({ token: 't', organizerToken: null, user, checking: false })

function Billing() {
  const user = useSession((session) => session.user)
  return user && <PlanAndBilling user={user} />
}

let went: string[] = []
beforeEach(() => {
  went = []
  vi.spyOn(window.location, 'assign').mockImplementation((address) => void went.push(String(address)))
})
afterEach(async () => {
  await act(async () => toast.remove())
  await leave()
  forgetTokens()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

describe('P1 pricing', () => {
  it('shows names, prices and labels; the promo toggle only to who is signed in', async () => {
    await show(<PricingPage />, '/pricing')
    has(
      'Choose Your Plan',
      '$0',
      'forever',
      '$12.99',
      '$39.99',
      '/month',
      'Ask for Trial',
      'Contact us',
      'Coming Soon',
      '2 active events (2 per month)',
    )
    expect(text()).not.toContain('Have a promo code?')
    await act(async () => signIn(ada))
    has('Have a promo code?')
  })

  it('sends a visitor to the login, remembering where from', async () => {
    const { at } = await show(<PricingPage />, '/pricing')
    await press('Subscribe to Pro')
    expect(at()).toBe('/login?from=%2Fpricing%3Fplan%3Dpro')
  })

  it('goes to the checkout with plan and promo code', async () => {
    signIn(ada)
    const asked = serve(byPath({ '/user/subscription': { body: { checkoutUrl: 'https://pay.test/1', sessionId: '1' } } }))
    await show(<PricingPage />, '/pricing')
    await press('Have a promo code?')
    await type('Promo code', 'early30')
    await press('Subscribe to Team')
    expect(asked[0]?.body).toEqual({ plan: 'team', promoCode: 'early30' })
    expect(went).toEqual(['https://pay.test/1'])
  })

  it('says that it could not be started, and puts a wrong promo code on its field', async () => {
    signIn(ada)
    serve(() => 'silence')
    await show(<PricingPage />, '/pricing')
    await press('Subscribe to Pro')
    has('Failed to start subscription process. Please try again.')
    const sentence = 'This promo code is not valid or has expired.'
    serve(byPath({ '/user/subscription': refusal(400, 'promo-invalid', sentence, { fields: { promoCode: sentence } }) }))
    await press('Have a promo code?')
    await type('Promo code', 'x')
    await press('Subscribe to Pro')
    expect(field('Promo code').getAttribute('aria-invalid')).toBe('true')
    has(sentence)
    expect(went).toEqual([])
  })
})

describe('P1 coming back', () => {
  const outcome = (more: object) => ({ body: { state: 'done', groupId: null, subscription, user: payer, ...more } })
  const path = '/user/subscription/session?session_id=cs_1'

  it.each([
    ['pro', 'Welcome to Pro!', 'Your subscription is now active. You can create up to 30 groups with enhanced features.'],
    ['team', 'Welcome to Team!', 'Your subscription is now active. You can create up to 300 groups with team collaboration.'],
  ])('welcomes to %s', async (plan, title, sentence) => {
    signIn(ada)
    serve(byPath({ [path]: outcome({ subscription: { ...subscription, plan } }) }))
    await show(<SubscriptionSuccessPage />, '/subscription/success?session_id=cs_1')
    await settle()
    has(title, sentence, 'Go to Dashboard', 'View Profile')
    expect(useSession.getState().user?.tier).toBe('pro')
  })

  it('waits while the payment is on its way or nobody answers', async () => {
    signIn(ada)
    for (const answer of [outcome({ state: 'processing' }), 'silence' as const, refusal(503, 'payments-unavailable', 'away')]) {
      serve(byPath({ [path]: answer }))
      await show(<SubscriptionSuccessPage />, '/subscription/success?session_id=cs_1')
      await settle()
      has('Processing your subscription...')
      expect(text()).not.toContain('Something went wrong')
      await leave()
    }
  })

  it('says what is wrong with the session', async () => {
    signIn(ada)
    await show(<SubscriptionSuccessPage />, '/subscription/success')
    has('Something went wrong', 'No session ID found', 'Go to Profile')
    await leave()
    serve(byPath({ [path]: refusal(500, 'internal', 'x') }))
    await show(<SubscriptionSuccessPage />, '/subscription/success?session_id=cs_1')
    await settle()
    has('Something went wrong', 'Failed to load subscription information', 'Go to Profile')
  })
})

describe('P1 billing', () => {
  it('Free: the upgrade banner and the way to the plans', async () => {
    await show(
      <>
        <PlanBanner user={ada} />
        <PlanAndBilling user={ada} />
      </>,
    )
    has('Upgrade to Pro', 'Up to 30 events, enhanced role management, priority support, $12.99/month', '$0 forever')
    has('Cancel anytime • 30% off for early adopters with referrals', 'Plan & Billing')
    expect(text()).not.toContain('Subscription Details')
  })

  it('active: amount, next billing date, the other plan, cancel', async () => {
    await show(<PlanAndBilling user={payer} />)
    has('Pro', '$12.99/month', 'Next Billing Date', '20 Dec 2026', 'Active', 'Cancel Subscription')
    has('Cancelling ends the subscription at the end of the current billing period.')
    await press('Change Plan')
    has('Team ($39.99/month)', 'Up to 60 events, team collaboration')
    expect(text()).not.toContain('Pro ($12.99/month)')
    await leave()
    await show(<ChangePlan present="team" onClose={() => {}} />)
    has('Pro ($12.99/month)', 'Up to 30 events, enhanced features', 'Cancel')
  })

  it('cancels and reactivates, and says so where it can not', async () => {
    signIn(payer)
    const ended = { ...subscription, cancelAtPeriodEnd: true }
    serve(
      byPath({
        '/user/subscription/cancel': { body: { subscription: ended, user: { ...payer, rev: 2, subscription: ended } } },
        '/user/subscription/reactivate': refusal(503, 'payments-unavailable', 'The payment provider can’t be reached right now.'),
      }),
    )
    await show(<Billing />)
    await press('Cancel Subscription')
    has('Access Expires', 'Cancelled', 'Your subscription ends on 20 Dec 2026. You can reactivate it before then.')
    await press('Reactivate Subscription')
    has('The payment provider can’t be reached right now.', 'Access Expires')
    expect(button('Reactivate Subscription').getAttribute('aria-busy')).not.toBe('true')
  })

  it('past due and canceled have their banners', async () => {
    await show(<PlanBanner user={{ ...payer, subscriptionStatus: 'past_due' }} />)
    has('Payment Issue', 'past due')
    expect(document.querySelector('a')?.getAttribute('href')).toContain('mailto:')
    await leave()
    await show(<PlanBanner user={{ ...payer, subscriptionStatus: 'canceled', hasActiveSubscription: false }} />)
    has('Subscription Canceled', 'You keep access until 20 Dec 2026. After that your account drops to Free.')
    expect(document.querySelector('a')?.getAttribute('href')).toBe('/pricing')
  })
})

describe('P1 Upgrade Group', () => {
  it('offers both ways, one-time first, for the group of the address', async () => {
    signIn(ada)
    const groupId = 'a'.repeat(24)
    const asked = serve(byPath({ '/payment/checkout': { body: { sessionId: '1', url: 'https://pay.test/2' } } }))
    await show(<UpgradeGroupPage />, `/payment?groupId=${groupId}`)
    has('Upgrade Group', 'One-Time ($4.99)', 'Subscription ($9.99/month)')
    await press('Proceed to Checkout')
    expect(asked[0]?.body).toEqual({ groupId, mode: 'payment' })
    expect(went).toEqual(['https://pay.test/2'])
  })
})
