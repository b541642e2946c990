// The built client as the server needs it to draw pages (R81): the page around them, what they draw with, and which files their script needs.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import * as z from 'zod/mini'
import type { Settings } from '#protocol/settings.ts'

/** Draws the page at `path` as nobody sees it; `first` is what the client will find beside it. */
export type Draw = (path: string, first?: object) => string

/** Loads what the client's build left in `folder` for drawing (client/server-entry.tsx). */
export async function openDrawing(folder: string, settings: Settings): Promise<Draw | undefined> {
  const file = join(folder, 'pages.js')
  if (!existsSync(file)) return undefined
  const module = (await import(pathToFileURL(file).href)) as { openDrawing: (settings: Settings) => Promise<Draw> }
  return module.openDrawing(settings)
}

const Manifest = z.record(z.string(), z.object({ file: z.string(), imports: z.optional(z.array(z.string())) }))

/** The client's sources whose chunks a page's first load needs besides the shell. */
export const pageSources = {
  '/rsvp': ['rsvp/rsvp-page.tsx'],
  '/': ['home/site-shell.tsx', 'home/landing-page.tsx'],
  '/pricing': ['home/site-shell.tsx', 'plan/pricing-page.tsx'],
} as const
export type DrawnPage = keyof typeof pageSources

/** Reads which files the pages need: their script then doesn't wait until the shell has found that out. */
export function filesOfPages(clientFolder: string): (page: DrawnPage) => string[] {
  const path = join(clientFolder, '.vite/manifest.json')
  const manifest = existsSync(path) ? Manifest.parse(JSON.parse(readFileSync(path, 'utf8'))) : {}
  const filesOf = (source: string): string[] => {
    const { file, imports = [] } = manifest[source] ?? {}
    return file ? [`/${file}`, ...imports.flatMap(filesOf)] : []
  }
  return (page) => [...new Set(pageSources[page].flatMap(filesOf))]
}

/** Reads the stylesheet that the built page links to; its addresses begin at the root, so it may stand anywhere. */
export function styleOf(clientFolder: string, page: string): string {
  const href = /<link rel="stylesheet"[^>]*href="([^"]+)"/.exec(page)?.[1]
  return href ? readFileSync(join(clientFolder, href), 'utf8') : ''
}
