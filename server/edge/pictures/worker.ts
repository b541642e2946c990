// The thread that decodes uploaded pictures: the main one goes on answering meanwhile, and what a picture takes of memory goes with it.
import { setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import { type PictureOrder, writeAnew } from './reencode.ts'

// Linux lowers this thread alone, other systems the whole process.
if (process.platform === 'linux') setPriority(10)

parentPort?.on('message', ({ id, order }: { id: number; order: PictureOrder }) => {
  void writeAnew(order).then((made) => parentPort?.postMessage({ id, made }))
})
