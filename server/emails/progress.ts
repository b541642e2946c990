// How far the invitations of a group have come (R97). Counted apart from the emails themselves, so that counting never makes one go twice or not at all:
// while they are sent the count may lag, and once none waits it is right, also after a crash.
import { type Sending, sendingId, sendings } from '../invitation/model.ts'
import { type Loop, openLoop } from '../jobs/loop.ts'
import { RevisionConflict, type Store } from '../store/store.ts'
import { type Email, emails, occasionOf, type With } from './outbox.ts'

const pace = { pauseMs: 250, pollMs: 5_000 }
const perRound = 100

interface Counting extends With {
  readonly store: Store
  readonly log: Parameters<typeof openLoop>[1]['log']
}
export interface Progress extends Loop {
  /** Counts those of the emails that are done: sent, given up, or no longer wanted. */
  note(emails: readonly Email[]): void
}

export function openProgress(services: Counting): Progress {
  const { store, secrets, clock, log } = services
  const counts = new Map<string, number>()
  const isWaiting = async ({ groupId }: Sending) => {
    const occasion = occasionOf({ kind: 'invitation', groupId })
    return (await store.find(emails, { index: 'occasion', where: { occasion, state: 'normal' }, limit: 1 })).length > 0
  }
  async function advance(sending: Sending) {
    const more = counts.get(sending._id) ?? 0
    const isOpen = await isWaiting(sending)
    if (isOpen && more === 0) return
    const sent = isOpen ? Math.min(sending.total - 1, sending.sent + more) : sending.total
    const { openSince, ...rest } = sending
    const after: Sending = { ...rest, ...(isOpen && { openSince }), rev: sending.rev + 1, sent }
    counts.delete(sending._id)
    await store.commit([{ collection: sendings, put: after, expectedRev: sending.rev }]).catch((error: unknown) => {
      counts.set(sending._id, (counts.get(sending._id) ?? 0) + more)
      if (!(error instanceof RevisionConflict)) throw error // more were invited, or another process counts: the next round reads anew
    })
  }
  let isActive = false
  const loop = openLoop('progress', { clock, log }, pace, async () => {
    isActive = counts.size > 0
    const open = await store.find(sendings, { index: 'open', limit: perRound })
    for (const id of counts.keys()) if (!open.some(({ _id }) => _id === id)) counts.delete(id)
    for (const sending of open) await advance(sending)
    return isActive
  })
  return {
    ...loop,
    note(some) {
      for (const { notice, state } of some) {
        if (notice?.kind !== 'invitation' || (state !== 'sent' && state !== 'failed')) continue
        const id = sendingId(secrets, notice.groupId)
        counts.set(id, (counts.get(id) ?? 0) + 1)
      }
      if (counts.size > 0 && !isActive) loop.wake()
    },
  }
}
