// Subscribing from the pricing page: to the login for those who have no account here yet, else to the checkout.
import { useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { loginHref } from '#client/access/came-from.ts'
import { CallFailed } from '#client/lib/call.ts'
import { accessOf, useSession } from '#client/lib/session.ts'
import { toast } from '#client/ui/feedback/toast.tsx'
import type { PaidPlan } from '#protocol/subscription.ts'
import { subscribe } from './store.ts'

export const subscribeFailed = 'Failed to start subscription process. Please try again.'

/** The server's own sentence where it has one to say; not when it, or the provider, is away. */
const sayFailure = (error: unknown) =>
  toast.error(error instanceof CallFailed && error.status >= 400 && error.status < 500 ? error.message : subscribeFailed)

/** Gives what starts it, which plan is on its way, and what is wrong with the promo code. */
export function useSubscribe(promoCode: string) {
  const [, navigate] = useLocation()
  const access = useSession(accessOf)
  const [busy, setBusy] = useState<PaidPlan | null>(null)
  const [promoError, setPromoError] = useState<string>()
  useEffect(() => {
    // Somebody who comes back with the browser's own button finds the page as it was left.
    const wake = ({ persisted }: PageTransitionEvent) => persisted && setBusy(null)
    window.addEventListener('pageshow', wake)
    return () => window.removeEventListener('pageshow', wake)
  }, [])
  const start = async (plan: PaidPlan) => {
    if (access !== 'account') return navigate(loginHref(`/pricing?plan=${plan}`))
    setBusy(plan)
    setPromoError(undefined)
    try {
      await subscribe({ plan, promoCode })
    } catch (error) {
      setBusy(null)
      const inField = error instanceof CallFailed ? error.fields.promoCode : undefined
      if (inField) setPromoError(inField)
      else sayFailure(error)
    }
  }
  return { start, busy, promoError, forgetPromoError: () => setPromoError(undefined) }
}
