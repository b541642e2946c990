// R253: what a payment needs of its owner, on screen: the sentence, the way to the provider's page, and what is there on coming back.
import { act } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { PlanDialog } from '#client/event/groups/plan-dialog.tsx'
import { useSession } from '#client/lib/session.ts'
import { PlanAndBilling, PlanBanner } from '#client/plan/plan-and-billing.tsx'
import { PricingPage } from '#client/plan/pricing-page.tsx'
import { UpgradeGroupPage } from '#client/plan/upgrade-group-page.tsx'
import { putUser } from '#client/records/user.ts'
import { refusals } from '#protocol/kernel/refusals.ts'
import { ada, byPath, payer, subscription } from './access-fixtures.ts'
import { drawn, leave, press, serve, settle, show, text } from './page-kit.tsx'

const groupId = 'a'.repeat(24)
const bill = 'https://invoice.stripe.test/1'

function Billing() {
  const user = useSession((session) => session.user)
  return user && <PlanAndBilling user={user} />
}

let went: string[] = []
beforeEach(() => {
  went = []
  useSession.setState({ token: 't', organizerToken: null, user: payer, checking: false })
  vi.spyOn(window.location, 'assign').mockImplementation((address) => void went.push(String(address)))
})
afterEach(async () => {
  await leave()
  vi.restoreAllMocks()
})

const refused = (code: keyof typeof refusals, more: object = {}) => ({
  status: refusals[code][0],
  body: { code, error: refusals[code][1], requestId: 'r', ...more },
})
type Refused = ReturnType<typeof refused>
/** How each leads on: by a link to one bill, or to the page for cards and addresses. */
const owed: [keyof typeof refusals, string][] = [
  ['payment-approval', 'See Your Bills'],
  ['payment-declined', 'Update Payment Method'],
  ['payment-card-missing', 'Add a Payment Method'],
  ['payment-address', 'Correct the Address'],
]
const preview = { dueNow: 1403, amount: 3999, nextBilling: subscription.currentPeriodEnd }
const upgrade = { amount: 999, status: 'active', cancelAtPeriodEnd: false, currentPeriodEnd: subscription.currentPeriodEnd }

/** Each place where something is asked that may cost money: what is pressed there, and the page that its owner is led to. */
const places: [string, (no: Refused) => Promise<void>][] = [
  [
    'a change of plan',
    async (no) => {
      serve(({ method, path }) => {
        if (path.endsWith('/portal')) return { body: { url: 'https://billing.stripe.test/1' } }
        return method === 'GET' ? { body: preview } : no
      })
      await show(<Billing />)
      for (const label of ['Change Plan', 'Switch to Team', 'Change to Team']) await press(label)
    },
  ],
  [
    'what a change costs',
    async (no) => {
      serve(({ path }) => (path.endsWith('/portal') ? { body: { url: 'https://billing.stripe.test/1' } } : no))
      await show(<Billing />)
      for (const label of ['Change Plan', 'Switch to Team']) await press(label)
    },
  ],
  [
    'the end of a plan',
    async (no) => {
      serve(byPath({ '/user/subscription/cancel': no, '/user/subscription/portal': { body: { url: 'https://billing.stripe.test/1' } } }))
      await show(<Billing />)
      for (const label of ['Cancel Subscription', 'Yes, cancel it']) await press(label)
    },
  ],
  [
    'the end of a group’s upgrade',
    async (no) => {
      const at = `/payment/group/${groupId}`
      const portal = { body: { url: 'https://billing.stripe.test/1' } }
      serve(byPath({ [at]: { body: { subscription: upgrade } }, [`${at}/cancel`]: no, [`${at}/portal`]: portal }))
      await show(<UpgradeGroupPage />, `/payment?groupId=${groupId}`)
      await settle()
      for (const label of ['Cancel Upgrade', 'Yes, cancel it']) await press(label)
    },
  ],
]
/** Where nothing is paid yet: the provider has no page for the card and the address of who is none of its customers. */
const firsts: [string, (no: Refused) => Promise<void>][] = [
  [
    'a first plan',
    async (no) => {
      useSession.setState({ user: ada })
      serve(byPath({ '/user/subscription': no }))
      await show(<PricingPage />, '/pricing')
      await press('Subscribe to Team')
    },
  ],
  [
    'a group’s first upgrade',
    async (no) => {
      serve(byPath({ [`/payment/group/${groupId}`]: { body: { subscription: null } }, '/payment/checkout': no }))
      await show(<UpgradeGroupPage />, `/payment?groupId=${groupId}`)
      await settle()
      await press('Proceed to Checkout')
    },
  ],
]

