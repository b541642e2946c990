// What a payment needs of its owner: the sentence that says which, and the way to the provider's page where it is done (R253).
import { useState } from 'react'
import { useAction } from '#client/lib/actions/use-action.ts'
import { CallFailed } from '#client/lib/call-failed.ts'
import { ButtonLink } from '#client/ui/actions/button.tsx'
import { Notice } from '#client/ui/feedback/notice.tsx'
import type { SubscriptionView } from '#protocol/people/subscription.ts'
import { UpdateCard } from './update-card.tsx'

const ways: Readonly<Record<string, string>> = {
  'payment-approval': 'Approve the Payment',
  'payment-declined': 'Update Payment Method',
  'payment-card-missing': 'Add a Payment Method',
  'payment-address': 'Correct the Address',
}

/** What only its owner can do, by the label of the way there; `page` is where, if that isn't the page for cards and addresses. */
interface Owed {
  label: string
  page: string | undefined
}

export function owedOf(error: unknown): Owed | null {
  const label = error instanceof CallFailed ? ways[error.code] : undefined
  if (!label || !(error instanceof CallFailed)) return null
  const { page } = error.body
  if (typeof page === 'string') return { label, page }
  // Where it isn't known which bill waits, the page for cards and addresses lists them all.
  return { label: error.code === 'payment-approval' ? 'See Your Bills' : label, page: undefined }
}

/** An action that may cost money. */
export function usePaying<Args extends readonly unknown[]>(work: (...args: Args) => Promise<unknown>) {
  const [owed, setOwed] = useState<Owed | null>(null)
  const action = useAction(async (...args: Args) => {
    setOwed(null)
    await work(...args).catch((error: unknown) => {
      setOwed(owedOf(error))
      throw error
    })
  })
  return { ...action, owed }
}

/** The provider's page for one bill; it has no way back, so it is a tab of its own. */
const PayPage = ({ page, label }: { page: string; label: string }) => (
  <ButtonLink href={page} target="_blank" variant="primary" size="sm">
    {label}
  </ButtonLink>
)

/** The same for what is past due; nothing where the provider has no page for it. */
export const PayDue = ({ due }: Pick<SubscriptionView, 'due'>) =>
  due ? <PayPage page={due.page} label={due.needsApproval ? 'Approve the Payment' : 'Pay Now'} /> : null

interface PaymentFailureProps {
  failure: string | null
  owed: Owed | null
  /** Leads to the provider's page for cards and addresses; there is none before the first payment. */
  open?: () => Promise<void>
}

export function PaymentFailure({ failure, owed, open }: PaymentFailureProps) {
  if (failure === null) return null
  const way = owed?.page ? (
    <PayPage page={owed.page} label={owed.label} />
  ) : (
    owed && open && <UpdateCard variant="primary" size="sm" label={owed.label} open={open} />
  )
  return (
    <Notice tone={owed ? 'warn' : 'danger'} live action={way}>
      {failure}
    </Notice>
  )
}
