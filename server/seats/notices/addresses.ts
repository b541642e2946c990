// Addresses that emails don't reach, or whose owners reported one as spam: marked, and marked in every answer under them, so that organizers see it (R102).
import type { AddressFault } from '#protocol/seats/group.ts'
import type { Secrets } from '#server/kernel/ports/secrets.ts'
import { type Collection, type Reader, RevisionConflict, type Store, type Stored } from '#server/kernel/store/store.ts'
import { put } from '#server/kernel/write/outcome.ts'
import { type AddressMark, addressKey, addressMarks } from '#server/seats/model/notice.ts'
import { type Rsvp, rsvps } from '#server/seats/model/rsvp.ts'
import { markAfter } from '#server/seats/rules/notice.ts'

/** The newest answers under an address that are marked with it. */
const maxAnswers = 200
const tries = 5

export interface Marked {
  readonly mark: AddressMark
  readonly rsvps: readonly Rsvp[]
}

/** The mark, and the newest answers under the address, changed so that they show it. */
export async function markedAnswers(tx: Reader, email: string, mark: AddressMark): Promise<Marked> {
  const found = await tx.find(rsvps, { index: 'holder', where: { email }, descending: true, limit: maxAnswers })
  const current = await Promise.all(found.map(({ _id }) => tx.get(rsvps, _id)))
  const changed = current.flatMap((rsvp) => {
    if (rsvp?.email !== email || rsvp.addressFault === (mark.fault ?? undefined)) return []
    const { addressFault: _, ...rest } = rsvp
    return [{ ...rest, rev: rsvp.rev + 1, ...(mark.fault && { addressFault: mark.fault }) }]
  })
  return { mark, rsvps: changed }
}

/** The writes of a mark. */
export const markWrites = ({ mark, rsvps: changed }: Marked) => [put(addressMarks, mark), ...changed.map((rsvp) => put(rsvps, rsvp))]

/** R102: what an email that failed at `at` changes; undefined where it is known already. */
export async function markAddress(
  secrets: Secrets,
  tx: Reader,
  { email, fault, at }: { readonly email: string; readonly fault: AddressFault; readonly at: string },
): Promise<Marked | undefined> {
  const key = addressKey(secrets, email)
  const mark = markAfter(await tx.get(addressMarks, key), key, fault, at)
  return mark && markedAnswers(tx, email, mark)
}

const write = <R extends Stored>(collection: Collection<R>, put: R) => ({ collection, put, expectedRev: put.rev - 1 })

interface Marking {
  readonly store: Store
  readonly secrets: Secrets
}
/** Commits what `find` gives; once more where that conflicts with an answer of this moment. */
async function commitMarked({ store }: Marking, find: () => Promise<Marked | undefined>): Promise<void> {
  for (let left = tries; left > 0; left--) {
    const marked = await find()
    if (!marked) return
    const { mark } = marked
    const isNew = (await store.get(addressMarks, mark._id))?.rev !== mark.rev
    const writes = [...(isNew ? [write(addressMarks, mark)] : []), ...marked.rsvps.map((rsvp) => write(rsvps, rsvp))]
    try {
      return await store.commit(writes)
    } catch (error) {
      if (!(error instanceof RevisionConflict)) throw error
    }
  }
}

/** R102: marks an address that a mail server refused for good. */
export const noteRefused = (services: Marking, email: string, at: string) =>
  commitMarked(services, () => markAddress(services.secrets, services.store, { email, fault: 'undeliverable', at }))

/** R102: an answer that came under an address after it was marked shows the mark as soon as an email to it is given up. */
export const showFault = (services: Marking, email: string) =>
  commitMarked(services, async () => {
    const mark = await services.store.get(addressMarks, addressKey(services.secrets, email))
    return mark?.fault ? markedAnswers(services.store, email, mark) : undefined
  })
