// The thread that draws: the main one goes on answering meanwhile.
import { parentPort } from 'node:worker_threads'
import { draw } from './draw.ts'
import type { PictureFacts } from './picture.ts'

parentPort?.on('message', ({ id, facts }: { id: number; facts: PictureFacts }) => {
  draw(facts).then(
    (png) => parentPort?.postMessage({ id, png }),
    (error: unknown) => parentPort?.postMessage({ id, failure: String(error) }),
  )
})
