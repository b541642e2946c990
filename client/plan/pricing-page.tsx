// Pricing (/pricing): the plans, and what sets them apart. ?plan= says which one somebody came for.
import { useState } from 'react'
import { useSearch } from 'wouter'
import { accessOf, useSession } from '#client/lib/session.ts'
import { isSold } from '#client/lib/settings.ts'
import { Page, PageHeader } from '#client/ui/layout/page.tsx'
import { Section } from '#client/ui/layout/section.tsx'
import { type Tier, tiers } from '#protocol/kernel/limits.ts'
import { PaymentFailure } from './paying.tsx'
import { PlanCards } from './plan-cards.tsx'
import { PlanComparison } from './plan-comparison.tsx'
import { PromoField } from './promo-field.tsx'
import { useSubscribe } from './use-subscribe.ts'

const tierNamed = (name: string | null): Tier | null => tiers.find((tier) => tier === name) ?? null

/** Where nothing is sold the page says just that (R74). */
export const PricingPage = () =>
  isSold() ? (
    <Plans />
  ) : (
    <Page>
      <title>Plans · Rolecall</title>
      <PageHeader title="Plans" lead="Plans can’t be bought on this site." align="center" />
    </Page>
  )

function Plans() {
  const highlighted = tierNamed(new URLSearchParams(useSearch()).get('plan'))
  const user = useSession((session) => session.user)
  const isSignedIn = useSession(accessOf) === 'account' && user !== null
  const [promoCode, setPromoCode] = useState('')
  const { start, busy, promoError, forgetPromoError, failure, owed } = useSubscribe(promoCode)
  const typePromo = (code: string) => {
    setPromoCode(code)
    forgetPromoError()
  }
  return (
    <Page width="wide" className="gap-12!">
      <title>Choose Your Plan · Rolecall</title>
      <PageHeader
        title="Choose Your Plan"
        lead="Guests never pay and never need an account. Start free, and move up when you need more events or more roles."
        align="center"
      />
      <div className="flex flex-col gap-6">
        <h2 className="sr-only">Plans</h2>
        {isSignedIn && <PromoField value={promoCode} onValue={typePromo} error={promoError} />}
        <PlanCards highlighted={highlighted} user={user} busy={busy} onSubscribe={start} />
        <PaymentFailure failure={failure} owed={owed} />
      </div>
      <Section title="Compare the plans">
        <PlanComparison highlighted={highlighted} />
      </Section>
      <p className="text-center text-13 text-muted">Prices are in US dollars.</p>
    </Page>
  )
}
