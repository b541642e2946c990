// How far the invitations of a group have come (R97). Counted apart from the emails themselves, so that counting never makes one go twice or not at all:
// while they are sent the count may lag, and once none waits it is right, also after a crash (decision 0101).

import { createdAtOf, type Email, type EmailDeps, emails, occasionOf } from '#server/kernel/emails/outbox.ts'
import { createLoop, type Loop } from '#server/kernel/jobs/loop.ts'
import { RevisionConflict, type Store } from '#server/kernel/store/store.ts'
import { doneOf, type EmailBatch, sendingId, sendings } from '#server/seats/model/invitation.ts'

const pace = { pauseMs: 250, pollMs: 5_000 }
const perRound = 100
const perPage = 250

interface Counting extends EmailDeps {
  readonly store: Store
  readonly log: Parameters<typeof createLoop>[1]['log']
}
export interface Progress extends Loop {
  /** Counts those of the emails that are done: sent, given up, or no longer wanted. */
  note(emails: readonly Email[]): void
}

interface Counts {
  readonly done: number
  readonly sent: number
  readonly failed: number
}
const nothing: Counts = { done: 0, sent: 0, failed: 0 }
const sum = (one: Counts, other: Counts): Counts => ({
  done: one.done + other.done,
  sent: one.sent + other.sent,
  failed: one.failed + other.failed,
})
function countOf({ state, unsent, isLast }: Email): Counts {
  const isFailed = state === 'failed' || unsent === 'undeliverable' || unsent === 'complained'
  return { done: 1, sent: isFailed || unsent || isLast ? 0 : 1, failed: isFailed ? 1 : 0 }
}

const isWaiting = async (store: Store, occasion: string) =>
  (await store.find(emails, { index: 'occasion', where: { occasion, state: 'normal' }, limit: 1 })).length > 0

/** What became of all of them, now that none waits; those that aren't kept any more were wanted no more. */
async function countAll(store: Store, occasion: string, { openSince = '', total }: EmailBatch): Promise<Counts> {
  let all = nothing
  for (const state of ['sent', 'failed'] as const) {
    for (let after: Email | undefined, isLast = false; !isLast; ) {
      const page = await store.find(emails, { index: 'occasion', where: { occasion, state }, limit: perPage, ...(after && { after }) })
      for (const email of page) if (createdAtOf(email) >= openSince) all = sum(all, countOf(email))
      after = page.at(-1)
      isLast = page.length < perPage
    }
  }
  return { ...all, done: total }
}

const countsOf = (sending: EmailBatch): Counts => ({ done: doneOf(sending), sent: sending.sent, failed: sending.failed ?? 0 })
/** The progress after some more; the last one counts as done once none waits. */
function advanced({ openSince, ...rest }: EmailBatch, now: Counts, isOpen: boolean): EmailBatch {
  const open = isOpen && { openSince, done: Math.min(rest.total - 1, now.done) }
  return { ...rest, ...now, ...open, rev: rest.rev + 1 }
}

export function createProgress(services: Counting): Progress {
  const { store, secrets, clock, log } = services
  const counts = new Map<string, Counts>()
  async function advance(sending: EmailBatch) {
    const more = counts.get(sending._id) ?? nothing
    const occasion = occasionOf({ kind: 'invitation', groupId: sending.groupId })
    const isOpen = await isWaiting(store, occasion)
    if (isOpen && more.done === 0) return
    const after = advanced(sending, isOpen ? sum(countsOf(sending), more) : await countAll(store, occasion, sending), isOpen)
    counts.delete(sending._id)
    await store.commit([{ collection: sendings, put: after, expectedRev: sending.rev }]).catch((error: unknown) => {
      counts.set(sending._id, sum(counts.get(sending._id) ?? nothing, more))
      if (!(error instanceof RevisionConflict)) throw error // more were invited, or another process counts: the next round reads anew
    })
  }
  let isActive = false
  const loop = createLoop('progress', { clock, log }, pace, async () => {
    isActive = counts.size > 0
    const open = await store.find(sendings, { index: 'open', limit: perRound })
    for (const id of counts.keys()) if (!open.some(({ _id }) => _id === id)) counts.delete(id)
    for (const sending of open) await advance(sending)
    return isActive
  })
  return {
    ...loop,
    note(some) {
      for (const email of some) {
        const { notice, state } = email
        if (notice?.kind !== 'invitation' || (state !== 'sent' && state !== 'failed')) continue
        const id = sendingId(secrets, notice.groupId)
        counts.set(id, sum(counts.get(id) ?? nothing, countOf(email)))
      }
      if (counts.size > 0 && !isActive) loop.wake()
    },
  }
}
