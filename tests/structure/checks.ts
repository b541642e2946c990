// What the structure test asks of the sources. Each check answers its complaints; none means that all is well.
import type { Import } from './imports.ts'
import { featureFile, featureParts, map, pureValues, type Row } from './map.ts'
import type { Source } from './source.ts'

export type Check = (sources: readonly Source[]) => string[]

const isOurs = (to: string) => /^(protocol|server|client|tests|scripts|dist)\/|^(vite|vitest)\.config/.test(to)

/** Whether a row lets such an import pass. */
function isAllowed({ may, types, packages }: Row, { to, isTypeOnly }: Import): boolean {
  if (!isOurs(to)) return packages?.test(to) ?? false
  return may?.test(to) || (isTypeOnly && types?.test(to)) || false
}

/** Whether the server may import these values from anywhere, and the types beside them too. */
function isPure(file: string, row: Row, { to, values, types }: Import): boolean {
  const arePure = values.length > 0 && values.every((name) => pureValues[to]?.includes(name))
  return file.startsWith('server/') && arePure && (types.length === 0 || row.types?.test(to) === true)
}

/** Every import is one the map allows. */
export const allowedImports: Check = (sources) =>
  sources.flatMap(({ file, imports }) => {
    const row = map.find(({ files }) => files.test(file))
    if (!row) return [`${file} is on no row of the map`]
    return imports
      .filter((one) => !isAllowed(row, one) && !isPure(file, row, one))
      .map(({ to, isTypeOnly }) => `${file} -> ${to}${isTypeOnly ? ' (types)' : ''}`)
  })

/** The routes of a feature name the actions of that feature and of no other. */
export const ownActions: Check = (sources) =>
  sources.flatMap(({ file, imports }) => {
    const [, noun, name] = featureFile.exec(file) ?? []
    const strangers = imports.filter(({ to }) => to.endsWith('/actions.ts') && to !== `server/${noun}/actions.ts`)
    return name === 'routes.ts' ? strangers.map(({ to }) => `${file} -> ${to}`) : []
  })

/** Paths into another top folder go through the `imports` of package.json. */
export const namedPaths: Check = (sources) =>
  sources.flatMap(({ file, imports }) => {
    const strays = imports.filter(({ to, written }) => written.startsWith('.') && isOurs(to) && to.split('/')[0] !== file.split('/')[0])
    const hasName = ({ to }: Import) => /^(protocol|server|client|tests)\//.test(to)
    return file.includes('/') ? strays.filter(hasName).map(({ to, written }) => `${file} says ${written} instead of #${to}`) : []
  })

/** A feature holds the parts that the map names and nothing else, and its noun has its file in protocol/. */
export const featureFolders: Check = (sources) => {
  const files = new Set(sources.map(({ file }) => file))
  const allowed = new RegExp(`^(?:${featureParts.join('|')})\\.ts$`)
  return sources.flatMap(({ file }) => {
    const [, noun, name = ''] = featureFile.exec(file) ?? []
    if (!noun) return []
    const stray = allowed.test(name) ? [] : [`${file} is none of ${featureParts.join(', ')}`]
    return files.has(`protocol/${noun}.ts`) ? stray : [...stray, `${file} is of a noun without protocol/${noun}.ts`]
  })
}

/** In `server/` itself lies only what puts the rooms together. */
export const serverTop: Check = (sources) =>
  sources
    .filter(({ file }) => /^server\/[^/]+\.tsx?$/.test(file) && !/\/(main|app|config|services|refuse)\.ts$/.test(file))
    .map(({ file }) => `${file} belongs into a room`)

/** Groups of names that import each other in a circle, found by Tarjan's algorithm for strongly connected components. */
function circlesOf(importsByName: ReadonlyMap<string, readonly string[]>): string[][] {
  const order = new Map<string, number>()
  const lowest = new Map<string, number>()
  const open: string[] = []
  const circles: string[][] = []
  const visit = (name: string) => {
    order.set(name, order.size)
    lowest.set(name, order.size - 1)
    open.push(name)
    for (const to of importsByName.get(name) ?? []) {
      if (!importsByName.has(to)) continue
      if (!order.has(to)) visit(to)
      if (open.includes(to)) lowest.set(name, Math.min(lowest.get(name) ?? 0, lowest.get(to) ?? 0))
    }
    if (lowest.get(name) !== order.get(name)) return
    const circle = open.splice(open.indexOf(name))
    if (circle.length > 1) circles.push(circle.sort())
  }
  for (const name of importsByName.keys()) if (!order.has(name)) visit(name)
  return circles
}

