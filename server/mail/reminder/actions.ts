// What those who manage a group do with reminders: change when they go out, and send one now.
import type { Input } from '#protocol/kernel/endpoint.ts'
import type { reminderApi } from '#protocol/mail/reminder.ts'
import { refuse } from '#server/kernel/refuse.ts'
import type { Reader } from '#server/kernel/store/store.ts'
import { next, put } from '#server/kernel/write/outcome.ts'
import type { Services } from '#server/kernel/write/services.ts'
import { transact } from '#server/kernel/write/transact.ts'
import type { SignedIn } from '#server/people/identity/caller.ts'
import { groups, groupView } from '#server/seats/model/group.ts'
import { reach, reminderRuns, rulesOf } from '#server/seats/model/reminder.ts'
import { namedFor, runByHand, withTally } from '#server/seats/reminder/queries.ts'
import { eventOf, managed } from '#server/seats/rights/groups.ts'
import { definedFields, nextEdit } from '#server/seats/rules/group.ts'
import { askedNow, checkSendable, hasSameRules, planned } from '#server/seats/rules/reminder.ts'
import { checkOpen } from '#server/seats/rules/rsvp.ts'

/** R99: what is due next follows from it at once; what would have been due before now isn't made up for. */
export function changeReminders(services: Services, { id, ...rules }: Input<typeof reminderApi.change>, caller: SignedIn) {
  const { clock, publicUrl } = services
  const decide = async (tx: Reader) => {
    const before = await managed(services, tx, id, caller)
    const event = (await eventOf(tx, before)) ?? refuse('reminders-need-event')
    const counted = await withTally(tx, before)
    const changed = { ...counted, reminders: { ...rulesOf(before), ...definedFields(rules) } }
    if (before.tally && hasSameRules(changed.reminders, before.reminders)) return { reply: { group: groupView(before, publicUrl) } }
    const group = nextEdit(before, { ...changed, ...planned(changed, event, clock.now()) }, caller.user._id)
    return { writes: [put(groups, group)], namesAct: true, reply: { group: groupView(group, publicUrl) } }
  }
  return transact(services, id, decide)
}

/** R98, R99: starts a run over everybody it is for. Whoever had an email of these today gets it tomorrow. R110: or over those of them who are named. */
export async function sendReminder(services: Services, { id, kind, rsvpIds }: Input<typeof reminderApi.send>, caller: SignedIn) {
  const { clock, publicUrl } = services
  const named = rsvpIds && (await namedFor(services, await managed(services, services.store, id, caller), kind, rsvpIds))
  const decide = async (tx: Reader) => {
    const now = clock.now()
    const before = await managed(services, tx, id, caller)
    const event = await eventOf(tx, before)
    checkOpen(before, event, now)
    const counted = await withTally(tx, before)
    checkSendable(counted, event, kind, now)
    if (named?.length === 0) refuse('reminder-nobody')
    const asked = kind === 'confirmation' && named === undefined ? { ...counted, ...askedNow(counted, now) } : counted
    const group = next(before, { ...asked, ...planned(asked, event, now) })
    const run = runByHand(services, group, event, kind, named)
    const isStarted = await tx.get(reminderRuns, run._id)
    const writes = [put(groups, group), ...(isStarted ? [] : [put(reminderRuns, run)])]
    return { writes, reply: { people: named?.length ?? reach(counted)[kind], group: groupView(group, publicUrl) } }
  }
  const { idempotencyKey } = caller
  const sent = transact(services, id, decide, { idempotencyKey, checkRight: (tx) => managed(services, tx, id, caller) })
  return sent.finally(services.jobs.wake)
}
