// R74: no payments at all, by the operator's choice: nothing is sold, and nothing can be.
import type { Payments } from './payments.ts'

/** Payments are switched off. */
export class PaymentsOff extends Error {
  override name = 'PaymentsOff'
}

const refuse = () => Promise.reject(new PaymentsOff('Payments are switched off'))

/** Whatever is asked of it is refused with PaymentsOff; no message of a provider is one. */
export const noPayments: Payments = {
  name: 'off',
  createSubscriptionCheckout: refuse,
  createGroupCheckout: refuse,
  readCheckout: refuse,
  closeCheckout: refuse,
  readSubscription: refuse,
  readReversal: refuse,
  cancel: refuse,
  reactivate: refuse,
  previewChange: refuse,
  changePlan: refuse,
  openPortal: refuse,
  checkPromo: refuse,
  readEvent: () => undefined,
}
