// What became of the emails of a message is counted in the commit that says so of the email: each once, whoever tries again (R101).
import type { DeliveryOutcome } from '#protocol/message.ts'
import { type MessageTally, messageTallies, noted } from '../message/model.ts'
import type { Reader, Write } from '../store/store.ts'
import type { Email } from './outbox.ts'

const outcomeOf = ({ state, unsent, isLast }: Email): DeliveryOutcome | undefined => {
  if (state !== 'sent' && state !== 'failed') return undefined
  return unsent ?? (isLast ? 'over' : state)
}

/** The tallies that these emails, as they are now, change. */
export async function talliesOf(tx: Reader, emails: readonly Email[]): Promise<MessageTally[]> {
  const told = emails.flatMap((email) => {
    const outcome = outcomeOf(email)
    return email.receipt && outcome ? [{ ...email.receipt, outcome }] : []
  })
  const ids = [...new Set(told.map(({ tallyId }) => tallyId))]
  const changed = ids.map(async (id): Promise<MessageTally[]> => {
    const before = await tx.get(messageTallies, id)
    if (!before) return []
    const own = told.filter(({ tallyId }) => tallyId === id)
    const after = own.reduce((so: MessageTally, { at, outcome }) => noted(so, at, outcome), before)
    return after === before ? [] : [{ ...after, rev: before.rev + 1 }]
  })
  return (await Promise.all(changed)).flat()
}

/** The same as writes. */
export const tallyWrites = async (tx: Reader, emails: readonly Email[]): Promise<Write[]> =>
  (await talliesOf(tx, emails)).map((tally) => ({ collection: messageTallies, put: tally, expectedRev: tally.rev - 1 }))
