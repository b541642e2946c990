// Files share a worker and its window: each begins with the product's modules as a page that was just opened has them, and with an empty window.
import { vi } from 'vitest'
import type {} from './group-live.ts'

await window.happyDOM.abort()
vi.useRealTimers()
vi.unstubAllGlobals()
vi.resetModules()
localStorage.clear()
sessionStorage.clear()
for (const element of [document.head, document.body]) element.replaceChildren()
for (const element of [document.documentElement, document.body])
  for (const name of element.getAttributeNames()) element.removeAttribute(name)
window.happyDOM.setURL('http://localhost:3000/')
