// The emails that this process is sending, until it is noted what became of each: none of them is leased again here, however long it takes.

import type { Email } from '#server/kernel/emails/outbox.ts'
import { type Attempt, attemptOf, type Delivery, send } from './attempt.ts'
import { createNotes } from './notes.ts'
import type { Progress } from './progress.ts'

export function createAttempts(services: Delivery, progress: Progress, timeoutMs: number) {
  /** By their names. */
  const underWay = new Map<string, Attempt>()
  const all = () => [...underWay.values()]
  const withSlot = () => all().flatMap(({ email, hasSlot }) => (hasSlot ? email : []))
  const notes = createNotes(services, progress, () => withSlot().length > 0)
  return {
    start(email: Email) {
      const attempt: Attempt = { email, hasSlot: true, letGo: Promise.resolve() }
      underWay.set(attemptOf(email), attempt)
      const end = () => {
        underWay.delete(attemptOf(email))
      }
      attempt.letGo = new Promise((letGo) => {
        void send(services, attempt, timeoutMs, letGo)
          .then((outcome) => {
            attempt.hasSlot = false // what became of it is noted with that of others
            return outcome ? notes.note(attempt, outcome, end) : end()
          })
          .finally(letGo)
      })
    },
    withSlot,
    isUnderWay: (email: Email) => underWay.has(attemptOf(email)),
    keepLeases: () => notes.keepLeases(all()),
    /** Resolves once all have ended or are late, and what became of them was to be noted. */
    letGo: () => Promise.all(all().map((attempt) => attempt.letGo)),
  }
}
