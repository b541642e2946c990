// The syntax tree of a source file, as far as the structure test reads it.
import { parseSync, visitorKeys } from 'oxc-parser'

export interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [field: string]: unknown
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value

/** Parses a file; throws when it isn't TypeScript, so that no broken file passes for an empty one. */
export function parse(file: string, text: string): Node {
  const { program, errors } = parseSync(file, text)
  if (errors[0]) throw new Error(`${file}: ${errors[0].message}`)
  return program as unknown as Node
}

/** The node in a field; undefined when there is none. */
export const at = (node: Node, field: string): Node | undefined => (isNode(node[field]) ? node[field] : undefined)

/** The nodes in a field that holds a list. */
export const list = (node: Node | undefined, field: string): Node[] => (Array.isArray(node?.[field]) ? node[field].filter(isNode) : [])

export const children = (node: Node): Node[] => (visitorKeys[node.type] ?? []).flatMap((key) => node[key]).filter(isNode)

/** The node and all below it. */
export const within = (node: Node): Node[] => [node, ...children(node).flatMap(within)]

/** The text of an identifier, a key or a string; '' for anything else. */
export function nameOf(node: Node | undefined): string {
  const name = node?.name ?? node?.value
  return typeof name === 'string' ? name : ''
}
