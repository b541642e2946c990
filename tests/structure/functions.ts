// How long the functions of a file are, and which of them are components.
import { at, children, type Node, nameOf, within } from './ast.ts'

export interface Func {
  readonly name: string
  /** Where it begins, counted from 1. */
  readonly line: number
  readonly lines: number
  /** It has a capital letter and makes JSX. */
  readonly isComponent: boolean
}

const isFunction = ({ type }: Node) => /^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(type)
const makesJsx = (node: Node) => within(node).some(({ type }) => type === 'JSXElement' || type === 'JSXFragment')
const lineAt = (text: string, offset: number) => text.slice(0, offset).split('\n').length

/** The name that a node gives to a function right inside it, also through a call as in `memo(() => …)`. */
function nameFor(node: Node, inherited: string): string {
  if (node.type === 'CallExpression') return inherited
  return nameOf(at(node, 'id')) || nameOf(at(node, 'key'))
}

/** Lists all functions, nested ones too; one without a name takes that of the variable or key it is kept under. */
export function functionsOf(text: string, node: Node, inherited = ''): Func[] {
  const name = nameFor(node, inherited)
  const inner = children(node).flatMap((child) => functionsOf(text, child, name))
  if (!isFunction(node)) return inner
  const own = nameOf(at(node, 'id')) || inherited || 'a function without a name'
  const [line, last] = [lineAt(text, node.start), lineAt(text, node.end)]
  return [{ name: own, line, lines: last - line + 1, isComponent: /^[A-Z]/.test(own) && makesJsx(node) }, ...inner]
}
