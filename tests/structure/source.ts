// A source file with all that the structure test judges it by.
import { readdirSync, readFileSync } from 'node:fs'
import { parse } from './ast.ts'
import { type Func, functionsOf } from './functions.ts'
import { type Import, importsOf } from './imports.ts'
import { touchesOf } from './touches.ts'

export interface Source {
  readonly file: string
  readonly text: string
  readonly lines: number
  readonly imports: readonly Import[]
  readonly functions: readonly Func[]
  readonly touches: ReadonlySet<string>
}

const isCode = (file: string) => /\.(ts|tsx|mjs)$/.test(file)

/** Reads one file; `file` is its path from the top folder. Style sheets have text and lines only. */
export function readSource(file: string, text: string): Source {
  const lines = text.split('\n').length - Number(text.endsWith('\n'))
  if (!isCode(file)) return { file, text, lines, imports: [], functions: [], touches: new Set() }
  const tree = parse(file, text)
  const imports = importsOf(file, tree)
  return { file, text, lines, imports, functions: functionsOf(text, tree), touches: touchesOf(tree, imports) }
}

/** Reads all that is ours: product, tests and scripts. */
export function ownSources(): Source[] {
  const folders = ['protocol', 'server', 'client', 'tests', 'scripts']
  const inFolders = folders.flatMap((top) => readdirSync(top, { recursive: true, encoding: 'utf8' }).map((name) => `${top}/${name}`))
  const files = [...inFolders, 'vite.config.ts', 'vitest.config.ts'].map((file) => file.replaceAll('\\', '/'))
  return files
    .filter((file) => isCode(file) || file.endsWith('.css'))
    .sort()
    .map((file) => readSource(file, readFileSync(file, 'utf8')))
}
