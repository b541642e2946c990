// Pricing, the way back from the checkout, and the profile's billing, on screen: every text by its words.
import { act } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { useSession } from '#client/lib/session.ts'
import { ChangePlan } from '#client/plan/change-plan.tsx'
import { PlanAndBilling, PlanBanner } from '#client/plan/plan-and-billing.tsx'
import { changeCost } from '#client/plan/plan-texts.ts'
import { PricingPage } from '#client/plan/pricing-page.tsx'
import { endingMark, statusLook } from '#client/plan/subscription-status.ts'
import { SubscriptionSuccessPage } from '#client/plan/success-page.tsx'
import { UpgradeGroupPage } from '#client/plan/upgrade-group-page.tsx'
import { putGroup } from '#client/records/groups.ts'
import type { UserView } from '#protocol/people/account.ts'
import type { SubscriptionView } from '#protocol/people/subscription.ts'
import { ada, byPath, payer, refusal, subscription } from './access-fixtures.ts'
import { filled, pageOf } from './group-fixtures.ts'
import { button, field, leave, press, resting, serve, settle, show, text, type } from './page-kit.tsx'

const has = (...words: string[]) => expect(words.filter((one) => !text().includes(one))).toEqual([])
const signIn = (user: UserView) => useSession.setState({ token: 't', organizerToken: null, user, checking: false })

function Billing() {
  const user = useSession((session) => session.user)
  return user && <PlanAndBilling user={user} />
}

