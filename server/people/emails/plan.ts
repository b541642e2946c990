// What is emailed to whoever pays for a plan or a group.
import { pastDueDays } from '#protocol/kernel/limits.ts'
import { secret } from '#server/kernel/emails/parts.ts'

interface Due {
  /** Where it is paid: the provider's page, which whoever has its address may open. */
  readonly page: string
  readonly needsApproval: boolean
  /** 'your Pro plan'. */
  readonly what: string
}

/** R253a */
export const paymentDueEmail = (to: string, { page, needsApproval, what }: Due) =>
  secret(to, needsApproval ? 'Please approve your payment for Rolecall' : 'Your payment for Rolecall didn’t go through', [
    {
      p: needsApproval
        ? `Your bank wants you to approve the payment for ${what} yourself:`
        : `The payment for ${what} didn’t go through. Please pay it, or give another payment method:`,
    },
    { link: page, label: needsApproval ? 'Approve the payment' : 'Pay now' },
    {
      p: `For ${pastDueDays} days nothing changes; if it isn’t paid by then, ${what} ends. If you have paid in the meantime, you can ignore this email.`,
    },
  ])
