// Copies the ledger out of the embedded store as it grows, so that it outlives the store and is newer than every backup (R156).
import type { Logger } from 'pino'
import type { Clock } from '#server/kernel/ports/clock.ts'
import type { CommitFollower, CommittedChange, Reader, Store } from '#server/kernel/store/store.ts'
import { appendLedger, readLedger } from './file.ts'
import { type LedgerLine, latestOf, ledger } from './model.ts'

const perPage = 250
const retryMs = 5_000

interface LedgerDeps {
  readonly store: Store
  readonly clock: Clock
  readonly log: Logger
}
/** Where the copies lie, and what they are signed with: the first secret; lines of all of them are known. */
interface Copies {
  readonly paths: readonly string[]
  readonly secrets: readonly [string, ...string[]]
}

export async function linesIn(store: Reader): Promise<LedgerLine[]> {
  const lines: LedgerLine[] = []
  for (;;) {
    const after = lines.at(-1)
    const page = await store.find(ledger, { index: '_id', limit: perPage, ...(after && { after }) })
    lines.push(...page)
    if (page.length < perPage) return lines
  }
}

/** One copy: what waits for it is written together, again and again until it is there. */
function openCopy({ store, clock, log }: LedgerDeps, path: string, secrets: Copies['secrets']) {
  let waiting: LedgerLine[] = []
  let [isBehind, isWriting] = [false, false]
  const missing = async () => {
    const there = new Map(latestOf((await readLedger(path, secrets)).lines).map(({ _id, at }) => [_id, at]))
    return (await linesIn(store)).filter(({ _id, at }) => (there.get(_id) ?? '') < at)
  }
  async function write(): Promise<void> {
    if (isWriting || (!isBehind && waiting.length === 0)) return
    isWriting = true
    const [lines, wasBehind] = [waiting, isBehind]
    ;[waiting, isBehind] = [[], false]
    try {
      const all = wasBehind ? await missing() : lines
      if (all.length > 0) await appendLedger(path, secrets[0], all)
      isWriting = false
      return write()
    } catch (err) {
      log.error({ err, path }, 'the ledger of what was revoked can’t be copied: it is tried again')
      ;[isBehind, isWriting] = [true, false]
      clock.after(retryMs, () => void write())
    }
  }
  return {
    add(lines: readonly LedgerLine[]) {
      waiting.push(...lines)
      return write()
    },
    /** Compares it with the store, and adds what it lacks. */
    fill() {
      isBehind = true
      return write()
    },
  }
}

export function createLedgerCopies(services: LedgerDeps, { paths, secrets }: Copies): CommitFollower {
  const copies = paths.map((path) => openCopy(services, path, secrets))
  return {
    collections: [ledger],
    changed(changes: readonly CommittedChange[]) {
      const lines = changes.flatMap(({ collection, record, isDropped }) =>
        collection === ledger.name && !isDropped ? [record as LedgerLine] : [],
      )
      if (lines.length > 0) for (const copy of copies) void copy.add(lines)
    },
    missed() {
      for (const copy of copies) void copy.fill()
    },
  }
}
