// R52: the sandbox's own pages: the checkout, and the one where the card is changed. Plain forms without scripts, and 'Test mode' on every page.
import { html } from 'hono/html'
import { groupOffers, planOffers } from '#protocol/kernel/limits.ts'
import { iso } from '#server/kernel/ports/clock.ts'
import type { ProviderSubscription } from '#server/kernel/ports/payments.ts'
import type { Sandbox } from '#server/kernel/ports/payments-sandbox.ts'
import type { Services } from '#server/kernel/write/services.ts'
import type { HttpApp } from './mount.ts'

type SandboxPage = NonNullable<Awaited<ReturnType<Sandbox['page']>>>

const dollars = (cents: number) => new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' }).format(cents / 100)
const nameOf = ({ plan, mode }: SandboxPage) =>
  plan === 'group' ? `Group upgrade, ${groupOffers[mode].name}` : `${planOffers[plan].name} plan`
const priceOf = ({ amount, mode }: SandboxPage) => `${dollars(amount)}${mode === 'subscription' ? '/month' : ''}`

const control = 'min-height:44px;padding:0 20px;border-radius:10px;font:inherit;font-weight:600;cursor:pointer'
const link = 'color:light-dark(#1d4ed8,#93b4ff)'
const page = (title: string, body: unknown) => html`<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><meta name="robots" content="noindex">
<title>${title} · Test mode · Rolecall</title></head>
<body style="max-width:480px;margin:0 auto;padding:24px;font:16px/1.5 system-ui,sans-serif">
<header style="background:#ffd24d;color:#241a00;border-radius:10px;padding:10px 16px;font-weight:700">Test mode: no card is asked for and no money moves.</header>
<main>${body}</main></body></html>`

const button = (name: string, label: string, isMain = false) =>
  html`<button name="do" value="${name}" style="${control};${isMain ? 'background:#1d4ed8;color:#fff;border:0' : 'background:none;color:inherit;border:1px solid #8888'}">${label}</button>`

function checkoutPage(shown: SandboxPage, isDeclined: boolean) {
  if (shown.status === 'expired') {
    return page(
      'Checkout',
      html`<h1>This checkout has expired</h1><p>Nothing was charged.</p><p><a style="${link}" href="${shown.cancelUrl}">Back to Rolecall</a></p>`,
    )
  }
  const form = html`<form method="post" style="display:flex;flex-wrap:wrap;gap:12px">${button('pay', `Pay ${dollars(shown.amount)}`, true)}
${button('decline', 'Have the card declined')}${button('cancel', 'Cancel')}</form>`
  return page(
    'Checkout',
    html`<h1>Checkout</h1><p style="font-size:20px">${nameOf(shown)}<br><strong>${priceOf(shown)}</strong></p>
${shown.promoCode ? html`<p>Promo code ${shown.promoCode}</p>` : ''}
${isDeclined ? html`<p role="alert" style="color:light-dark(#b91c1c,#fca5a5);font-weight:600">The test card was declined. Nothing was charged.</p>` : ''}${form}`,
  )
}

const stateOf = ({ status, cancelAtPeriodEnd }: ProviderSubscription) => {
  if (status === 'past_due') return 'The last payment failed.'
  return cancelAtPeriodEnd || status === 'canceled' ? 'It ends with the period.' : 'All is paid.'
}

function billingPage(subscription: ProviderSubscription, publicUrl: string) {
  const { plan, amount, status, groupId } = subscription
  const name = plan === 'group' ? 'Group upgrade' : `${planOffers[plan].name} plan`
  const isUnpaid = status === 'past_due'
  const form = html`<form method="post" style="display:flex;flex-wrap:wrap;gap:12px">
${isUnpaid ? button('mend', `Give a card that works and pay ${dollars(amount)}`, true) : ''}
${status === 'active' ? button('fail', 'Have the next payment fail') : ''}</form>`
  return page(
    'Payment method',
    html`<h1>Payment method</h1><p style="font-size:20px">${name}<br><strong>${dollars(amount)}/month</strong></p>
<p role="status">${stateOf(subscription)}</p>${form}<p><a style="${link}" href="${publicUrl}${groupId ? `/payment/${groupId}` : '/profile'}">Back to Rolecall</a></p>`,
  )
}

/** P8: whoever has the address may change the card, for an hour. */
function mountBilling(app: HttpApp, { publicUrl, clock }: Services, sandbox: Sandbox) {
  const path = '/sandbox/billing/:token'
  const over = page(
    'Payment method',
    html`<h1>This page is over</h1><p>Open it again from <a style="${link}" href="${publicUrl}/profile">your profile</a>.</p>`,
  )
  app.get(path, async (c) => {
    const subscription = await sandbox.billing(c.req.param('token'))
    c.header('cache-control', 'no-store')
    return subscription ? c.html(billingPage(subscription, publicUrl)) : c.html(over, 404)
  })
  app.post(path, async (c) => {
    const subscription = await sandbox.billing(c.req.param('token'))
    if (!subscription) return c.html(over, 404)
    const choice = (await c.req.parseBody()).do
    if (choice === 'mend' && subscription.status === 'past_due')
      await sandbox.alter(subscription.id, { status: 'active', unpaidSince: null })
    if (choice === 'fail' && subscription.status === 'active')
      await sandbox.alter(subscription.id, { status: 'past_due', unpaidSince: iso(clock.now()) })
    await sandbox.deliver()
    return c.redirect(`${publicUrl}/profile`, 303)
  })
}

/** Serves the pages and what their buttons do. Whoever knows a checkout's address may pay it, as with any provider. */
export function mountSandbox(app: HttpApp, services: Services, sandbox: Sandbox) {
  mountBilling(app, services, sandbox)
  const { publicUrl } = services
  const path = '/sandbox/checkout/:id'
  const missing = page(
    'Checkout',
    html`<h1>There is no such checkout</h1><p><a style="${link}" href="${publicUrl}">Back to Rolecall</a></p>`,
  )
  const doneAt = ({ id, successUrl }: SandboxPage) => `${successUrl}?session_id=${encodeURIComponent(id)}`
  app.get(path, async (c) => {
    const shown = await sandbox.page(c.req.param('id'))
    c.header('cache-control', 'no-store')
    if (!shown) return c.html(missing, 404)
    return shown.status === 'complete' ? c.redirect(doneAt(shown), 303) : c.html(checkoutPage(shown, c.req.query('declined') !== undefined))
  })
  app.post(path, async (c) => {
    const id = c.req.param('id')
    const before = await sandbox.page(id)
    if (!before) return c.html(missing, 404)
    const choice = (await c.req.parseBody()).do
    if (choice === 'decline') return c.redirect(`/sandbox/checkout/${encodeURIComponent(id)}?declined`, 303)
    if (choice !== 'pay') return c.redirect(before.cancelUrl, 303)
    const paid = await sandbox.pay(id)
    await sandbox.deliver()
    return paid?.status === 'complete' ? c.redirect(doneAt(before), 303) : c.redirect(`/sandbox/checkout/${encodeURIComponent(id)}`, 303)
  })
}
