// The built client as the server needs it to draw pages (R81): the page around them, what they draw with, and which files their script needs.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import * as z from 'zod/mini'
import type { Settings } from '#protocol/kernel/settings.ts'
import type { DrawnClock, ZoneData } from '#protocol/kernel/time/clocks.ts'
import { aheadByNewest } from '#server/kernel/calendar/zone-data.ts'

/** Draws the page at `path` as nobody sees it; `first` is what the client will find beside it, and so is `clock`, where drawing notes what the clock says (R234). */
export type Draw = (path: string, first?: object, clock?: DrawnClock) => string

/** Loads the file that the client's build left for drawing. */
export async function openDrawing(file: string, settings: Settings): Promise<Draw> {
  const module = (await import(pathToFileURL(file).href)) as { openDrawing: (settings: Settings, zoneData: ZoneData) => Promise<Draw> }
  return module.openDrawing(settings, aheadByNewest)
}

const Manifest = z.record(z.string(), z.object({ file: z.string(), imports: z.optional(z.array(z.string())) }))

/** The client's sources whose chunks a page's first load needs besides the shell. */
export const pageSources = {
  '/rsvp': ['rsvp/rsvp-page.tsx'],
  // R161: where it asks questions.
  '/rsvp/asking': ['rsvp/rsvp-page.tsx', 'rsvp/questions/questions-part.tsx'],
  // R123: for a reader who has answered.
  '/rsvp/own': ['rsvp/rsvp-page.tsx', 'rsvp/card/state-card.tsx', 'rsvp/card/below-card.tsx'],
  // R151
  '/rsvp/event': ['several/several-page.tsx'],
  '/': ['app.tsx', 'home/landing-page.tsx'],
  '/pricing': ['app.tsx', 'plan/pricing-page.tsx'],
} as const
export type DrawnPage = keyof typeof pageSources

/** Gives the files that these sources of the client need. */
export type FilesOf = (sources: readonly string[]) => string[]

/** Reads which files the pages need: their script then doesn't wait until the shell has found that out. */
export function filesOfPages(clientFolder: string): FilesOf {
  const path = join(clientFolder, '.vite/manifest.json')
  const manifest = existsSync(path) ? Manifest.parse(JSON.parse(readFileSync(path, 'utf8'))) : {}
  const filesOf = (source: string, named: ReadonlySet<string> = new Set()): string[] => {
    const { file, imports = [] } = manifest[source] ?? {}
    if (!file || named.has(source)) return []
    return [`/${file}`, ...imports.flatMap((one) => filesOf(one, new Set([...named, source])))]
  }
  return (sources) => [...new Set(sources.flatMap((source) => filesOf(source)))]
}

/** Gives the files of each drawn page. */
export const filesOfDrawn = (filesOf: FilesOf): Readonly<Record<DrawnPage, readonly string[]>> => ({
  '/rsvp': filesOf(pageSources['/rsvp']),
  '/rsvp/asking': filesOf(pageSources['/rsvp/asking']),
  '/rsvp/own': filesOf(pageSources['/rsvp/own']),
  '/rsvp/event': filesOf(pageSources['/rsvp/event']),
  '/': filesOf(pageSources['/']),
  '/pricing': filesOf(pageSources['/pricing']),
})

/** What an organizer's page needs besides its own file, which nothing else names before the shell runs. */
const around = ['app.tsx', 'lib/auth-check.ts']
const board = ['group/tabs/roles-panel.tsx']
const organizerPages: readonly (readonly [path: RegExp, sources: readonly string[]])[] = [
  [/^\/dashboard$/, ['event/dashboard/dashboard-page.tsx']],
  [/^\/create$/, ['event/create/create-page.tsx']],
  [/^\/event\/[^/]+$/, ['event/page/event-page.tsx', ...board]],
  [/^\/group\/[^/]+$/, ['event/page/group-page.tsx', ...board]],
]

/** Gives the built page with the files named that the page at `path` needs: they come right after the shell and what the page asks for early, and none waits for another. */
export function namingFiles(page: string, filesOf: FilesOf): (path: string) => string {
  const pages = organizerPages.map(([path, sources]) => ({ path, page: withPreloads(page, filesOf([...around, ...sources])) }))
  return (at) => pages.find(({ path }) => path.test(at))?.page ?? page
}

const withPreloads = (page: string, files: readonly string[]) => {
  const links = files
    .filter((file) => !page.includes(`"${file}"`))
    .map((file) => `<link rel="modulepreload" fetchpriority="low" crossorigin href="${file}">`)
  return page.replace('</head>', `${links.join('')}</head>`)
}

/** Reads the stylesheet that the built page links to; its addresses begin at the root, so it may stand anywhere. */
export function styleOf(clientFolder: string, page: string): string {
  const href = /<link rel="stylesheet"[^>]*href="([^"]+)"/.exec(page)?.[1]
  return href ? readFileSync(join(clientFolder, href), 'utf8') : ''
}
