// R52: the built-in payment provider, so that every paid path can be tried on a laptop. It keeps its state in the store, serves its own
// checkout page (`edge/http/sandbox.ts`), moves no money, and sends the same signed messages to the same webhook as Stripe does.
import { earlyAdopter, groupOffers } from '#protocol/kernel/limits.ts'
import type { Collection, Store, Stored } from '#server/kernel/store/store.ts'
import { type Clock, iso } from './clock.ts'
import {
  type Checkout,
  type GroupCheckoutRequest,
  lessPercent,
  type Payments,
  type PlanCheckoutRequest,
  type Promo,
  type ProviderSubscription,
  type Purchase,
} from './payments.ts'
import { readSigned, signMessage } from './payments-events.ts'
import { exchanged, nextMonth, prices, rolled, shareLeft } from './payments-sandbox-plans.ts'
import type { Secrets } from './secrets.ts'
import type { SignedTokens } from './signed-tokens.ts'

interface SandboxCheckout extends Omit<Checkout, 'id' | 'url' | 'subscriptionId'> {
  readonly subscriptionId: string | null
  readonly plan: Purchase
  readonly mode: 'payment' | 'subscription'
  readonly amount: number
  readonly promoCode: string
  readonly successUrl: string
  readonly cancelUrl: string
  readonly closesAt: string
}
interface SandboxRecord extends Stored {
  readonly checkout?: SandboxCheckout
  readonly subscription?: ProviderSubscription
  /** A message that is still to be delivered, from `dueAt` on. */
  readonly message?: string
  readonly dueAt?: string
  readonly expiresAt?: string
}
export const sandboxRecords: Collection<SandboxRecord> = {
  name: 'sandbox',
  indexes: { due: { fields: ['dueAt'] }, expiry: { fields: ['expiresAt'] } },
}

/** What its own page shows and does, and what a test may do in the provider's place. */
export interface Sandbox extends Payments {
  readonly page: (id: string) => Promise<(SandboxCheckout & { readonly id: string }) | undefined>
  /** Pays an open checkout with the test card; gives it as it then is. */
  readonly pay: (id: string) => Promise<Checkout | undefined>
  /** The subscription whose billing page this is; undefined when the page's hour is over, or it never was one. */
  readonly billing: (token: string) => Promise<ProviderSubscription | undefined>
  /** Changes a subscription as a provider may on its own, and sends the event. */
  readonly alter: (id: string, change: Partial<ProviderSubscription>) => Promise<void>
  /** Sends what is due. True if there may be more. */
  readonly deliver: () => Promise<boolean>
  /** Sets where messages are sent; `send` returns whether they were accepted. */
  readonly connect: (send: (body: string, signature: string) => Promise<boolean>) => void
}

interface Deps {
  readonly store: Store
  readonly clock: Clock
  readonly secrets: Pick<Secrets, 'randomId' | 'keyedHash'>
  readonly signedTokens: SignedTokens
  readonly publicUrl: string
  /** Percent off, by code in upper case. */
  readonly promos?: Readonly<Record<string, number>>
}

const hourMs = 3_600_000
const dayMs = 86_400_000
const portalHours = 1
const openHours = 24
const keptDays = 30
const retryMs = 2_000
/** The records as its parts read and write them: all or nothing, decided again when somebody else was first. */
function createRecords({ store, secrets, clock }: Deps) {
  const read = (id: string) => store.get(sandboxRecords, id)
  const write = (record: SandboxRecord) => ({ collection: sandboxRecords, put: record, expectedRev: record.rev - 1 })
  /** The events about a change, to be written in the same commit. */
  const message = (type: string, object: object) => {
    const _id = `evt_test_${secrets.randomId()}`
    const created = Math.floor(clock.now() / 1000)
    const body = JSON.stringify({ id: _id, object: 'event', type, created, livemode: false, data: { object } })
    return write({ _id, rev: 1, message: body, dueAt: iso(clock.now()) })
  }
  async function change(id: string, decide: (before: SandboxRecord | undefined) => readonly ReturnType<typeof write>[]) {
    for (let left = 20; left > 0; left--) {
      const writes = decide(await read(id))
      if (writes.length === 0) return
      try {
        return await store.commit(writes)
      } catch (error) {
        if (!(error instanceof Error) || error.name !== 'RevisionConflict') throw error
      }
    }
  }
  return { read, write, message, change }
}
type SandboxStore = ReturnType<typeof createRecords>

