// Files share a worker and its window: each begins with the product's modules as a page that was just opened has them, with an empty window, and on one day.
import { setImmediate as turn } from 'node:timers/promises'
import { afterAll, vi } from 'vitest'
import { morning } from '../kit/world/clock.ts'
import type {} from './group-live.ts'

/** What a worker keeps from file to file: its window as the first one found it, and the timers of the page that is open. */
const worker = globalThis as { asOpened?: ReadonlyMap<string, unknown>; timers?: Timers }
interface Timers {
  isOpen: boolean
  /** Stops those that still run: a page that is gone has none. */
  clear(): void
}

/** Libraries keep the functions that they found when they were loaded, so these are put there once for all files. */
function watchTimers(): Timers {
  const running = new Set<ReturnType<typeof setTimeout>>()
  const timers = {
    isOpen: true,
    clear() {
      for (const timer of running) clearTimeout(timer) // one of setInterval too
      running.clear()
    },
  }
  for (const name of ['setTimeout', 'setInterval'] as const) {
    const set = globalThis[name] as (work: (...args: unknown[]) => void, ms?: number, ...args: unknown[]) => ReturnType<typeof setTimeout>
    const watched = (...timer: Parameters<typeof set>) => {
      const id = set(...timer)
      if (timers.isOpen) running.add(id)
      else clearTimeout(id)
      return id
    }
    globalThis[name] = Object.defineProperties(watched, Object.getOwnPropertyDescriptors(set)) as never
  }
  return timers
}
worker.timers ??= watchTimers()
const { timers } = worker
timers.isOpen = true

/** What React still has to do, it does while there is a window, and no timer goes on: after the last file of a worker there is none. Registered first, this runs last. */
afterAll(async () => {
  await window.happyDOM.abort()
  timers.clear()
  for (let turns = 0; turns < 5; turns++) await turn()
  timers.isOpen = false
  timers.clear()
})

/** The lines that this file's pages have opened: a page that is gone tries its line no more. */
const lines: { disconnect(): unknown }[] = []
vi.mock('socket.io-client', async (original) => {
  const real = await original<typeof import('socket.io-client')>()
  const io = (...how: Parameters<typeof real.io>) => {
    const line = real.io(...how)
    lines.push(line)
    return line
  }
  return { ...real, io }
})
afterAll(() => {
  for (const line of lines) line.disconnect()
})

/** What this file's modules listen to on the window and its document ends with it: those of a page that is gone would go on answering to its events. */
for (const target of [window, document]) {
  const add: typeof target.addEventListener = target.addEventListener.bind(target)
  const heard: [type: string, listener: EventListenerOrEventListenerObject, options?: boolean | AddEventListenerOptions][] = []
  target.addEventListener = (...listening: (typeof heard)[number]) => {
    heard.push(listening)
    add(...listening)
  }
  afterAll(() => {
    target.addEventListener = add
    for (const [type, listener, options] of heard) target.removeEventListener(type, listener, options)
  })
}

/** The window's names, and its values that are no objects, as they were before the first file of this worker. */
const values = () =>
  new Map(
    Object.entries(Object.getOwnPropertyDescriptors(globalThis)).map(([name, { get, value }]) => [
      name,
      (get ?? Object(value) === value) ? 'object' : value,
    ]),
  )
worker.asOpened ??= values().set('asOpened', 'object').set('timers', 'object')
/** What libraries keep there for themselves: React, and the reader of PDF files. */
const isOwn = (name: string) => name.startsWith('__') || /^(IS_REACT_ACT_ENVIRONMENT|Iterator|Path2D|_?pdfjs\w+)$/.test(name)
afterAll(() => {
  vi.unstubAllGlobals()
  const left = [...values()].filter(([name, value]) => !isOwn(name) && !Object.is(worker.asOpened?.get(name), value))
  if (left.length > 0) throw new Error(`left to the files that come after: ${left.map(([name]) => name).join(', ')}`)
})

await window.happyDOM.abort()
vi.useRealTimers()
vi.setSystemTime(morning) // it stands still until a test sets it
vi.unstubAllGlobals()
vi.resetModules()
localStorage.clear()
sessionStorage.clear()
for (const element of [document.head, document.body]) element.replaceChildren()
for (const element of [document.documentElement, document.body])
  for (const name of element.getAttributeNames()) element.removeAttribute(name)
window.happyDOM.setURL('http://localhost:3000/')
