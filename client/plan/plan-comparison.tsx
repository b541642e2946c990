// The plans feature by feature; on a phone each feature stands over what the plans have of it.
import { Check, Minus } from 'lucide-react'
import type { ReactNode } from 'react'
import { Table, type TableRow } from '#client/ui/layout/table.tsx'
import { VisuallyHidden } from '#client/ui/layout/visually-hidden.tsx'
import { door, doorHelpers, hasTeamFeatures, planLimits, planOffers, type Tier, tiers } from '#protocol/kernel/limits.ts'
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
/** `$12.99/month`, which may part before the slash. */
const Price = ({ of: [price, per] }: { of: readonly [price: string, per: string] }) => (
  <>
    {price}
    {per.startsWith('/') ? <wbr /> : per && ' '}
    {per}
  </>
)

const row = (head: string, cell: (tier: Tier) => ReactNode, note?: string): TableRow => ({
  key: head,
  head: note ? (
    <>
      <span>{head}</span>
      <span className="block text-13 font-normal text-muted">{note}</span>
    </>
  ) : (
    head
  ),
  cells: Object.fromEntries(
    tiers.map((tier) => [
      tier,
      <span key={tier} className="relative block sm:min-w-24 sm:whitespace-nowrap">
        {cell(tier)}
      </span>,
    ]),
  ),
})
const all = () => <Included />
const forTeams = (tier: Tier) => (hasTeamFeatures(tier) ? <Included /> : <Missing />)

const rows: readonly TableRow[] = [
  row('Price', (tier) => <Price of={priceOf(tier)} />),
  row('Active events', activeEventsOf),
  row('New events per month', (tier) => (tier === 'free' ? planLimits.free.eventsPerMonth : 'Unlimited')),
  row('Roles per event', (tier) => planLimits[tier].rolesPerGroup),
  row('Seats per role', (tier) => planLimits[tier].participantsPerRole),
  row('Questions per group', (tier) => planLimits[tier].questionsPerGroup),
  row('Guests', () => 'Unlimited'),
  row('Companions per guest', (tier) => planLimits[tier].companionsPerGuest, 'People whom a guest brings along'),
  row('Door phones per event', (tier) => door.phones[tier], 'Phones that check in guests'),
  row('Helpers at the door', (tier) => doorHelpers[tier], 'People who check in guests, without an account'),
  row('Groups', (tier) => planLimits[tier].groups),
  row('Days ahead', (tier) => planLimits[tier].schedulingDays, 'How early you can create an event'),
  row('Live board and share link', all),
  row('Confirmations', all),
  row('Role assignment', forTeams),
  row('Organization and members', forTeams),
  row('Multi-group events', (tier) => (planLimits[tier].groupsPerEvent > 1 ? <Included /> : <Missing />)),
  row('Multi-organizer access', forTeams),
  row('Audit logs', all, 'The activity of an event: who did what'),
  row('Custom branding', (tier) => (tier === 'free' ? <Missing /> : <Included />)),
]

export const PlanComparison = ({ highlighted }: { highlighted: Tier | null }) => (
  <Table
    caption="Plans compared"
    headLabel="Feature"
    stacked
    columns={tiers.map((tier) => ({ key: tier, label: planOffers[tier].name, align: 'center', isHighlighted: tier === highlighted }))}
    rows={rows}
  />
)
