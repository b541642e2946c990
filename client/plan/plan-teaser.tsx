// The plans in one line, for the landing page.
import { ButtonLink } from '#client/ui/actions/button.tsx'
import { Section } from '#client/ui/layout/section.tsx'
import { Stat, Stats } from '#client/ui/layout/stat.tsx'
import { planLimits, planOffers } from '#protocol/kernel/limits.ts'
import { priceOf } from './plan-texts.ts'

const shown = ['free', 'pro', 'team'] as const

export const PlanTeaser = () => (
  <div data-sold>
    <Section
      title="Free to start, fair to grow"
      description="As many guests as you like, on every plan."
      actions={<ButtonLink href="/pricing">View Plans & Pricing</ButtonLink>}
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
  </div>
)
