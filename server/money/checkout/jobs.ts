// R236a: closes at the payment provider what can no longer be bought. To ask again is harmless, so whoever fails in between is followed by another.
import { iso } from '#server/kernel/ports/clock.ts'
import { drop, next, type Outcome, put } from '#server/kernel/write/outcome.ts'
import type { Services } from '#server/kernel/write/services.ts'
import { transact } from '#server/kernel/write/transact.ts'
import { syncCheckout } from '#server/money/plan/actions.ts'
import { type OpenCheckout, openCheckouts } from '#server/people/model/plan.ts'

/** How long one process alone has a checkout to close; then it is tried again. */
const leaseMs = 60_000

/** Takes one that is due, for a minute; undefined where another process has. */
const leased = ({ clock, ...services }: Services, { _id }: OpenCheckout) =>
  transact({ clock, ...services }, _id, async (tx): Promise<Outcome<OpenCheckout | undefined>> => {
    const claim = await tx.get(openCheckouts, _id)
    if (!claim?.closeAt || claim.closeAt > iso(clock.now())) return { reply: undefined }
    const mine = next(claim, { closeAt: iso(clock.now() + leaseMs) })
    return { writes: [put(openCheckouts, mine)], reply: mine }
  })

/** Forgets it, unless another has been opened meanwhile. */
const forget = (services: Services, { _id, attempt }: OpenCheckout) =>
  transact(services, _id, async (tx): Promise<Outcome<undefined>> => {
    const claim = await tx.get(openCheckouts, _id)
    return { writes: claim?.attempt === attempt && claim.closeAt ? [drop(openCheckouts, claim)] : [], reply: undefined }
  })

/** Closes one checkout of what is gone. True if there may be more. */
export async function closeCheckouts(services: Services): Promise<boolean> {
  const { store, clock, payments } = services
  if (payments.name === 'off') return false
  const [due] = await store.find(openCheckouts, { index: 'closing', to: iso(clock.now() + 1), limit: 1 })
  const mine = due && (await leased(services, due))
  if (!mine) return false
  // What has no session yet gets one within the minute, or never.
  if (!mine.sessionId) return true
  if (!(await payments.closeCheckout(mine.sessionId))) {
    const paid = await payments.readCheckout(mine.sessionId)
    if (paid) await syncCheckout(services, paid)
  }
  await forget(services, mine)
  return true
}
