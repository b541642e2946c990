// The thread that draws: the main one goes on answering meanwhile.
import { setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import { draw } from './draw.ts'
import type { DrawnFrom } from './picture.ts'

// Linux lowers this thread alone, other systems the whole process.
if (process.platform === 'linux') setPriority(10)

parentPort?.on('message', ({ id, order }: { id: number; order: DrawnFrom }) => {
  draw(order).then(
    (made) => parentPort?.postMessage({ id, made }),
    (error: unknown) => parentPort?.postMessage({ id, failure: String(error) }),
  )
})
