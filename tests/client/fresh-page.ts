// Files share a worker and its window: each begins with the product's modules as a page that was just opened has them, with an empty window, and on one day.
import { vi } from 'vitest'
import { morning } from '../kit/world/clock.ts'
import type {} from './group-live.ts'

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