/** No files of the server or of protocol/ import each other in a circle, types included. */
export const noCircles: Check = (sources) => {
  const ours = sources.filter(({ file }) => /^(server|protocol)\//.test(file))
  const importsByFile = new Map(ours.map(({ file, imports }) => [file, imports.map(({ to }) => to)]))
  return circlesOf(importsByFile).map((circle) => `a circle: ${circle.join(', ')}`)
}

/** No two features of the client import each other, however long the way round. `ui` and `lib` are below all of them. */
export const noFeatureCircles: Check = (sources) => {
  const featureOf = (file: string) => /^client\/([a-z-]+)\//.exec(file)?.[1]
  const importsByFeature = new Map<string, string[]>()
  for (const { file, imports } of sources) {
    const feature = featureOf(file)
    if (!feature || feature === 'ui' || feature === 'lib') continue
    const others = imports.flatMap(({ to }) => featureOf(to) ?? []).filter((other) => other !== feature)
    importsByFeature.set(feature, [...(importsByFeature.get(feature) ?? []), ...others])
  }
  return circlesOf(importsByFeature).map((circle) => `features in a circle: ${circle.join(', ')}`)
}

// protocol/ has one file for each noun, and a new noun brings its own.
const mostFiles = { server: 15, client: 20, protocol: 46 } as const

/** A room of the server holds at most 15 files and a folder of the client 20, beside their sub-folders. */
export const folderSizes: Check = (sources) => {
  const counts = new Map<string, number>()
  for (const { file } of sources) {
    const folder = file.slice(0, file.lastIndexOf('/'))
    counts.set(folder, (counts.get(folder) ?? 0) + 1)
  }
  return [...counts].flatMap(([folder, count]) => {
    const most = mostFiles[folder.split('/')[0] as keyof typeof mostFiles] ?? Infinity
    return count > most ? [`${folder} holds ${count} files of ${most}`] : []
  })
}

const chance = /^(Math|crypto|crypto\.webcrypto|webcrypto)\.(random\w*|getRandomValues|generateKey\w*)$/
const request = /^(fetch|XMLHttpRequest|EventSource|WebSocket|navigator\.sendBeacon)$/

/** What only one place may touch: who is looked at, what they mention, and where it may be mentioned. */
const reserved: readonly [what: string, who: RegExp, touch: RegExp, where: RegExp][] = [
  ['the environment', /^(protocol|server)\//, /^process\.env$/, /^server\/config\.ts$/],
  ['the environment', /^client\//, /^process(\.|$)/, /^$/],
  ['the time', /^(protocol|server)\//, /^(Date\.now|new Date\(\)|Date\(\))$/, /^server\/ports\//],
  ['chance', /^(protocol|server)\//, chance, /^server\/ports\//],
  ['chance', /^client\//, chance, /^client\/lib\/new-key\.ts$/],
  ['what browsers lack over plain HTTP', /^client\//, /^crypto\.(randomUUID|subtle)/, /^$/],
  ['the network', /^client\//, request, /^client\/lib\/(early-)?call\.ts$/],
]

/** Time, chance, the environment and the network are touched in one place each. */
export const reservedTouches: Check = (sources) =>
  sources.flatMap(({ file, touches }) =>
    reserved
      .filter(([, who, , where]) => who.test(file) && !where.test(file))
      .flatMap(([what, , touch]) => [...touches].filter((one) => touch.test(one)).map((one) => `${file} reaches for ${what}: ${one}`)),
  )

/** Every file begins with a comment that says why it exists. */
export const firstComments: Check = (sources) =>
  sources
    .filter(({ text }) => !/^(#!.*\n)?(\/\/|\/\*\*?)\s*(\* )?\S.{14,}/.test(text))
    .map(({ file }) => `${file} doesn't say why it exists`)

const isCounted = ({ file }: Source) => /^(protocol|server|client|scripts|tests\/kit)\//.test(file)

/** A file has at most 300 lines. */
export const fileSizes: Check = (sources) =>
  sources.filter((source) => isCounted(source) && source.lines > 300).map(({ file, lines }) => `${file} has ${lines} lines of 300`)

/** Nine of ten files have at most 200 lines. */
export const mostFileSizes: Check = (sources) => {
  const counted = sources.filter(isCounted)
  const long = counted.filter(({ lines }) => lines > 200)
  return long.length * 10 > counted.length ? long.map(({ file, lines }) => `${file} has ${lines} lines, as too many have over 200`) : []
}

/** A function has at most 40 lines, a component 90. */
export const functionSizes: Check = (sources) =>
  sources
    .filter((source) => isCounted(source) && !source.file.startsWith('tests/'))
    .flatMap(({ file, functions }) =>
      functions
        .map((one) => ({ ...one, most: one.isComponent ? 90 : 40 }))
        .filter(({ lines, most }) => lines > most)
        .map(({ name, line, lines, most }) => `${file}:${line} ${name} has ${lines} lines of ${most}`),
    )
