// The plans in one line, for the landing page.
import { ButtonLink } from '#client/ui/actions/button.tsx'
import { Section } from '#client/ui/layout/section.tsx'
import { Stat, Stats } from '#client/ui/layout/stat.tsx'
import { planLimits, planOffers } from '#protocol/limits.ts'
import { priceOf } from './plan-texts.ts'

const shown = ['free', 'pro', 'team'] as const

/** Draws the teaser. */
export const PlanTeaser = () => (
  <Section
    title="Free to start, fair to grow"
    description="Unlimited invitees on every plan."
    actions={<ButtonLink href="/pricing">Compare the plans</ButtonLink>}
    divided
  >
    <Stats>
      {shown.map((tier) => {
        const [price, interval] = priceOf(tier)
        const { activeEvents, rolesPerGroup } = planLimits[tier]
        return (
          <Stat
            key={tier}
            label={planOffers[tier].name}
            value={price}
            of={interval}
            hint={`${activeEvents} active events, ${rolesPerGroup} roles per event`}
          />
        )
      })}
    </Stats>
  </Section>
)