const eventObject = (subscription: ProviderSubscription) => ({ id: subscription.id, object: 'subscription', status: subscription.status })

function createSubscriptions({ clock, signedTokens, publicUrl }: Deps, kept: SandboxStore, promoOf: Payments['checkPromo']) {
  const current = async (id: string) => (await kept.read(id))?.subscription
  const readSubscription = async (id: string) => {
    const found = await current(id)
    return found && rolled(found, clock.now())
  }
  const alter = (id: string, change: Partial<ProviderSubscription> | ((now: ProviderSubscription) => Partial<ProviderSubscription>)) =>
    kept.change(id, (before) => {
      if (!before?.subscription) return []
      const now = rolled(before.subscription, clock.now())
      const subscription = { ...now, ...(typeof change === 'function' ? change(now) : change) }
      const type = `customer.subscription.${subscription.status === 'canceled' ? 'deleted' : 'updated'}`
      return [kept.write({ ...before, rev: before.rev + 1, subscription }), kept.message(type, eventObject(subscription))]
    })
  return {
    alter,
    readSubscription,
    // No money moves here, so none goes back.
    readReversal: async () => undefined,
    openPortal: async (id: string) => {
      const token = await signedTokens.sign('billing', { sub: id }, clock.now() + portalHours * hourMs)
      return `${publicUrl}/sandbox/billing/${token}`
    },
    async billing(token: string) {
      const { sub = '' } = (await signedTokens.verify('billing', token)) ?? {}
      return sub ? readSubscription(sub) : undefined
    },
    cancel: (id: string) => alter(id, { cancelAtPeriodEnd: true }),
    reactivate: (id: string) => alter(id, { cancelAtPeriodEnd: false }),
    async previewChange(id: string, plan: Purchase, promo: Promo | undefined) {
      const found = await readSubscription(id)
      if (!found) throw new Error(`There is no subscription ${id}`)
      const { amount } = exchanged(found, plan, await promoOf(promo?.code ?? ''))
      return { dueNow: Math.round((amount - found.amount) * shareLeft(found, clock.now())), amount }
    },
    changePlan: (id: string, plan: Purchase, promo: Promo | undefined) =>
      promoOf(promo?.code ?? '').then((valid) => alter(id, (before) => exchanged(before, plan, valid))),
  }
}

const viewOf = (publicUrl: string, id: string, { status, isPaid, userId, groupId, subscriptionId }: SandboxCheckout): Checkout => {
  const url = `${publicUrl}/sandbox/checkout/${id}`
  return { id, url, status, isPaid, userId, groupId, subscriptionId }
}

function createCheckouts({ clock, publicUrl }: Deps, kept: SandboxStore) {
  async function current(id: string) {
    const checkout = (await kept.read(id))?.checkout
    if (!checkout) return undefined
    return checkout.status === 'open' && checkout.closesAt <= iso(clock.now()) ? { ...checkout, status: 'expired' as const } : checkout
  }
  async function create(
    { key, userId, successUrl, cancelUrl }: PlanCheckoutRequest | GroupCheckoutRequest,
    bought: Pick<SandboxCheckout, 'plan' | 'mode' | 'amount' | 'promoCode' | 'groupId'>,
  ): Promise<Checkout> {
    const id = `cs_test_${key}`
    const now = clock.now()
    const state = { status: 'open', isPaid: false, subscriptionId: null, closesAt: iso(now + openHours * hourMs) } as const
    const checkout: SandboxCheckout = { ...bought, ...state, userId, successUrl, cancelUrl }
    const record = { _id: id, rev: 1, checkout, expiresAt: iso(now + keptDays * dayMs) }
    await kept.change(id, (before) => (before ? [] : [kept.write(record)]))
    return viewOf(publicUrl, id, (await current(id)) ?? checkout)
  }
  const read = async (id: string) => {
    const found = await current(id)
    return found && viewOf(publicUrl, id, found)
  }
  return {
    current,
    read,
    create,
    async close(id: string) {
      await kept.change(id, (before) =>
        before?.checkout?.status === 'open'
          ? [kept.write({ ...before, rev: before.rev + 1, checkout: { ...before.checkout, status: 'expired' } })]
          : [],
      )
      return (await current(id))?.status === 'expired'
    },
  }
}
type Checkouts = ReturnType<typeof createCheckouts>

