// What a guest does with their answers to all groups of an event at once: reads and erases what is kept of them (R96).
import type { Input } from '#protocol/kernel/endpoint.ts'
import type { severalApi } from '#protocol/seats/several/several.ts'
import type { Services } from '#server/kernel/write/services.ts'
import { transact } from '#server/kernel/write/transact.ts'
import type { Caller } from '#server/people/identity/caller.ts'
import { dataOf, erased } from '#server/seats/guest/actions.ts'
import { ownAnswers } from '#server/seats/guest/queries.ts'

export async function readAllMyData(services: Services, { eventId }: Input<typeof severalApi.myData>, caller: Caller) {
  const own = await ownAnswers(services, services.store, eventId, caller)
  return { answers: await Promise.all(own.map((one) => dataOf(services, one))) }
}

/** R96: all or nothing, in the queue of the first group as an answer to several is (decision 0138). */
export async function eraseAllMyData(services: Services, { eventId }: Input<typeof severalApi.erase>, caller: Caller) {
  const [first] = await ownAnswers(services, services.store, eventId, caller)
  return transact(services, first.group._id, async (tx) => {
    return { ...(await erased(services, tx, await ownAnswers(services, tx, eventId, caller))), reply: { success: true } as const }
  })
}
