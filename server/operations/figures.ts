// What a scrape of the operator's figures looks up in the store and the queues (O2), since nobody counts it.
import { emails } from '../emails/outbox.ts'
import { fanouts } from '../jobs/fanout.ts'
import { iso } from '../ports/clock.ts'
import type { Services } from '../services.ts'
import { backups } from './backups.ts'
import { mostDue, type Present } from './metrics.ts'

const storePatienceMs = 1_000

/** Counts what waits. A store that is away keeps nobody from the other figures. */
export async function presentFigures({ store, queues, clock }: Services): Promise<Present> {
  const to = iso(clock.now() + 1)
  const countDue = async () => {
    const [urgent, normal, fans, backup] = await Promise.all([
      store.find(emails, { index: 'due', where: { state: 'urgent' }, to, limit: mostDue }),
      store.find(emails, { index: 'due', where: { state: 'normal' }, to, limit: mostDue }),
      store.find(fanouts, { index: 'due', to, limit: mostDue }),
      store.get(backups, 'this'),
    ])
    const ageSeconds = backup?.last && (clock.now() - Date.parse(backup.last.at)) / 1_000
    return {
      due: { emails: Math.min(urgent.length + normal.length, mostDue), fanouts: fans.length },
      backup: backup && { ageSeconds, hasFailed: backup.failure !== undefined },
    }
  }
  const tooLong = new Promise<undefined>((over) => setTimeout(() => over(undefined), storePatienceMs).unref())
  const found = await Promise.race([countDue().catch(() => undefined), tooLong])
  return { waiting: [...queues.values()].reduce((sum, waiting) => sum + waiting.length, 0), due: found?.due, backup: found?.backup }
}