/** Pays an open checkout, in one commit with its events; nothing if it is no longer open. */
const payment =
  ({ clock, secrets }: Deps, kept: SandboxStore, checkouts: Checkouts) =>
  async (id: string) => {
    if ((await checkouts.current(id))?.status !== 'open') return checkouts.read(id)
    await kept.change(id, (before) => {
      if (before?.checkout?.status !== 'open') return []
      const { userId, groupId, plan, mode, amount, promoCode } = before.checkout
      const subscriptionId = mode === 'subscription' ? `sub_test_${secrets.randomId()}` : null
      const paid = kept.write({
        ...before,
        rev: before.rev + 1,
        checkout: { ...before.checkout, status: 'complete', isPaid: true, subscriptionId },
      })
      const done = kept.message('checkout.session.completed', { id, object: 'checkout.session', subscription: subscriptionId })
      if (!subscriptionId) return [paid, done]
      const startedAt = iso(clock.now())
      const subscription: ProviderSubscription = {
        id: subscriptionId,
        userId,
        groupId,
        plan,
        status: 'active',
        amount,
        promoCode,
        cancelAtPeriodEnd: false,
        currentPeriodEnd: nextMonth(startedAt),
        unpaidSince: null,
        startedAt,
      }
      const made = kept.message('customer.subscription.created', eventObject(subscription))
      return [paid, done, kept.write({ _id: subscriptionId, rev: 1, subscription }), made]
    })
    return checkouts.read(id)
  }

/** Messages wait in the store until they were taken, and are sent again after a crash. */
function createDelivery({ store, clock }: Deps, secret: string) {
  let send: (body: string, signature: string) => Promise<boolean> = async () => false
  return {
    connect: (to: typeof send) => {
      send = to
    },
    async deliver() {
      const due = await store.find(sandboxRecords, { index: 'due', to: iso(clock.now() + 1), limit: 20 })
      for (const record of due) {
        const body = record.message ?? ''
        const taken = await send(body, signMessage(body, secret, clock.now())).catch(() => false)
        const later = { ...record, rev: record.rev + 1, dueAt: iso(clock.now() + retryMs) }
        const expectedRev = record.rev
        await store
          .commit([
            taken ? { collection: sandboxRecords, drop: record, expectedRev } : { collection: sandboxRecords, put: later, expectedRev },
          ])
          .catch((error: unknown) => {
            if (!(error instanceof Error) || error.name !== 'RevisionConflict') throw error // somebody else has delivered it
          })
      }
      return due.length > 0
    },
  }
}

/** Opens the sandbox over the product's own store. */
export function sandboxPayments(deps: Deps): Sandbox {
  const { promos = { [earlyAdopter.code]: earlyAdopter.percentOff } } = deps
  const secret = `whsec_${deps.secrets.keyedHash('sandbox webhook')}`
  const checkPromo = async (typed: string) => {
    const code = typed.trim().toUpperCase()
    return Object.hasOwn(promos, code) ? { id: code, code, percentOff: promos[code] ?? 0 } : undefined
  }
  const kept = createRecords(deps)
  const checkouts = createCheckouts(deps, kept)
  return {
    name: 'sandbox',
    ...createSubscriptions(deps, kept, checkPromo),
    ...createDelivery(deps, secret),
    checkPromo,
    readCheckout: checkouts.read,
    closeCheckout: checkouts.close,
    createSubscriptionCheckout: (request) => {
      const { plan, promo } = request
      const amount = lessPercent(prices[plan], promo?.percentOff ?? 0)
      return checkouts.create(request, { plan, mode: 'subscription', amount, promoCode: promo?.code ?? '', groupId: null })
    },
    createGroupCheckout: (request) => {
      const { groupId, mode } = request
      return checkouts.create(request, { plan: 'group', mode, amount: groupOffers[mode].cents, promoCode: '', groupId })
    },
    page: async (id) => {
      const found = await checkouts.current(id)
      return found && { ...found, id }
    },
    pay: payment(deps, kept, checkouts),
    readEvent: (body, signature, now) => readSigned(body, signature, secret, now),
  }
}
