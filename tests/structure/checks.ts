// What the structure test asks of the sources. Each check answers its complaints; none means that all is well.
import type { Import } from './imports.ts'
import { map, pureValues, type Row } from './map.ts'
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

/** Paths into another top folder go through the `imports` of package.json. */
export const namedPaths: Check = (sources) =>
  sources.flatMap(({ file, imports }) => {
    const strays = imports.filter(({ to, written }) => written.startsWith('.') && isOurs(to) && to.split('/')[0] !== file.split('/')[0])
    const hasName = ({ to }: Import) => /^(protocol|server|client|tests)\//.test(to)
    return file.includes('/') ? strays.filter(hasName).map(({ to, written }) => `${file} says ${written} instead of #${to}`) : []
  })

// 19 of the server since a group's own times (R141, R142), the groups of an event (R140), who comes along (R170) and the
// door (R185) have rules of their own, beside those of 15 other subjects of the seats.
const mostFiles = { server: 19, client: 20, protocol: 15 } as const

/** A room of the server holds at most 19 files, one of protocol/ 15 and a folder of the client 20, beside their sub-folders. */
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
  ['the environment', /^(protocol|server)\//, /^process\.env$/, /^server\/kernel\/config\.ts$/],
  ['the environment', /^client\//, /^process(\.|$)/, /^$/],
  ['the time', /^(protocol|server)\//, /^(Date\.now|new Date\(\)|Date\(\))$/, /^server\/kernel\/ports\//],
  ['chance', /^(protocol|server)\//, chance, /^server\/kernel\/ports\//],
  // In Node 20 it is wrong about ü once it was called often.
  ['URL.canParse, for which there is urlOf', /^(protocol|server|client)\//, /^URL\.canParse$/, /^$/],
  // The key of what a door keeps is made and held by the browser: no text of ours ever has it.
  ['chance', /^client\//, chance, /^client\/(lib\/new-key|door\/offline\/box)\.ts$/],
  // What a door keeps is only kept where there is https, and asks for it first.
  ['what browsers lack over plain HTTP', /^client\//, /^crypto\.(randomUUID|subtle)/, /^client\/(door\/offline\/|lib\/files\/door-box)/],
  ['the network', /^client\//, request, /^client\/lib\/(call|prefetched-call|actions\/upload-call)\.ts$/],
]

/** Time, chance, the environment and the network are touched in one place each. */
export const reservedTouches: Check = (sources) =>
  sources.flatMap(({ file, touches }) =>
    reserved
      .filter(([, who, , where]) => who.test(file) && !where.test(file))
      .flatMap(([what, , touch]) => [...touches].filter((one) => touch.test(one)).map((one) => `${file} reaches for ${what}: ${one}`)),
  )

// The text, the workbook, and the menu that names the files.
const writers = /^client\/lib\/files\/(csv-cells\.ts|workbook\.ts|export-menu\.tsx)$/
/** R245: tables that somebody opens with a spreadsheet come from one writer of each kind, whose cells are no formulas. */
export const tableWriters: Check = (sources) =>
  sources
    .filter(({ file }) => /^(protocol|server|client|scripts)\//.test(file) && !writers.test(file))
    .filter(({ text }) => /\bunparse\b|["'`]text\/(csv|tab-separated-values)\b|spreadsheetml|(?<![,"])\.(csv|tsv|xlsx)["'`]/.test(text))
    .map(({ file }) => `${file} writes a table by itself`)

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
