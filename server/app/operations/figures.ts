// What a scrape of the operator's figures looks up in the store and the queues (O2), since nobody counts it.

import { backups } from '#server/app/store/backups.ts'
import { zoneVersions } from '#server/kernel/calendar/zone-data.ts'
import { emails } from '#server/kernel/emails/outbox.ts'
import { type CurrentFigures, maxDue } from '#server/kernel/operations/metrics.ts'
import { iso } from '#server/kernel/ports/clock.ts'
import type { Services } from '#server/kernel/write/services.ts'
import { fanouts } from '#server/seats/fanout/record.ts'

const storeTimeoutMs = 1_000

/** Counts what waits. A store that is away keeps nobody from the other figures. */
export async function currentFigures({ store, queues, clock, zoneDoubts }: Services): Promise<CurrentFigures> {
  const to = iso(clock.now() + 1)
  const countDue = async () => {
    const [urgent, normal, fans, backup] = await Promise.all([
      store.find(emails, { index: 'due', where: { state: 'urgent' }, to, limit: maxDue }),
      store.find(emails, { index: 'due', where: { state: 'normal' }, to, limit: maxDue }),
      store.find(fanouts, { index: 'due', to, limit: maxDue }),
      store.get(backups, 'this'),
    ])
    const ageSeconds = backup?.last && (clock.now() - Date.parse(backup.last.at)) / 1_000
    return {
      due: { emails: Math.min(urgent.length + normal.length, maxDue), fanouts: fans.length },
      backup: backup && { ageSeconds, hasFailed: backup.failure !== undefined },
    }
  }
  const tooLong = new Promise<undefined>((over) => setTimeout(() => over(undefined), storeTimeoutMs).unref())
  const found = await Promise.race([countDue().catch(() => undefined), tooLong])
  return {
    waiting: [...queues.values()].reduce((sum, waiting) => sum + waiting.length, 0),
    zones: { release: zoneVersions.release, node: zoneVersions.node, doubts: zoneDoubts?.all().length ?? 0 },
    due: found?.due,
    backup: found?.backup,
  }
}
