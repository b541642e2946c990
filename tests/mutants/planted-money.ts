// Planted faults of plans and payments: more than was paid for, an effect lost or had twice, an event from nobody.
import type { Planted } from './planted.ts'

export const plantedMoney: readonly Planted[] = [
  {
    name: 'webhook-signature-not-checked',
    file: 'server/ports/payments-events.ts',
    from: 'event = Stripe.webhooks.constructEvent(body, signature, secret, toleranceSeconds, undefined, now)',
    to: 'event = JSON.parse(body)',
    tests: ['tests/plan/webhook.test.ts'],
    only: 'signatures',
  },
  {
    name: 'webhook-taken-however-old',
    file: 'server/ports/payments-events.ts',
    from: 'const toleranceSeconds = 300',
    to: 'const toleranceSeconds = 300_000',
    tests: ['tests/plan/webhook.test.ts'],
    only: 'signatures',
  },
  {
    name: 'webhook-id-first',
    file: 'server/plan/actions.ts',
    from: `  if (checkout) await syncCheckout(services, checkout, event.id)
  if (event.subscriptionId) await syncSubscription(services, event.subscriptionId, event.id)`,
    to: `  const expiresAt = iso(clock.now() + keptDays * 86_400_000)
  const isFirst = await transact(services, event.id, async (tx) => {
    const before = await tx.get(handledEvents, event.id)
    return { writes: before ? [] : [put(handledEvents, { _id: event.id, rev: 1, expiresAt })], reply: !before }
  })
  if (checkout && isFirst) await syncCheckout(services, checkout)
  if (event.subscriptionId && isFirst) await syncSubscription(services, event.subscriptionId)`,
    tests: ['tests/plan/webhook.test.ts'],
    only: 'R47 2,000',
  },
  {
    name: 'webhook-event-applied-twice',
    file: 'server/plan/actions.ts',
    from: '...(event ? [put(handledEvents, event)] : [])]',
    to: ']',
    tests: ['tests/plan/webhook.test.ts'],
    only: 'signatures',
  },
  {
    name: 'older-look-over-a-newer-one',
    file: 'server/plan/actions.ts',
    from: '      if ((await recordOf(tx, subject))?.paid?.syncs !== before.paid?.syncs) return { reply: false }\n',
    to: '',
    tests: ['tests/safety/guards.test.ts'],
    only: 'R47 a look',
  },
  {
    name: 'unpaid-checkout-taken-for-paid',
    file: 'server/plan/actions.ts',
    from: ` || checkout.status !== 'complete' || !checkout.isPaid) return`,
    to: ') return',
    tests: ['tests/safety/guards.test.ts'],
    only: 'R49',
  },
  {
    name: 'plan-limit-read-outside-the-turn',
    file: 'server/event/actions.ts',
    from: `const host = (await tx.get(users, user._id)) ?? refuse('token-invalid')`,
    to: `const host = (await services.store.get(users, user._id)) ?? refuse('token-invalid')`,
    tests: ['tests/safety/race.test.ts'],
    only: '1 server processes.*R43',
  },
  {
    name: 'plan-limit-read-but-not-written',
    file: 'server/group/actions.ts',
    from: 'writes: [put(groups, group), put(users, next(owner, { standaloneGroupIds }))],\n        emails',
    to: 'writes: standaloneGroupIds.length > 0 ? [put(groups, group)] : [],\n        emails',
    tests: ['tests/plan/plan.test.ts'],
    only: 'R43 Free',
  },
  {
    name: 'plan-for-ever-past-due',
    file: 'server/plan/model.ts',
    from: `...(status === 'active' ? [] : [grace])`,
    to: `...(status === 'active' || status === 'past_due' ? [] : [grace])`,
    tests: ['tests/plan/payments.test.ts'],
    only: 'R45',
  },
  {
    name: 'monthly-limit-for-who-pays',
    file: 'protocol/limits.ts',
    from: 'pro: { activeEvents: 30, eventsPerMonth: Infinity,',
    to: 'pro: { activeEvents: 30, eventsPerMonth: 300,',
    tests: ['tests/plan/plan.test.ts'],
    only: 'R68',
  },
  {
    name: 'upgrade-sold-to-who-has-it',
    file: 'server/checkout/actions.ts',
    from: 'checkMayUpgrade(await presentUser(store, group.ownerId), clock.now())',
    to: 'checkMayUpgrade(await presentUser(store, user._id), clock.now())',
    tests: ['tests/plan/groups.test.ts'],
    only: 'R49 what counts',
  },
  {
    name: 'change-billed-later-than-said',
    file: 'server/ports/payments-stripe.ts',
    from: "proration_behavior: 'always_invoice'",
    to: "proration_behavior: 'create_prorations'",
    tests: ['tests/plan/stripe.test.ts'],
    only: 'R76',
  },
  {
    name: 'signed-token-for-anything',
    file: 'server/ports/signed-tokens.ts',
    from: 'payload.purpose === purpose ? payload : undefined',
    to: 'payload.purpose !== undefined && purpose ? payload : undefined',
    tests: ['tests/http/signed-tokens.test.ts'],
    only: 'R80',
  },
  {
    name: 'signed-token-of-another-installation',
    file: 'server/ports/signed-tokens.ts',
    from: 'const wanted = { issuer, audience: publicUrl,',
    to: 'const wanted = { issuer,',
    tests: ['tests/http/signed-tokens.test.ts'],
    only: 'R80',
  },
  {
    name: 'second-organization-founded',
    file: 'server/org/rules.ts',
    from: `  if (user.ownedOrgId) refuse('org-owned')\n`,
    to: '',
    tests: ['tests/org/members.test.ts'],
    only: 'R37',
  },
  {
    name: 'page-without-its-settings',
    file: 'server/http/static.ts',
    from: 'settings ? withSettings(built, settings) : built',
    to: 'built',
    tests: ['tests/operations/defaults.test.ts'],
    only: 'R75',
  },
  {
    name: 'advice-to-upgrade-where-nothing-is-sold',
    file: 'client/lib/settings.ts',
    from: "isSold() ? sentence : sentence.replace(/ ?Upgrade your plan[^.]*\\./, '')",
    to: 'sentence',
    tests: ['tests/client/pricing-page.test.tsx'],
    only: 'upgrade',
  },
]
