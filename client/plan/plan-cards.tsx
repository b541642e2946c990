// The four plans side by side: price, what one gets, and the way to it.
import type { ReactNode } from 'react'
import { supportMail } from '#client/lib/settings.ts'
import { Button, ButtonLink } from '#client/ui/actions/button.tsx'
import type { ButtonVariant } from '#client/ui/actions/button-style.ts'
import { Badge } from '#client/ui/badge.tsx'
import { PlanCard } from '#client/ui/plan-card.tsx'
import { planOffers, type Tier, tiers } from '#protocol/kernel/limits.ts'
import type { UserView } from '#protocol/people/account.ts'
import type { PaidPlan } from '#protocol/people/subscription.ts'
import { carriedCents, dollars, featuresOf, priceOf } from './plan-texts.ts'

const descriptions: Readonly<Record<Tier, string>> = {
  free: 'For your first events.',
  pro: 'For regular organizers.',
  team: 'For organizing together.',
  enterprise: 'For large organizations.',
}

interface Props {
  /** The plan somebody came for. */
  highlighted: Tier | null
  /** Whoever is here. */
  user: UserView | null
  /** The plan whose checkout is being opened. */
  busy: PaidPlan | null
  onSubscribe: (plan: PaidPlan) => void
}

/** One plan is suggested: the one somebody came for, else the next one up. */
function variantOf(tier: Tier, { highlighted, user }: Props): ButtonVariant {
  const next = user ? tiers[tiers.indexOf(user.tier) + 1] : 'free'
  return tier === (highlighted ?? next) ? 'primary' : 'secondary'
}

/** The way to a plan that can be bought: not for who has it, or more; who pays already changes it in the profile. */
function Buying({ plan, ...props }: Props & { plan: PaidPlan }) {
  const { user, busy, onSubscribe } = props
  const variant = variantOf(plan, props)
  if (user && !user.hasActiveSubscription && tiers.indexOf(user.tier) > tiers.indexOf(plan)) return null
  if (user?.tier === plan && user.subscriptionStatus !== 'canceled') return null
  if (user?.hasActiveSubscription) {
    return (
      <ButtonLink href="/profile" variant={variant} block>
        Change Plan
      </ButtonLink>
    )
  }
  const name = `Subscribe to ${planOffers[plan].name}`
  return (
    <Button variant={variant} block busy={busy === plan} disabled={busy !== null && busy !== plan} onClick={() => onSubscribe(plan)}>
      {name}
    </Button>
  )
}

/** Price, interval and a sentence: for a subscriber with a promo code the price that it makes, and the code's name. */
function offerOf(tier: Tier, user: UserView | null): [price: string, interval: string, description: string] {
  const [price, interval] = priceOf(tier)
  const subscription = user?.hasActiveSubscription ? user.subscription : null
  const cents = subscription && (tier === 'pro' || tier === 'team') ? carriedCents(tier, subscription) : null
  return cents === null
    ? [price, interval, descriptions[tier]]
    : [dollars(cents), interval, `With ${subscription?.promoCode}, instead of ${price}.`]
}

function actionOf(tier: Tier, props: Props): ReactNode {
  if (tier === 'free') {
    return (
      <ButtonLink href="/create" variant={variantOf('free', props)} block>
        Start Your Free Event
      </ButtonLink>
    )
  }
  if (tier === 'enterprise') {
    return (
      <ButtonLink href={supportMail('The Enterprise plan')} block>
        Contact us
      </ButtonLink>
    )
  }
  return (
    <div className="flex flex-col gap-2">
      <Buying {...props} plan={tier} />
      {tier === 'team' && (
        <ButtonLink href={supportMail('Trial of the Team plan')} block>
          Ask for Trial
        </ButtonLink>
      )}
    </div>
  )
}

export function PlanCards(props: Props) {
  return (
    <div className="grid gap-4 sm:grid-cols-2 xl:grid-cols-4">
      {tiers.map((tier) => {
        const [price, interval, description] = offerOf(tier, props.user)
        return (
          <PlanCard
            key={tier}
            name={planOffers[tier].name}
            price={price}
            interval={interval}
            description={description}
            features={featuresOf(tier)}
            badge={tier === props.user?.tier && <Badge tone="accent">Your plan</Badge>}
            action={<div className="sm:min-h-24">{actionOf(tier, props)}</div>}
            isHighlighted={tier === props.highlighted}
          />
        )
      })}
    </div>
  )
}
