// The doctor's look at payments: whether Stripe sends what the server says it needs.
import { ask, fail, figuresOf, noFigures, ok, warn } from './doctor-ask.mjs'

/** The webhooks at Stripe, or why they aren't told. */
async function webhooksOf({ STRIPE_SECRET_KEY: key, STRIPE_API_BASE: base }) {
  const answer = await ask(`${base || 'https://api.stripe.com'}/v1/webhook_endpoints?limit=100`, { authorization: `Bearer ${key}` })
  return answer.status === 200 ? { found: (await answer.json()).data } : { refused: answer.status || answer.why }
}

/** Whether Stripe sends the events that are needed. */
export async function payments(setting) {
  const { env, url } = setting
  if (!env.STRIPE_SECRET_KEY) return ok('No payments go through Stripe.')
  const figures = await figuresOf(setting)
  if ('refused' in figures) return warn(noFigures(figures.refused))
  const wanted = Object.keys(figures).flatMap((name) => /^rolecall_payment_events\{type="([^"]+)"\}$/.exec(name)?.[1] ?? [])
  if (wanted.length === 0) return fail('The server takes no payments through Stripe. Was it started with STRIPE_SECRET_KEY?')
  const { found, refused } = await webhooksOf(env)
  if (refused) return warn(`Stripe doesn't tell this key its webhooks (${refused}). Compare their events with those in .env.example.`)
  const ours = found.filter((one) => one.url === `${url}/api/payment/webhook`)
  if (ours.length === 0)
    return fail(`Stripe sends nothing to ${url}/api/payment/webhook. Add it in Stripe's dashboard, with the events in .env.example.`)
  const active = ours.filter(({ status }) => status === 'enabled')
  if (active.length === 0) return fail('The webhook is switched off at Stripe. Switch it on in its dashboard.')
  const sent = active.flatMap((one) => one.enabled_events)
  const missing = sent.includes('*') ? [] : wanted.filter((type) => !sent.includes(type))
  if (missing.length === 0) return ok(`Stripe sends all ${wanted.length} events.`)
  return fail(`Stripe doesn't send ${missing.join(', ')}. Add them to the webhook in its dashboard.`)
}