let went: string[] = []
beforeEach(() => {
  went = []
  serve(() => undefined)
  vi.spyOn(window.location, 'assign').mockImplementation((address) => void went.push(String(address)))
})
afterEach(async () => {
  await leave()
  vi.restoreAllMocks()
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
    expect(asked.at(-1)?.body).toEqual({ plan: 'team', promoCode: 'early30' })
    expect(went).toEqual(['https://pay.test/1'])
  })

  it('says that it could not be started, and puts a wrong promo code on its field', async () => {
    signIn(ada)
    serve(() => 'offline')
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
    has(plan === 'pro' ? 'Up to 30 events can be active at a time' : 'Up to 60 events can be active at a time')
    expect(useSession.getState().user?.tier).toBe('pro')
  })

  it('waits while the payment is on its way or nobody answers', async () => {
    signIn(ada)
    for (const answer of [outcome({ state: 'processing' }), 'offline' as const, refusal(503, 'payments-unavailable', 'away')]) {
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
    has('Something went wrong', 'No session ID found. This page follows a payment, and was opened without one.', 'Go to Profile')
    await leave()
    serve(byPath({ [path]: { status: 500, body: {} } }))
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

  it('R114 a plan that was given: no price is named, and nothing is asked for', async () => {
    await show(<PlanAndBilling user={{ ...ada, tier: 'team' }} />)
    has('Team', 'Given to you, at no charge')
    expect(text()).not.toMatch(/\$|Change Plan|Upgrade/)
  })

  it('active: amount, next billing date, the other plan, cancel', async () => {
    await show(<PlanAndBilling user={payer} />)
    has('Pro', '$12.99/month', 'Next Billing Date', '20 Dec 2026', 'Active', 'Cancel Subscription')
    has('Cancelling ends the subscription at the end of the current billing period.')
    await press('Change Plan')
    has('Team ($39.99/month)', 'Up to 60 events, team collaboration')
    expect(text()).not.toContain('Pro ($12.99/month)')
    await leave()
    await show(<ChangePlan subscription={{ ...subscription, plan: 'team', amount: 3999 }} onClose={() => {}} />)
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
    has('Cancel your subscription?', 'You keep Pro until 20 Dec 2026 and pay nothing more. After that your account drops to Free')
    expect(text()).not.toContain('Access Expires')
    await press('Yes, cancel it')
    expect(text()).not.toContain('Active')
    has(
      'Pro Plan (Cancelled)',
      'Access Expires',
      'Subscription: Cancelled',
      'Your subscription ends on 20 Dec 2026. You can reactivate it before then.',
    )
    await press('Reactivate Subscription')
    has('The payment provider can’t be reached right now.', 'Access Expires')
    expect(button('Reactivate Subscription').getAttribute('aria-busy')).not.toBe('true')
  })

  it('R76 says what another plan costs now, and changes nothing before one agrees', async () => {
    const onTeam = { ...subscription, plan: 'team', amount: 3999 } as const
    const preview = { dueNow: 1403, amount: 3999, nextBilling: subscription.currentPeriodEnd }
    const asked = serve(({ method, path }) => {
      if (path.startsWith('/user/subscription/change-plan?')) return { body: preview }
      return method === 'POST'
        ? { body: { subscription: onTeam, user: { ...payer, rev: 2, tier: 'team', subscription: onTeam } } }
        : undefined
    })
    signIn(payer)
    await show(<Billing />)
    await press('Change Plan')
    await press('Switch to Team')
    has('Change to Team?', 'You pay $14.03 now for the rest of the current period. From 20 Dec 2026 on it costs $39.99/month.')
    expect(asked.map(({ method, path }) => `${method} ${path}`)).toEqual(['GET /user/subscription/change-plan?plan=team&promoCode='])
    await press('Change to Team')
    has('You are on Team now', 'Team Plan', '$39.99/month')
    expect(asked.at(-1)).toMatchObject({ method: 'POST', path: '/user/subscription/change-plan', body: { plan: 'team', promoCode: '' } })
  })

  it('R76 without knowing what it costs there is nothing to agree to', async () => {
    serve(() => refusal(503, 'payments-unavailable', 'The payment provider can’t be reached right now.'))
    await show(<ChangePlan subscription={subscription} onClose={() => {}} />)
    await press('Switch to Team')
    has('The payment provider can’t be reached right now.')
    expect(text()).not.toContain('Change to Team')
  })

  it.each([
    [
      -900,
      false,
      'You pay nothing now; $9 for the rest of the current period count toward your next bills. From 20 Dec 2026 on it costs $12.99/month.',
    ],
    [0, true, 'You pay nothing now. Your subscription still ends on 20 Dec 2026.'],
  ])('R76 a change that costs %i cents now, ending: %s', (dueNow, isEnding, sentence) => {
    expect(changeCost({ dueNow, amount: 1299, nextBilling: subscription.currentPeriodEnd }, isEnding)).toBe(sentence)
  })

  it('R50 a promo code that goes along is named with the price it makes', async () => {
    await show(<ChangePlan subscription={{ ...subscription, amount: 909, promoCode: 'EARLY30' }} onClose={() => {}} />)
    has('Team ($27.99/month with EARLY30 instead of $39.99)')
    await leave()
    signIn({ ...payer, subscription: { ...subscription, amount: 909, promoCode: 'EARLY30' } })
    await show(<PricingPage />)
    has('$9.09', 'With EARLY30, instead of $12.99.', '$27.99', 'With EARLY30, instead of $39.99.')
  })

  it('P8 leads to the provider’s page for another card, and says so where it can not', async () => {
    signIn(payer)
    const asked = serve(byPath({ '/user/subscription/portal': { body: { url: 'https://pay.test/card' } } }))
    await show(<Billing />)
    await press('Update Payment Method')
    expect([asked[0]?.method, went]).toEqual(['POST', ['https://pay.test/card']])
    await press('Update Payment Method')
    expect(went).toHaveLength(1) // the page is being left: another press leads nowhere
    await act(async () => window.dispatchEvent(new Event('pageshow')))
    serve(() => refusal(503, 'payments-unavailable', 'The payment provider can’t be reached right now.'))
    await press('Update Payment Method')
    has('The payment provider can’t be reached right now.')
  })

  it('what is set to end is not called active anywhere, and what has ended is "Canceled"', async () => {
    const looks = (status: SubscriptionView['status'], cancelAtPeriodEnd: boolean) => [
      statusLook(status, { status, cancelAtPeriodEnd })[0],
      endingMark({ status, cancelAtPeriodEnd }),
    ]
    expect(looks('active', false)).toEqual(['Active', ''])
    expect(looks('active', true)).toEqual(['Cancelled', ' (Cancelled)'])
    expect(looks('canceled', true)).toEqual(['Canceled', ''])
    expect(looks('past_due', false)).toEqual(['Past Due', ''])
    const ending = { ...payer, subscription: { ...subscription, cancelAtPeriodEnd: true } }
    await show(<PlanAndBilling user={ending} />)
    has('Subscription: Cancelled')
    expect(text()).not.toContain('Active')
  })

  it('R75 past due and canceled have their banners', async () => {
    document.documentElement.dataset.supportEmail = 'help@rolecall.test'
    await show(<PlanBanner user={{ ...payer, subscriptionStatus: 'past_due' }} />)
    has('Payment Issue', 'past due', 'Update Payment Method')
    expect(document.querySelector('a')?.getAttribute('href')).toBe('mailto:help@rolecall.test?subject=Payment%20Issue')
    await leave()
    const until = (keptUntil: string) => ({
      ...payer,
      subscriptionStatus: 'past_due' as const,
      subscription: { ...subscription, keptUntil },
    })
    await show(<PlanBanner user={until('2099-12-07T10:00:00.000Z')} />)
    has('Until 7 Dec 2099 nothing changes.')
    await leave()
    await show(<PlanBanner user={until('2020-12-07T10:00:00.000Z')} />)
    has('It ended on 7 Dec 2020.')
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
    await settle()
    has('Upgrade Group', 'One-Time ($4.99)', 'Subscription ($9.99/month)', 'You pay $4.99 once.')
    expect([...document.querySelectorAll('tr')].map((row) => row.textContent)).toEqual([
      'Up toNowUpgraded',
      'Roles310',
      'Seats per role2050',
      'Seats in all60500',
    ])
    await press('Proceed to Checkout')
    expect(asked.at(-1)?.body).toEqual({ groupId, mode: 'payment' })
    expect(went).toEqual(['https://pay.test/2'])
  })

  it('R49, R76 shows whoever pays by the month what they pay, asks before it ends, and leads to the card', async () => {
    signIn(ada)
    const groupId = 'a'.repeat(24)
    const upgrade = { amount: 999, status: 'past_due', cancelAtPeriodEnd: false, currentPeriodEnd: subscription.currentPeriodEnd }
    const ending = { ...upgrade, cancelAtPeriodEnd: true }
    const at = `/payment/group/${groupId}`
    const asked = serve(
      byPath({
        [at]: { body: { subscription: upgrade } },
        [`${at}/cancel`]: { body: { subscription: ending } },
        [`${at}/portal`]: { body: { url: 'https://pay.test/card' } },
      }),
    )
    await show(<UpgradeGroupPage />, `/payment?groupId=${groupId}`)
    await settle()
    has('$9.99/month', 'Next Billing Date', 'Past Due', 'Payment Issue')
    await press('Cancel Upgrade')
    has('The group keeps its upgrade until 20 Dec 2026, and you pay nothing more.')
    expect(asked.some(({ path }) => path.endsWith('/cancel'))).toBe(false)
    await press('Yes, cancel it')
    has('Access Expires', 'Reactivate Upgrade')
    await press('Update Payment Method')
    expect(went).toEqual(['https://pay.test/card'])
  })

  it('R49 follows what another tab does to it, once the group has moved', async () => {
    signIn(ada)
    const group = filled()
    const upgrade = { amount: 999, status: 'active', cancelAtPeriodEnd: false, currentPeriodEnd: subscription.currentPeriodEnd }
    const at = `/payment/group/${group._id}`
    serve(byPath({ [at]: { body: { subscription: upgrade } } }))
    await show(<UpgradeGroupPage />, `/payment?groupId=${group._id}`)
    await settle()
    has('Next Billing Date', 'Cancel Upgrade')
    serve(byPath({ [at]: { body: { subscription: { ...upgrade, cancelAtPeriodEnd: true } } } }))
    await resting(400, () => act(async () => putGroup({ ...group, rev: group.rev + 1 })))
    has('Access Expires', 'Reactivate Upgrade')
    serve(byPath({ [at]: refusal(500, 'internal', 'Something went wrong.') }))
    await resting(400, () => act(async () => putGroup({ ...group, rev: group.rev + 2 })))
    has('Access Expires', 'Reactivate Upgrade')
  })

  it.each(['pro', 'team', 'enterprise'] as const)('R49 offers nothing for a group that runs under %s', async (tier) => {
    signIn(ada)
    serve(() => ({ body: pageOf(filled(), {}, tier) }))
    await show(<UpgradeGroupPage />, `/payment?groupId=${'a'.repeat(24)}`)
    await settle()
    has('Nothing to buy', 'This group already has everything an upgrade adds.', 'Back to the group')
    expect(text()).not.toContain('Proceed to Checkout')
  })
})
