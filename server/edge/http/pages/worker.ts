// The thread that makes pages: the main one goes on answering meanwhile.
import { setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import type { PressGiven } from './render-thread.ts'
import { openDrawing } from './renderer.ts'
import { make, type Sheet } from './sheet.ts'

// Linux lowers this thread alone, other systems the whole process.
if (process.platform === 'linux') setPriority(10)

const { stock, drawnWith, settings } = workerData as PressGiven
const drawing = openDrawing(drawnWith, settings)

async function answer(id: number, sheet: Sheet) {
  try {
    const made = make(stock, sheet, await drawing)
    parentPort?.postMessage({ id, made })
  } catch (error) {
    parentPort?.postMessage({ id, failure: String(error) })
  }
}
parentPort?.on('message', ({ id, order }: { id: number; order: Sheet }) => void answer(id, order))
