// What an operator sees of payments: messages that couldn't be processed, what the provider refused, and money that went back (R114, R236).
import type { ReactNode } from 'react'
import { formatCount } from '#client/lib/format-count.ts'
import { dollars } from '#client/plan/plan-texts.ts'
import { Notice } from '#client/ui/feedback/notice.tsx'
import { List, ListRow } from '#client/ui/layout/list.tsx'
import { Section } from '#client/ui/layout/section.tsx'
import type { OperatorState } from '#protocol/app/operator.ts'
import { whenOf } from './words.ts'

const providers = { stripe: 'Stripe takes the payments.', sandbox: 'The sandbox takes the payments.', off: 'Nothing is sold.' }
const states = {
  refunded: 'Refunded',
  'refunded-part': 'Refunded in part',
  disputed: 'Disputed: answer at the provider',
  'dispute-won': 'Dispute won',
  'dispute-lost': 'Dispute lost',
}
type Reversal = OperatorState['payments']['reversals'][number]
/** What became of what was paid for. */
const outcomeOf = ({ hasEnded, isGroup }: Reversal) =>
  hasEnded ? 'The upgrade of the group has ended, and its owner was told.' : `Paid for a ${isGroup ? 'group' : 'plan'}, which goes on.`

const PaymentRow = ({ title, meta, children }: { title: string; meta: string; children: string }) => (
  <ListRow title={<span className="wrap-anywhere">{title}</span>} meta={meta}>
    <p className="text-13 wrap-anywhere text-muted">{children}</p>
  </ListRow>
)

const PaymentList = ({ label, isEmpty, children }: { label: string; isEmpty: boolean; children: ReactNode }) =>
  isEmpty ? null : (
    <div className="flex flex-col gap-2">
      <h3 className="font-semibold">{label}</h3>
      <List label={label}>{children}</List>
    </div>
  )

export function Payments({ state: { payments } }: { state: OperatorState }) {
  const { name, failures, refusals, reversals, needless, unsignedAt } = payments
  return (
    <Section
      title="Payments"
      description={`${providers[name]} Messages from the provider that fail are listed here, and sent again automatically.`}
    >
      {unsignedAt && <Notice>Someone last sent a message without the provider’s signature on {whenOf(unsignedAt)}.</Notice>}
      {failures.length === 0 && <p className="text-muted">No failed messages.</p>}
      <PaymentList label="Failed messages" isEmpty={failures.length === 0}>
        {failures.map(({ eventId, at, tries, why }) => (
          <PaymentRow
            key={eventId}
            title={eventId}
            meta={`${whenOf(at)} · ${tries === 1 ? 'tried once' : `tried ${formatCount(tries)} times`}`}
          >
            {why}
          </PaymentRow>
        ))}
      </PaymentList>
      <PaymentList label="Refunds and disputes" isEmpty={reversals.length === 0}>
        {reversals.map((one) => (
          <PaymentRow
            key={one.chargeId}
            title={`${states[one.state]}: ${dollars(one.amount)}`}
            meta={[whenOf(one.at), one.email, one.chargeId].filter(Boolean).join(' · ')}
          >
            {outcomeOf(one)}
          </PaymentRow>
        ))}
      </PaymentList>
      <PaymentList label="Paid for what was deleted" isEmpty={needless.length === 0}>
        {needless.map(({ id, at, email }) => (
          <PaymentRow key={id} title={id} meta={[whenOf(at), email].filter(Boolean).join(' · ')}>
            The group was gone when it was paid for. Refund it at the provider.
          </PaymentRow>
        ))}
      </PaymentList>
      <PaymentList label="What the provider refused" isEmpty={refusals.length === 0}>
        {refusals.map(({ at, why, needsOwner }) => (
          <PaymentRow key={`${at} ${why}`} title={why} meta={whenOf(at)}>
            {needsOwner ? 'They were told what to do.' : 'They were asked to try again later.'}
          </PaymentRow>
        ))}
      </PaymentList>
    </Section>
  )
}