const notice = () => document.querySelector('[role=alert], [role=status]')
const bills = () =>
  [...document.querySelectorAll<HTMLAnchorElement>('a[target=_blank]')].map((one) => [one.textContent, one.getAttribute('href')])

describe.each(places)('%s', (_, ask) => {
  it.each(owed)('R253 %s says which, and leads to the provider’s page', async (code, label) => {
    await ask(refused(code))
    expect(text()).toContain(refusals[code][1])
    const way = [...(notice()?.querySelectorAll('button') ?? [])].find((one) => one.textContent === label)
    await act(async () => way?.click())
    await settle()
    expect(went).toEqual(['https://billing.stripe.test/1'])
  })

  it('R253a a bill to approve is a tab of its own, for it has no way back', async () => {
    await ask(refused('payment-approval', { page: bill }))
    expect(bills()).toEqual([['Approve the Payment', bill]])
  })

  it('R253 control: what isn’t its owner’s to do leads nowhere', async () => {
    await ask(refused('payment-refused'))
    expect(text()).toContain(refusals['payment-refused'][1])
    expect([notice()?.querySelector('a, button'), bills()]).toEqual([null, []])
  })
})

describe.each(firsts)('%s', (_, ask) => {
  it.each(owed)('R253 %s says which, leads to a bill where there is one, and else promises no page that can’t be opened', async (code) => {
    await ask(refused(code, { page: bill }))
    expect([text().includes(refusals[code][1]), bills().map(([, href]) => href)]).toEqual([true, [bill]])
    await leave()
    await ask(refused(code))
    expect(notice()?.textContent).toContain(refusals[code][1])
    expect(notice()?.querySelector('a, button')).toBeNull()
  })
})

it('R44 what the upgrade of one group lifts, and what it doesn’t, is said before it is bought, at its page and where a group is refused by the plan', async () => {
  serve(byPath({ [`/payment/group/${groupId}`]: { body: { subscription: null } } }))
  await show(<UpgradeGroupPage />, `/payment?groupId=${groupId}`)
  await settle()
  expect(text()).toContain('Other groups of the event keep the limits of your plan, and the number of groups stays the same.')
  await leave()
  await show(<PlanDialog limit={1} isOpen onOpenChange={() => undefined} />)
  await drawn(() =>
    expect(text()).toContain(
      'Upgrading a single group lifts the limits of that group alone, and gives you no more groups. Groups that are there already stay.',
    ),
  )
  expect(text()).toContain('On your plan an event has one group.')
  await leave()
  // Where no plan would help, none is spoken of.
  await show(<PlanDialog limit={20} isOpen onOpenChange={() => undefined} />)
  await drawn(() => expect(text()).toContain('An event has at most 20 groups.'))
  expect(text()).not.toContain('Upgrading')
})

it('R253a once it is approved, in whichever tab, the plan is another one on this page, and nothing asks for approval any more', async () => {
  await places[0]?.[1](refused('payment-approval', { page: bill }))
  expect(bills()).toHaveLength(1)
  await act(async () => putUser({ ...payer, rev: 2, tier: 'team', subscription: { ...subscription, plan: 'team', amount: 3999 } }))
  expect(text()).toContain('You are on Team now')
  expect(text()).toContain('Team Plan')
  expect([bills(), text().includes(refusals['payment-approval'][1])]).toEqual([[], false])
})

describe('what is past due', () => {
  it.each([
    [true, 'your bank wants you to approve it', 'Approve the Payment'],
    [false, 'Please update your payment method', 'Pay Now'],
  ])('R253 with approval wanted: %s, leads to its bill, for a plan and a group', async (needsApproval, sentence, label) => {
    const late = { status: 'past_due' as const, due: { page: bill, needsApproval } }
    await show(<PlanBanner user={{ ...payer, subscriptionStatus: 'past_due', subscription: { ...subscription, ...late } }} />)
    expect([text().includes(sentence), bills()]).toEqual([true, [[label, bill]]])
    await leave()
    serve(byPath({ [`/payment/group/${groupId}`]: { body: { subscription: { ...upgrade, ...late } } } }))
    await show(<UpgradeGroupPage />, `/payment?groupId=${groupId}`)
    await settle()
    expect([text().includes(sentence), bills()]).toEqual([true, [[label, bill]]])
  })
})
