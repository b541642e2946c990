// Addresses that emails don't reach, or whose owners reported one as spam: marked, and marked in every answer under them, so that organizers see it (R102);
// each group counts its own in the same commit (R130g).
import type { AddressFault } from '#protocol/seats/group.ts'
import type { Secrets } from '#server/kernel/ports/secrets.ts'
import { type Collection, type Reader, RevisionConflict, type Store, type Stored } from '#server/kernel/store/store.ts'
import { next, put } from '#server/kernel/write/outcome.ts'
import { type Group, groups } from '#server/seats/model/group.ts'
import { type AddressMark, addressKey, addressMarks } from '#server/seats/model/notice.ts'
import { type Rsvp, rsvps } from '#server/seats/model/rsvp.ts'
import { markAfter } from '#server/seats/rules/notice.ts'
import { withUnreached } from '#server/seats/seating/counts.ts'

/** The newest answers under an address that are marked with it. */
const maxAnswers = 200
/** Others write the groups too, answers most of all. */
const tries = 20
const leastPauseMs = 5
const mostPauseMs = 25

export interface Marked {
  readonly mark: AddressMark
  readonly rsvps: readonly Rsvp[]
  /** Those whose count changes with it. */
  readonly groups: readonly Group[]
}

/** The mark, and the newest answers under the address, changed so that they show it, with their groups. */
export async function markedAnswers(tx: Reader, email: string, mark: AddressMark): Promise<Marked> {
  const found = await tx.find(rsvps, { index: 'holder', where: { email }, descending: true, limit: maxAnswers })
  const current = await Promise.all(found.map(({ _id }) => tx.get(rsvps, _id)))
  const changed = current.flatMap((before) => {
    if (before?.email !== email || before.addressFault === (mark.fault ?? undefined)) return []
    const { addressFault: _, ...rest } = before
    const after: Rsvp = { ...rest, rev: before.rev + 1, ...(mark.fault && { addressFault: mark.fault }) }
    return [{ before, after }]
  })
  return { mark, rsvps: changed.map(({ after }) => after), groups: await countedIn(tx, changed) }
}

interface Changed {
  readonly before: Rsvp
  readonly after: Rsvp
}
/** The groups of these answers, each with its new count, where that is another. */
async function countedIn(tx: Reader, changed: readonly Changed[]): Promise<Group[]> {
  const ids = [...new Set(changed.map(({ after }) => after.groupId))]
  const found = await Promise.all(ids.map((id) => tx.get(groups, id)))
  return found.flatMap((group) => {
    if (!group) return []
    const counted = withUnreached(
      group,
      changed.filter(({ after }) => after.groupId === group._id),
    )
    return counted === group ? [] : [counted]
  })
}

/** The writes of a mark. */
export const markWrites = ({ mark, ...changed }: Marked) => [
  put(addressMarks, mark),
  ...changed.rsvps.map((rsvp) => put(rsvps, rsvp)),
  ...changed.groups.map((group) => put(groups, group)),
]

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
/** For so long at random, or two that have met would meet again. */
function pause({ secrets }: Marking): Promise<void> {
  const share = Number.parseInt(secrets.randomId().slice(-2), 16) / 256
  return new Promise((later) => setTimeout(later, leastPauseMs + share * (mostPauseMs - leastPauseMs)))
}

/** Commits what `find` gives; once more where that conflicts with an answer of this moment. Throws the last conflict. */
async function commitMarked(marking: Marking, find: () => Promise<Marked | undefined>): Promise<void> {
  const { store } = marking
  for (let tried = 1; ; tried++) {
    const marked = await find()
    if (!marked) return
    const { mark } = marked
    const isNew = (await store.get(addressMarks, mark._id))?.rev !== mark.rev
    const writes = [
      ...(isNew ? [write(addressMarks, mark)] : []),
      ...marked.rsvps.map((rsvp) => write(rsvps, rsvp)),
      ...marked.groups.map((group) => write(groups, group)),
    ]
    try {
      return await store.commit(writes)
    } catch (error) {
      if (!(error instanceof RevisionConflict) || tried === tries) throw error
    }
    if (tried > 1) await pause(marking)
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

/** R102d: what was sent to an address at `sentAt` (milliseconds) has come there: it works again, in all groups at once, unless an email failed since. */
export const noteWorks = (services: Marking, email: string, { sentAt, now }: { readonly sentAt: number; readonly now: string }) =>
  commitMarked(services, async () => {
    const mark = await services.store.get(addressMarks, addressKey(services.secrets, email))
    if (mark?.fault !== 'undeliverable' || Date.parse(mark.at) > sentAt) return undefined
    return markedAnswers(services.store, email, next(mark, { fault: null, at: now }))
  })
