// Subscribing from the pricing page: to the login for those who have no account here yet, else to the checkout.
import { useLocation } from 'wouter'
import { loginHref } from '#client/access/came-from.ts'
import { CallFailed, ownSentence } from '#client/lib/call.ts'
import { accessOf, useSession } from '#client/lib/session.ts'
import { toast } from '#client/ui/feedback/toast.tsx'
import type { PaidPlan } from '#protocol/people/subscription.ts'
import { subscribe } from './checkout.ts'
import { owedOf, usePaying } from './paying.tsx'

export const subscribeFailed = 'Failed to start subscription process. Please try again.'

/** The server's own sentence where it has one to say; not when it, or the provider, is away. */
const sayFailure = (error: unknown) =>
  toast.error(
    error instanceof CallFailed && error.status >= 400 && error.status < 500 ? error.message : ownSentence(error, subscribeFailed),
  )

/** Gives what starts it, which plan is on its way, what is wrong with the promo code, and what the payment needs of its owner (R253). */
export function useSubscribe(promoCode: string) {
  const [, navigate] = useLocation()
  const access = useSession(accessOf)
  const { run, running, fields, failure, owed, setFailure } = usePaying((plan: PaidPlan) =>
    subscribe({ plan, promoCode }).catch((error: unknown) => {
      if (owedOf(error) || (error instanceof CallFailed && error.fields.promoCode)) throw error
      sayFailure(error)
    }),
  )
  const start = (plan: PaidPlan) => (access === 'account' ? void run(plan) : navigate(loginHref(`/pricing?plan=${plan}`)))
  const forgetPromoError = () => setFailure(null)
  return { start, busy: running?.[0] ?? null, promoError: fields.promoCode, forgetPromoError, failure: owed && failure, owed }
}
