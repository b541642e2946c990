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

export function children(node: Node): Node[] {
  const found: Node[] = []
  for (const key of visitorKeys[node.type] ?? []) {
    const value = node[key]
    if (Array.isArray(value)) found.push(...value.filter(isNode))
    else if (isNode(value)) found.push(value)
  }
  return found
}

/** The node and all below it that `enters` lets in, in the order of the text. Kept in one list: the structure test looks through a million nodes. */
export function within(node: Node, enters = (_child: Node, _parent: Node) => true, found: Node[] = []): Node[] {
  found.push(node)
  for (const child of children(node)) if (enters(child, node)) within(child, enters, found)
  return found
}

/** The text of an identifier, a key or a string; '' for anything else. */
export function nameOf(node: Node | undefined): string {
  const name = node?.name ?? node?.value
  return typeof name === 'string' ? name : ''
}
