// Has pages made by a thread of its own, where there is something to draw them with.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Settings } from '#protocol/kernel/settings.ts'
import { createThread } from '#server/edge/preview/thread.ts'
import type { PageAssets, RenderedPage, Sheet } from './sheet.ts'
import { make } from './sheet.ts'

/** Makes a page. */
export type RenderPage = (sheet: Sheet) => Promise<RenderedPage>

export interface PressGiven {
  readonly stock: PageAssets
  /** The file of the client's build that pages are drawn with (client/server-entry.tsx). */
  readonly drawnWith: string
  readonly settings: Settings
}

/** While one works on the client there is no such file: nothing is drawn ahead then. */
export function createPress(stock: PageAssets, folder: string | undefined, settings: Settings): RenderPage {
  const drawnWith = join(folder ?? '', 'pages.js')
  if (folder === undefined || !existsSync(drawnWith)) return async (sheet) => make(stock, sheet)
  const given: PressGiven = { stock, drawnWith, settings }
  return createThread<Sheet, RenderedPage>({ folder: import.meta.dirname, source: 'worker.ts', built: 'pages.js', given })
}
