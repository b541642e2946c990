// What follows from the end of whatever a checkout is for: it is closed at the payment provider, by a job, once that is committed (R236a).

import { iso } from '#server/kernel/ports/clock.ts'
import type { Reader } from '#server/kernel/store/store.ts'
import { type AlsoWritten, endedIn, next, put } from '#server/kernel/write/outcome.ts'
import { users } from '#server/people/model/account.ts'
import { type OpenCheckout, openCheckouts } from '#server/people/model/plan.ts'
import { groups } from '#server/seats/model/group.ts'

const maxOfOne = 1_000

/** A suspended person's: for their plan, and for each of their groups. */
const ofOwner = async (tx: Reader, ownerId: string): Promise<(OpenCheckout | undefined)[]> => [
  await tx.get(openCheckouts, ownerId),
  ...(await tx.find(openCheckouts, { index: 'owner', where: { ownerId }, limit: maxOfOne })),
]

export const checkoutsEnded: AlsoWritten = async ({ clock }, tx, { pairs }) => {
  const ended: (OpenCheckout | undefined)[] = []
  for (const { _id } of endedIn(pairs, groups)) ended.push(await tx.get(openCheckouts, _id))
  for (const { _id } of endedIn(pairs, users)) ended.push(...(await ofOwner(tx, _id)))
  const waiting = ended.filter((one) => one !== undefined && one.closeAt === undefined) as OpenCheckout[]
  return waiting.map((one) => put(openCheckouts, next(one, { closeAt: iso(clock.now()) })))
}
