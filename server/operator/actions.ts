// What an operator does (R114): each act in one commit with the line of the log that tells of it.
import type { GivenPlan } from '#protocol/operator.ts'
import { maskEmail, type User, users } from '../account/model.ts'
import { type Email, emails } from '../emails/outbox.ts'
import type { SignedIn } from '../identity/caller.ts'
import { messageTallies, reopened } from '../message/model.ts'
import { iso } from '../ports/clock.ts'
import { refuse } from '../refuse.ts'
import type { Services } from '../services.ts'
import type { Reader } from '../store/store.ts'
import { type Change, put } from '../write/outcome.ts'
import { transact } from '../write/transact.ts'
import { type OperatorAct, operatorActs, personRow } from './model.ts'
import * as rules from './rules.ts'

type Told = Pick<OperatorAct, 'act' | 'about' | 'from' | 'to'>

/** The line of the log. */
const written = ({ secrets, clock }: Services, { user }: SignedIn, told: Told): Change =>
  put(operatorActs, { _id: secrets.randomId(), rev: 1, at: iso(clock.now()), by: user.email, ...told })

const isOperator = ({ adminEmails }: Services, { email, verified }: User) => verified && adminEmails?.has(email) === true

type Decided = ReturnType<typeof rules.suspend>
/** Changes an account; where nothing changes nothing is written, so a repeated call is one act. */
function change(services: Services, id: string, caller: SignedIn, decide: (before: User) => Decided) {
  return transact(services, id, async (tx) => {
    const before = (await tx.get(users, id)) ?? refuse('user-unknown')
    const changed = decide(before)
    const user = changed?.user ?? before
    const writes = changed ? [put(users, user), written(services, caller, { ...changed.told, about: user.email })] : []
    return { writes, reply: { person: personRow(user, isOperator(services, user), services.clock.now()) } }
  })
}

export const suspend = (services: Services, { id, isSuspended }: { id: string; isSuspended: boolean }, caller: SignedIn) =>
  change(services, id, caller, (before) => rules.suspend(before, isSuspended, isOperator(services, before), services.clock.now()))

export const givePlan = (services: Services, given: GivenPlan, caller: SignedIn) =>
  change(services, given.id, caller, (before) => rules.givePlan(before, given, services.clock.now()))

/** R101: a message that counted the email as given up counts it as waiting again. */
async function recount(tx: Reader, { receipt }: Email): Promise<Change[]> {
  const tally = receipt && (await tx.get(messageTallies, receipt.tallyId))
  if (!tally) return []
  const after = reopened(tally, receipt.at)
  return after === tally ? [] : [put(messageTallies, after)]
}

/** Sends an email again, from the first attempt on. Refuses `email-unknown` and `email-emptied`. */
export async function retryEmail(services: Services, { id }: { id: string }, caller: SignedIn) {
  await transact(services, id, async (tx) => {
    const before = await tx.get(emails, id)
    if (before?.failedAt === undefined) refuse('email-unknown')
    if (!before.message && !before.sealed) refuse('email-emptied')
    const { failedAt: _, why: __, ...rest } = before
    const state = before.state === 'urgent' ? 'urgent' : 'normal'
    const again: Email = { ...rest, rev: before.rev + 1, state, attempts: 0, dueAt: iso(services.clock.now()) }
    const from = before.state === 'failed' ? 'given up' : 'to be tried later'
    const told = { act: 'retry-email', about: maskEmail(before.to), from, to: 'sent again' } as const
    return { writes: [put(emails, again), ...(await recount(tx, before)), written(services, caller, told)], reply: undefined }
  })
  services.delivery.wake()
  return { success: true } as const
}
