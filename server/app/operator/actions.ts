// What an operator does (R114): each act in one commit with the line of the log that tells of it.
import type { GivenPlan } from '#protocol/app/operator.ts'
import { type OperatorAct, operatorActs, personRow } from '#server/app/model/operator.ts'
import * as rules from '#server/app/rules/operator.ts'
import { calendarFeeds, endOfFeed } from '#server/kernel/calendar/model.ts'
import { type Email, emails, hasWords } from '#server/kernel/emails/outbox.ts'
import { iso } from '#server/kernel/ports/clock.ts'
import { refuse } from '#server/kernel/refuse.ts'
import type { Reader } from '#server/kernel/store/store.ts'
import { put, type RecordWrite } from '#server/kernel/write/outcome.ts'
import type { Services } from '#server/kernel/write/services.ts'
import { transact } from '#server/kernel/write/transact.ts'
import type { SignedIn } from '#server/people/identity/caller.ts'
import { isOperator, maskEmail, type User, users } from '#server/people/model/account.ts'
import { brandId, brands, isThere } from '#server/people/model/brand.ts'
import { orgs } from '#server/people/model/org.ts'
import { withoutPhoto } from '#server/people/rules/account.ts'
import { takenOff } from '#server/people/rules/brand.ts'
import { events, photoOf } from '#server/seats/model/event.ts'
import { groups } from '#server/seats/model/group.ts'
import { messageTallies, reopened } from '#server/seats/model/message.ts'
import { nextEdit } from '#server/seats/rules/group.ts'
import { brandsOf } from './queries.ts'

type LogLine = Pick<OperatorAct, 'act' | 'about' | 'from' | 'to'>

/** The line of the log. */
const written = ({ secrets, clock }: Services, { user }: SignedIn, line: LogLine): RecordWrite =>
  put(operatorActs, { _id: secrets.randomId(), rev: 1, at: iso(clock.now()), by: user.email, ...line })

type Decided = ReturnType<typeof rules.suspend>
/** Changes an account; where nothing changes nothing is written, so a repeated call is one act. */
function change(services: Services, id: string, caller: SignedIn, decide: (before: User) => Decided) {
  return transact(services, id, async (tx) => {
    const before = (await tx.get(users, id)) ?? refuse('user-unknown')
    const changed = decide(before)
    const user = changed?.user ?? before
    const feed = user.epoch === before.epoch ? undefined : await tx.get(calendarFeeds, id)
    const writes = changed ? [put(users, user), ...endOfFeed(feed), written(services, caller, { ...changed.line, about: user.email })] : []
    return {
      writes,
      reply: { person: personRow(user, isOperator(services, user), services.clock.now(), await brandsOf(services, tx, user)) },
    }
  })
}

export const suspend = (services: Services, { id, isSuspended }: { id: string; isSuspended: boolean }, caller: SignedIn) =>
  change(services, id, caller, (before) => rules.suspend(before, isSuspended, isOperator(services, before), services.clock.now()))

export const givePlan = (services: Services, given: GivenPlan, caller: SignedIn) =>
  change(services, given.id, caller, (before) => rules.givePlan(before, given, services.clock.now()))

/** R220: takes a brand off; `about` says whose it is. Refuses `brand-unknown`. */
function takeOff(services: Services, ownerId: string, about: string, caller: SignedIn) {
  return transact(services, ownerId, async (tx) => {
    const before = await tx.get(brands, brandId(services.secrets, ownerId))
    if (!isThere(before)) refuse('brand-unknown')
    const line = { act: 'take-off-brand', about, from: `“${before.name}”`, to: 'none' } as const
    const writes = [put(brands, takenOff(before, services.clock.now())), written(services, caller, line)]
    return { writes, reply: { success: true as const } }
  })
}
export async function takeOffBrand(services: Services, { id }: { id: string }, caller: SignedIn) {
  const { email } = (await services.store.get(users, id)) ?? refuse('user-unknown')
  return takeOff(services, id, email, caller)
}
export async function takeOffOrgBrand(services: Services, { id }: { id: string }, caller: SignedIn) {
  const { name } = (await services.store.get(orgs, id)) ?? refuse('org-unknown')
  return takeOff(services, id, name, caller)
}

/** R224: takes a person's picture off; nothing brings it back but another one. Refuses `photo-unknown`. */
export function takeOffPhoto(services: Services, { id }: { id: string }, caller: SignedIn) {
  return transact(services, id, async (tx) => {
    const before = (await tx.get(users, id)) ?? refuse('user-unknown')
    if (!before.face?.photo) refuse('photo-unknown')
    const line = { act: 'take-off-photo', about: before.email, from: 'a picture', to: 'none' } as const
    return { writes: [put(users, withoutPhoto(before)), written(services, caller, line)], reply: { success: true as const } }
  })
}

/** R224: the same of an event, whose groups are written along, since cards and boards go by their revisions. */
export function takeOffEventPhoto(services: Services, { id }: { id: string }, caller: SignedIn) {
  return transact(services, id, async (tx) => {
    const before = (await tx.get(events, id)) ?? refuse('event-unknown')
    if (!photoOf(before)) refuse('photo-unknown')
    const found = await Promise.all(before.groupIds.map((groupId) => tx.get(groups, groupId)))
    const line = { act: 'take-off-photo', about: `“${before.name}”`, from: 'a photo', to: 'none' } as const
    const writes = [
      put(events, nextEdit(before, { photo: null }, caller.user._id)),
      ...found.flatMap((group) => (group ? [put(groups, { ...group, rev: group.rev + 1 })] : [])),
      written(services, caller, line),
    ]
    return { writes, reply: { success: true as const } }
  })
}

/** R101: a message that counted the email as given up counts it as waiting again. */
async function recount(tx: Reader, { receipt }: Email): Promise<RecordWrite[]> {
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
    if (!hasWords(before)) refuse('email-emptied')
    const { failedAt: _, why: __, ...rest } = before
    const state = before.state === 'urgent' ? 'urgent' : 'normal'
    const again: Email = { ...rest, rev: before.rev + 1, state, attempts: 0, dueAt: iso(services.clock.now()) }
    const from = before.state === 'failed' ? 'given up' : 'to be tried later'
    const line = { act: 'retry-email', about: maskEmail(before.to), from, to: 'sent again' } as const
    return { writes: [put(emails, again), ...(await recount(tx, before)), written(services, caller, line)], reply: undefined }
  })
  services.delivery.wake()
  return { success: true } as const
}
