// What a file imports, however it is written: import, re-export, import() and the import of a type.
import { posix } from 'node:path'
import { at, list, type Node, nameOf, within } from './ast.ts'

/** `*` stands for every name. An import that only runs a file has neither values nor types. */
export interface Import {
  /** A path from the top folder, or a package as it was written (`node:fs`, `hono/html`). */
  readonly to: string
  readonly written: string
  readonly values: readonly string[]
  readonly types: readonly string[]
  /** Nothing of it is left when the program runs. */
  readonly isTypeOnly: boolean
}

function target(file: string, written: string): string {
  const bare = written.replace(/\?.*$/, '')
  if (bare.startsWith('#')) return bare.slice(1)
  return bare.startsWith('.') ? posix.join(posix.dirname(file), bare) : bare
}

/** The name a specifier takes from the other file. */
function taken(specifier: Node): string {
  if (specifier.type === 'ImportSpecifier') return nameOf(at(specifier, 'imported'))
  if (specifier.type === 'ExportSpecifier') return nameOf(at(specifier, 'local'))
  return specifier.type === 'ImportDefaultSpecifier' ? 'default' : '*'
}

const isType = (node: Node) => node.importKind === 'type' || node.exportKind === 'type'

/** Reads a declaration with a list of names. */
function declared(node: Node): Pick<Import, 'values' | 'types' | 'isTypeOnly'> {
  const specifiers = list(node, 'specifiers')
  const whole = node.type === 'ExportAllDeclaration' ? ['*'] : []
  const types = specifiers.filter((one) => isType(node) || isType(one)).map(taken)
  const values = specifiers.filter((one) => !isType(node) && !isType(one)).map(taken)
  if (isType(node)) return { values, types: [...whole, ...types], isTypeOnly: true }
  return { values: [...whole, ...values], types, isTypeOnly: types.length > 0 && values.length === 0 }
}

/** Lists the imports of a file, type imports included. */
export function importsOf(file: string, tree: Node): Import[] {
  return within(tree).flatMap((node) => {
    const written = nameOf(at(node, 'source'))
    if (!written) return []
    const place = { to: target(file, written), written }
    if (node.type === 'ImportExpression') return [{ ...place, values: ['*'], types: [], isTypeOnly: false }]
    if (node.type === 'TSImportType') return [{ ...place, values: [], types: ['*'], isTypeOnly: true }]
    return [{ ...place, ...declared(node) }]
  })
}
