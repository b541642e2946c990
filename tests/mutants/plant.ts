// Where a planted fault goes: the file and the function by name, then one small piece of code by its structure. How the code is laid out, what stands
// around it and in which folder the file lies doesn't matter.
import { visitorKeys } from 'oxc-parser'
import { at, children, list, type Node, nameOf, parse, within } from '../structure/ast.ts'

/** A change of one piece of code: it is left out, or other code stands instead, in which `$` is the piece itself. */
export interface Change {
  readonly piece: string
  readonly by?: string
  /** The piece stands in a text of the code: SQL, or a sentence. */
  readonly isText?: boolean
}

/**
 * Leaves out a piece of code. Of a condition the rest stays, of a list the other elements; a statement goes as a whole, and an `if` or a loop with what only it did.
 * In a piece `_` stands for any code, or as the last of a list for all the rest.
 */
export const without = (piece: string): Change => ({ piece })
/** Puts other code in the place of a piece. */
export const instead = (piece: string, by: string): Change => ({ piece, by })
/** Changes some words of a text in the code. */
export const reworded = (piece: string, by: string): Change => ({ piece, by, isText: true })

/** The declarations of a file by name; the methods of a class too, as `Class.method`. */
function declared(program: Node): [name: string, Node][] {
  const statements = list(program, 'body').map((one) => at(one, 'declaration') ?? one)
  return statements.flatMap((one): [string, Node][] => {
    if (one.type === 'VariableDeclaration') return list(one, 'declarations').map((each) => [nameOf(at(each, 'id')), each])
    const name = nameOf(at(one, 'id'))
    const members = list(at(one, 'body'), 'body').map((each): [string, Node] => [`${name}.${nameOf(at(each, 'key'))}`, each])
    return one.type === 'ClassDeclaration' ? [[name, one], ...members] : [[name, one]]
  })
}

const isAny = (node: Node | undefined) => node?.type === 'Identifier' && node.name === '_'
const said = ['name', 'value', 'operator', 'computed', 'optional', 'kind', 'raw'] as const
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value

/** Whether a node has the structure of a piece. */
function isLike(piece: unknown, node: unknown): boolean {
  if (Array.isArray(piece) && Array.isArray(node)) {
    const isOpen = isAny(piece.at(-1))
    const [wanted, there] = isOpen ? [piece.slice(0, -1), node.slice(0, piece.length - 1)] : [piece, node]
    return wanted.length === there.length && wanted.every((one, n) => isLike(one, there[n]))
  }
  if (!isNode(piece) || !isNode(node)) return (piece ?? null) === (node ?? null)
  if (isAny(piece)) return true
  const isSame = said.every((field) => isNode(piece[field]) || JSON.stringify(piece[field]) === JSON.stringify(node[field]))
  return piece.type === node.type && isSame && (visitorKeys[piece.type] ?? []).every((key) => isLike(piece[key], node[key]))
}

/** Around a statement, an expression, what stands in an object, and what stands in a list. */
const frames = [
  ['async () => { ', ' }'],
  ['void (async () => (', '))'],
  ['({ ', ' })'],
  ['[', ']'],
] as const

/** The structure of a piece, wherever such a piece may stand. */
function structureOf(piece: string): Node[] {
  const found = frames.flatMap(([before, after]) => {
    try {
      return within(parse('piece.ts', before + piece + after)).find(({ start }) => start === before.length) ?? []
    } catch {
      return []
    }
  })
  // `a()` alone is an expression wherever it stands.
  return found.map((node) => (node.type === 'ExpressionStatement' ? (at(node, 'expression') ?? node) : node))
}

interface Place {
  readonly node: Node
  readonly parents: readonly Node[]
}

function placesIn(node: Node, fits: (node: Node) => boolean, parents: readonly Node[] = []): Place[] {
  const own = fits(node) ? [{ node, parents }] : []
  return [...own, ...children(node).flatMap((child) => placesIn(child, fits, [...parents, node]))]
}

/** What goes where a piece is left out: from where to where, and what stays of it. */
function leftOut({ node, parents }: Place, text: string): [from: number, to: number, stays: string] {
  const parent = parents.at(-1)
  const up = () => leftOut({ node: parent as Node, parents: parents.slice(0, -1) }, text)
  if (!parent) throw new Error('nothing is left')
  if (/^(ExpressionStatement|ParenthesizedExpression|AwaitExpression|ThrowStatement|ChainExpression)$/.test(parent.type)) return up()
  if (parent.type.startsWith('For') || (parent.type === 'IfStatement' && !parent.alternate)) return up()
  if (parent.type === 'IfStatement') return [node.start, node.end, '{}']
  if (parent.type === 'LogicalExpression') {
    const other = (at(parent, 'left') === node ? at(parent, 'right') : at(parent, 'left')) as Node
    return [parent.start, parent.end, text.slice(other.start, other.end)]
  }
  const after = /^\s*,?[ \t]*/.exec(text.slice(node.end))?.[0].length ?? 0
  const isStatement = /Statement$|Declaration$/.test(node.type)
  return [node.start, node.end + (isStatement ? 0 : after), '']
}

/** Puts a change into the text of a file; says what is wrong where the function isn't there, or the piece not exactly once. */
export function changed(text: string, file: string, symbol: string, { piece, by, isText }: Change): string {
  const [, root] = declared(parse(file, text)).find(([name]) => name === symbol) ?? []
  if (!root) throw new Error(`${file} has no ${symbol}`)
  const of = ({ start, end }: Node) => text.slice(start, end)
  const wanted = isText ? [] : structureOf(piece)
  const fits = isText
    ? (node: Node) => /^(Literal|TemplateElement)$/.test(node.type) && of(node).includes(piece)
    : (node: Node) => wanted.some((one) => isLike(one, node))
  const places = placesIn(root, fits)
  const [place] = places
  if (!place || places.length > 1) throw new Error(`${piece} stands ${places.length} times in ${symbol} of ${file}, not once`)
  const { node } = place
  if (by === undefined) {
    const [from, to, stays] = leftOut(place, text)
    return text.slice(0, from) + stays + text.slice(to)
  }
  const after = isText ? of(node).replace(piece, () => by) : by.replaceAll('$', () => of(node))
  return text.slice(0, node.start) + after + text.slice(node.end)
}
