// A real spreadsheet program (LibreOffice Calc, Debian's libreoffice-calc-nogui) that opens a file as a double click would, and what it found in it.
import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Where it is, if this machine has it: `npm run test:all` looks for it, and installs it where it may. */
export const calc = [
  process.env.CALC_PATH ?? '',
  ...['soffice', 'localc'].flatMap((name) => (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, name))),
].find((file) => existsSync(file))

export interface Cell {
  readonly text: string
  /** What it takes the cell for: 'string', 'float', 'date'. */
  readonly type?: string
  readonly formula?: string
}

const entities: Readonly<Record<string, string>> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&apos;': "'", '&amp;': '&' }
const plain = (xml: string) =>
  xml
    .replace(/<text:s(?: text:c="(\d+)")?\/>/g, (_, count: string | undefined) => ' '.repeat(Number(count ?? 1)))
    .replace(/<[^>]*>/g, '')
    .replace(/&(?:lt|gt|quot|apos|amp);|&#x?[0-9a-f]+;/gi, (one) => entities[one] ?? one)

/** The cells of a flat OpenDocument sheet, row by row; those that repeat, once. */
const rowsOf = (sheet: string): Cell[][] =>
  [...sheet.matchAll(/<table:table-row[^>]*>(.*?)<\/table:table-row>/gs)].map(([, row = '']) =>
    [...row.matchAll(/<table:table-cell([^>]*?)(?:\/>|>(.*?)<\/table:table-cell>)/gs)].map(([, attributes = '', content = '']) => {
      const formula = /table:formula="([^"]*)"/.exec(attributes)?.[1]
      const type = /office:value-type="([^"]*)"/.exec(attributes)?.[1]
      return { text: plain(content), ...(type !== undefined && { type }), ...(formula !== undefined && { formula: plain(formula) }) }
    }),
  )

/** Opens each of these files as they are; gives each one's rows. */
async function openedAs(kind: 'csv' | 'xlsx', files: readonly (string | Uint8Array)[], filter: readonly string[]): Promise<Cell[][][]> {
  const folder = mkdtempSync(join(tmpdir(), 'rolecall-calc-'))
  try {
    const names = files.map((content, nth) => {
      const name = join(folder, `${nth}.${kind}`)
      writeFileSync(name, content)
      return name
    })
    const user = `-env:UserInstallation=${pathToFileURL(join(folder, 'user')).href}`
    const args = ['--headless', '--norestore', user, ...filter, '--convert-to', 'fods', '--outdir', folder, ...names]
    await run(calc ?? 'soffice', args, { timeout: 120_000 })
    return names.map((name) => rowsOf(readFileSync(name.replace(/\w+$/, 'fods'), 'utf8')))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Opens CSV files, cells parted as somebody in another country has them parted: quoted by ", in UTF-8, from line 1, formulas evaluated as they would be by whoever opens it. */
export const opened = (files: readonly string[], parting: ',' | ';' | '\t') =>
  openedAs('csv', files, [`--infilter=CSV:${parting.charCodeAt(0)},34,76,1,,0,false,true,false,false,false,-1,true`])

/** Opens workbooks. */
export const openedBooks = (files: readonly Uint8Array[]) => openedAs('xlsx', files, [])
