// What became of the emails of a message is counted in the commit that says so of the email: each once, whoever tries again (R101, decision 0109).
import type { DeliveryOutcome } from '#protocol/mail/message.ts'
import type { Email } from '#server/kernel/emails/outbox.ts'
import type { Reader, Write } from '#server/kernel/store/store.ts'
import { type MessageTally, messageTallies, noted } from '#server/seats/model/message.ts'

const outcomeOf = ({ state, unsent, isLast }: Email): DeliveryOutcome | undefined => {
  if (state !== 'sent' && state !== 'failed') return undefined
  return unsent ?? (isLast ? 'over' : state)
}

/** The tallies that these emails, as they are now, change. */
export async function talliesOf(tx: Reader, emails: readonly Email[]): Promise<MessageTally[]> {
  const receipts = emails.flatMap((email) => {
    const outcome = outcomeOf(email)
    return email.receipt && outcome ? [{ ...email.receipt, outcome }] : []
  })
  const ids = [...new Set(receipts.map(({ tallyId }) => tallyId))]
  const changed = ids.map(async (id): Promise<MessageTally[]> => {
    const before = await tx.get(messageTallies, id)
    if (!before) return []
    const own = receipts.filter(({ tallyId }) => tallyId === id)
    const after = own.reduce((so: MessageTally, { at, outcome }) => noted(so, at, outcome), before)
    return after === before ? [] : [{ ...after, rev: before.rev + 1 }]
  })
  return (await Promise.all(changed)).flat()
}

/** The same as writes. */
export const tallyWrites = async (tx: Reader, emails: readonly Email[]): Promise<Write[]> =>
  (await talliesOf(tx, emails)).map((tally) => ({ collection: messageTallies, put: tally, expectedRev: tally.rev - 1 }))
