// Gives out pictures: each drawn once, by a thread that is there only while there is something to draw, behind a short queue.
import { LRUCache } from 'lru-cache'
import { Refusal } from '#server/kernel/refuse.ts'
import { type Askers, createTurns } from './fair-queue.ts'
import type { DrawnFrom } from './picture.ts'
import { createThread } from './thread.ts'

export interface PaintRequest {
  /** What it is a picture of. */
  readonly name: string
  /** Which revision of it. */
  readonly key: string
  /** A picture of another state must not be shown instead. */
  readonly state: string
  readonly facts: DrawnFrom
}
export interface Painted {
  readonly key: string
  readonly png: Uint8Array<ArrayBuffer>
}
/** Gives the picture, or the previous one of the same state where it takes long. Refuses `busy` where there is none and too many wait. */
export type Paint = (wanted: PaintRequest, askers: Askers) => Promise<Painted>

const idleMs = 60_000
/** A picture takes 40 ms, and the first one half a second. */
const previousAfterMs = 1_000

const drawInThread = () =>
  createThread<DrawnFrom, Uint8Array<ArrayBuffer>>({ folder: import.meta.dirname, source: 'worker.ts', built: 'preview.js', idleMs })

/** Opens a painter; its thread begins with the first picture. */
export function createPainter(
  draw: (facts: DrawnFrom) => Promise<Uint8Array<ArrayBuffer>> = drawInThread(),
  timeoutMs = previousAfterMs,
): Paint {
  const ask = createTurns<Painted>()
  const kept = new LRUCache<string, Painted & { readonly state: string }>({ max: 100 })
  const drawing = new Map<string, Promise<Painted>>()
  const begin = ({ name, key, state, facts }: PaintRequest, askers: Askers) => {
    const made = ask(askers, async () => {
      const painted = { key, state, png: await draw(facts) }
      kept.set(name, painted)
      return painted
    })
    if (!made) return undefined
    const forget = () => void drawing.delete(key)
    made.then(forget, forget)
    drawing.set(key, made)
    return made
  }
  return async (wanted, askers) => {
    const before = kept.get(wanted.name)
    if (before?.key === wanted.key) return before
    const previous = before?.state === wanted.state ? before : undefined
    const made = drawing.get(wanted.key) ?? begin(wanted, askers)
    if (made && !previous) return made
    if (!previous) throw new Refusal('busy')
    const late = new Promise<Painted>((enough) => setTimeout(enough, timeoutMs, previous).unref())
    return made ? Promise.race([made.catch(() => previous), late]) : previous
  }
}
