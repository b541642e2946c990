// A thread that makes one thing of each request, while the main one goes on answering. It begins with the first, and again after it has ended.
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'

/** What takes this long has come to a stop; the first of a thread has its start in it, which reads all that it needs. */
const [timeoutMs, firstTimeoutMs] = [10_000, 60_000]

export interface Answer<Made> {
  readonly id: number
  readonly made?: Made
  readonly failure?: string
}
interface PendingRequest<Made> {
  readonly done: (made: Made) => void
  readonly failed: (error: Error) => void
}
interface Program {
  /** The folder of its source. */
  readonly folder: string
  readonly source: string
  /** Built, its file lies beside the server. */
  readonly built: string
  /** What it is started with. */
  readonly given?: unknown
  /** How long it stays with nothing to do; for good by default. */
  readonly idleMs?: number
}

/** Runs the thread from its sources: what translates them has to be asked for inside it. */
const fromSources = (file: string) =>
  `import('tsx/esm/api').then(({ register }) => (register(), import(${JSON.stringify(pathToFileURL(file).href)})))`

const begun = ({ folder, source, built, given }: Program) =>
  import.meta.filename.endsWith('.ts')
    ? new Worker(fromSources(join(folder, source)), { eval: true, workerData: given })
    : new Worker(join(import.meta.dirname, built), { workerData: given })

export function createThread<Order, Made>(program: Program) {
  const waiting = new Map<number, PendingRequest<Made>>()
  let thread: Worker | undefined
  let idle: NodeJS.Timeout | undefined
  let ids = 0
  let hasBegun = false
  const end = (why: Error) => {
    void thread?.terminate()
    thread = undefined
    for (const { failed } of waiting.values()) failed(why)
    waiting.clear()
  }
  const begin = () => {
    const one = begun(program)
    hasBegun = false
    one.on('message', ({ id, made, failure }: Answer<Made>) => {
      hasBegun = true
      const asked = waiting.get(id)
      waiting.delete(id)
      if (failure === undefined) asked?.done(made as Made)
      else asked?.failed(new Error(failure))
    })
    one.on('error', (error) => one === thread && end(error))
    one.unref() // a server that stops doesn't wait for it
    return one
  }
  return async (order: Order): Promise<Made> => {
    clearTimeout(idle)
    thread ??= begin()
    const id = ++ids
    const slow = setTimeout(() => end(new Error('It took too long')), hasBegun ? timeoutMs : firstTimeoutMs).unref()
    thread.postMessage({ id, order })
    return new Promise<Made>((done, failed) => waiting.set(id, { done, failed })).finally(() => {
      clearTimeout(slow)
      const isDone = waiting.size === 0 && program.idleMs !== undefined
      if (isDone) idle = setTimeout(() => end(new Error('Nothing to do')), program.idleMs).unref()
    })
  }
}
