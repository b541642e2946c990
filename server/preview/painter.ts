// Gives out pictures: each drawn once, by a thread that is there only while there is something to draw, behind a short queue.
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'
import { Refusal } from '../refuse.ts'
import type { PictureFacts } from './picture.ts'

/** Gives the PNG of `facts`, kept under `key`. Refuses `busy` while too many wait. */
export type Paint = (key: string, facts: PictureFacts) => Promise<Uint8Array>

const mostWaiting = 16
const mostKept = 100
const idleMs = 60_000
/** A picture takes 40 ms, the first one half a second: what takes this long has come to a stop. */
const patienceMs = 10_000

interface Answer {
  readonly id: number
  readonly png?: Uint8Array
  readonly failure?: string
}

/** Runs the thread from its sources: what translates them has to be asked for inside it. */
const fromSources = `import('tsx/esm/api').then(({ register }) => (register(), import(process.getBuiltinModule('worker_threads').workerData)))`

/** Built, the thread's file lies beside the server. */
const openThread = () =>
  import.meta.filename.endsWith('.ts')
    ? new Worker(fromSources, { eval: true, workerData: pathToFileURL(join(import.meta.dirname, 'worker.ts')).href })
    : new Worker(join(import.meta.dirname, 'preview.js'))

interface Waiting {
  readonly done: (png: Uint8Array) => void
  readonly failed: (error: Error) => void
}

function openWorker() {
  const waiting = new Map<number, Waiting>()
  let thread: Worker | undefined
  let idle: NodeJS.Timeout | undefined
  let ids = 0
  const end = (why: Error) => {
    void thread?.terminate()
    thread = undefined
    for (const { failed } of waiting.values()) failed(why)
    waiting.clear()
  }
  const begin = () => {
    const begun = openThread()
    begun.on('message', ({ id, png, failure }: Answer) => {
      const one = waiting.get(id)
      waiting.delete(id)
      if (png) one?.done(png)
      else one?.failed(new Error(failure))
    })
    begun.on('error', (error) => begun === thread && end(error))
    begun.unref() // a server that stops doesn't wait for a picture
    return begun
  }
  return {
    isFull: () => waiting.size >= mostWaiting,
    async draw(facts: PictureFacts): Promise<Uint8Array> {
      clearTimeout(idle)
      thread ??= begin()
      const id = ++ids
      const slow = setTimeout(() => end(new Error('The picture took too long')), patienceMs).unref()
      thread.postMessage({ id, facts })
      return new Promise<Uint8Array>((done, failed) => waiting.set(id, { done, failed })).finally(() => {
        clearTimeout(slow)
        if (waiting.size === 0) idle = setTimeout(() => end(new Error('Nothing to draw')), idleMs).unref()
      })
    },
  }
}

/** Opens a painter; its thread begins with the first picture. */
export function openPainter(): Paint {
  const worker = openWorker()
  const kept = new Map<string, Promise<Uint8Array>>()
  return (key, facts) => {
    const before = kept.get(key)
    if (before) return before
    if (worker.isFull()) throw new Refusal('busy')
    const made = worker.draw(facts)
    kept.set(key, made)
    const [oldest] = kept.keys()
    if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest)
    made.catch(() => kept.delete(key))
    return made
  }
}
