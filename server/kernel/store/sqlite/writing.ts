// Where the embedded store is written: on this thread, or on one of its own, so that a slow disk holds up only who waits for it (R113, decision 0087).
import { once } from 'node:events'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'
import { StoreUnavailable } from '#server/kernel/store/store.ts'
import type { OpenFile } from './schema.ts'
import { type BatchResult, SqliteWriter, type Step } from './writer.ts'

export interface Writing {
  /** One batch at a time. Rejects where nobody writes any more. */
  write(commits: readonly (readonly Step[])[]): Promise<BatchResult>
  close(): Promise<void>
}

/** Writes over the connection that reads as well. */
export function writeHere({ db }: OpenFile): Writing {
  const writer = new SqliteWriter(db)
  return { write: async (commits) => writer.write(commits), close: async () => writer.forget() }
}

/** Runs the thread from its sources: what translates them has to be asked for inside it. */
const fromSources = `const { workerData } = process.getBuiltinModule('worker_threads')
import('tsx/esm/api').then(({ register }) => (register(), import(${JSON.stringify(pathToFileURL(join(import.meta.dirname, 'thread.ts')).href)})))`

/** Built, the thread's file lies beside the server. */
const openThread = (file: string) =>
  import.meta.filename.endsWith('.ts')
    ? new Worker(fromSources, { eval: true, workerData: file })
    : new Worker(join(import.meta.dirname, 'writer.js'), { workerData: file })

interface SentBatch {
  readonly resolve: (written: BatchResult) => void
  readonly reject: (reason: Error) => void
}

/** Writes over a connection and a thread of its own. `lost` is called where the thread ends by itself: then nothing is written any more. */
export function writeInThread(file: string, lost: (why: Error) => void): Writing {
  const thread = openThread(file)
  let asked: SentBatch | undefined
  let gone: Error | undefined
  let isClosing = false
  const end = (why: Error) => {
    if (gone || isClosing) return
    gone = new StoreUnavailable(`The thread that writes the store has ended (${why.message})`, { cause: why })
    asked?.reject(gone)
    lost(gone)
  }
  thread.on('message', (written: BatchResult) => {
    const one = asked
    asked = undefined
    one?.resolve(written)
  })
  thread.on('error', end)
  thread.on('exit', (code) => end(new Error(`exit code ${code}`)))
  return {
    write: (commits) =>
      new Promise((resolve, reject) => {
        if (gone) return reject(gone)
        asked = { resolve, reject }
        thread.postMessage(commits)
      }),
    async close() {
      if (gone) return
      isClosing = true
      thread.postMessage('close')
      await once(thread, 'exit')
    },
  }
}
