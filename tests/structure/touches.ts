// Which globals a file mentions, and which members of them: `fetch`, `process.env`, `Date.now`, `new Date()`.
import { at, list, type Node, nameOf, within } from './ast.ts'
import type { Import } from './imports.ts'

/** `a.b.c` for such a chain of names; '' in front where it starts from something without a name. */
function dotted(node: Node | undefined): string {
  if (node?.type === 'MemberExpression') return `${dotted(at(node, 'object'))}.${nameOf(at(node, 'property'))}`
  return node?.type === 'Identifier' ? nameOf(node) : ''
}

/** What a single node mentions. */
function mentions(node: Node): string[] {
  if (node.type === 'Identifier' || node.type === 'MemberExpression') return [dotted(node)]
  if (node.type === 'NewExpression') return list(node, 'arguments').length === 0 ? [`new ${dotted(at(node, 'callee'))}()`] : []
  if (node.type === 'CallExpression') return [`${dotted(at(node, 'callee'))}()`]
  const from = dotted(at(node, 'init'))
  const pattern = at(node, 'id')
  if (node.type !== 'VariableDeclarator' || !from || pattern?.type !== 'ObjectPattern') return []
  return list(pattern, 'properties').map((property) => `${from}.${nameOf(at(property, 'key'))}`)
}

const isOfImport = ({ type }: Node) => /^(Import|ExportAll)/.test(type) && type !== 'ImportExpression'

/** Whether a node is more than a label: no import name, no key, no property behind a dot. */
function isSpoken(node: Node, parent: Node): boolean {
  if (isOfImport(node)) return false
  const isLabeled = parent.computed !== true && parent.shorthand !== true
  return !isLabeled || node !== (at(parent, 'property') ?? at(parent, 'key'))
}

/** Lists what a file mentions; names taken from a Node module count as members of it, under whatever name they go here. */
export function touchesOf(tree: Node, imports: readonly Import[]): Set<string> {
  const modules = new Map<string, string>()
  for (const node of within(tree).filter(({ type }) => type === 'ImportDeclaration')) {
    const module = nameOf(at(node, 'source')).replace(/^node:/, '')
    for (const one of list(node, 'specifiers')) if (one.type !== 'ImportSpecifier') modules.set(nameOf(at(one, 'local')), module)
  }
  const said = within(tree, isSpoken)
    .flatMap(mentions)
    .map((text) => text.replace(/^(new )?(globalThis|window|self)\./, '$1'))
  const renamed = said.map((text) => text.replace(/^\w+(?=\.)/, (first) => modules.get(first) ?? first))
  const taken = imports.flatMap(({ to, values }) => values.map((name) => `${to.replace(/^node:/, '')}.${name}`))
  return new Set([...renamed, ...taken])
}
