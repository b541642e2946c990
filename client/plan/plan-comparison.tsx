// The plans feature by feature, in a table that scrolls sideways by itself on a phone.
import { Check, Minus } from 'lucide-react'
import type { ReactNode } from 'react'
import { Table, type TableRow } from '#client/ui/layout/table.tsx'
import { VisuallyHidden } from '#client/ui/layout/visually-hidden.tsx'
import { hasTeamFeatures, planLimits, planOffers, type Tier, tiers } from '#protocol/limits.ts'
import { activeEventsOf, priceOf } from './plan-texts.ts'

const Included = () => (
  <>
    <Check aria-hidden="true" className="mx-auto size-5" />
    <VisuallyHidden>Included</VisuallyHidden>
  </>
)
const Missing = () => (
  <>
    <Minus aria-hidden="true" className="mx-auto size-5 text-muted" />
    <VisuallyHidden>Not included</VisuallyHidden>
  </>
)
const Soon = () => <span className="text-muted">Coming soon</span>

const row = (head: string, cell: (tier: Tier) => ReactNode): TableRow => ({
  key: head,
  head,
  cells: Object.fromEntries(
    tiers.map((tier) => [
      tier,
      <span key={tier} className="relative block min-w-24 whitespace-nowrap">
        {cell(tier)}
      </span>,
    ]),
  ),
})
const all = () => <Included />
const forTeams = (tier: Tier) => (hasTeamFeatures(tier) ? <Included /> : <Missing />)
const soonFrom = (first: Tier) => (tier: Tier) => (tiers.indexOf(tier) >= tiers.indexOf(first) ? <Soon /> : <Missing />)

const rows: readonly TableRow[] = [
  row('Price', (tier) => priceOf(tier).join(' ').replace(' /', '/').trim()),
  row('Active events', activeEventsOf),
  row('New events per month', (tier) => (tier === 'free' ? planLimits.free.eventsPerMonth : 'Unlimited')),
  row('Roles per event', (tier) => planLimits[tier].rolesPerGroup),
  row('Seats per role', (tier) => planLimits[tier].participantsPerRole),
  row('Invitees', () => 'Unlimited'),
  row('Groups', (tier) => planLimits[tier].groups),
  row('Days ahead', (tier) => planLimits[tier].schedulingDays),
  row('Live board and share link', all),
  row('Confirmations', all),
  row('Role assignment', forTeams),
  row('Organization and members', forTeams),
  row('Multi-group events', soonFrom('pro')),
  row('Multi-organizer access', soonFrom('team')),
  row('Audit logs', all),
  row('Custom branding', soonFrom('team')),
]

/** Draws the table. */
export const PlanComparison = ({ highlighted }: { highlighted: Tier | null }) => (
  <Table
    caption="Plans compared"
    headLabel="Feature"
    scrollHint="Swipe sideways to see every plan →"
    columns={tiers.map((tier) => ({ key: tier, label: planOffers[tier].name, align: 'center', isHighlighted: tier === highlighted }))}
    rows={rows}
  />
)
