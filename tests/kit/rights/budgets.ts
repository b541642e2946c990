// R243: the budgets there are, found in the server's sources: objects that say how much, or how many, of something there may be.
import { at, list, type Node, nameOf, parse, within } from '#tests/structure/ast.ts'

const isNumber = ({ type, value }: Node) => type === 'Literal' && typeof value === 'number'
/** Whether all that an object holds, however deep, may be a number. */
const isOfAmounts = (node: Node): boolean =>
  node.type === 'ObjectExpression'
    ? list(node, 'properties').every((one) => isOfAmounts(at(one, 'value') ?? one))
    : isNumber(node) || /^(Binary|Unary|Call)Expression$|^Identifier$/.test(node.type)
/** One that only counts begins at nothing, and a record says nothing by itself. */
const isBudget = (node: Node) =>
  node.type === 'ObjectExpression' && isOfAmounts(node) && within(node).some((one) => isNumber(one) && Number(one.value) > 0)

const keysOf = (node: Node) => list(node, 'properties').map((one) => nameOf(at(one, 'key')))
/** What the amounts of a budget are called, wherever it is made. */
const telling = /^(of(One|Address|All)|waiting|share|ownersShare|atOnce|\w+(PerAddress|OfAll|PerMinute))$/

/** A const of a module, without what only TypeScript reads of it. */
function constsOf(statement: Node) {
  const declared = statement.type === 'ExportNamedDeclaration' ? at(statement, 'declaration') : statement
  const bare = (node: Node): Node => (/^TS(As|Satisfies)/.test(node.type) ? bare(at(node, 'expression') ?? node) : node)
  return list(declared, 'declarations').flatMap((one) => {
    const value = at(one, 'init')
    return value ? [{ name: nameOf(at(one, 'id')), node: bare(value) }] : []
  })
}

/** The amounts of a file's budgets as `name.key`: of each that is a const of the module, and of those made elsewhere by what they are called. */
export function budgetsIn(file: string, text: string): string[] {
  const program = parse(file, text)
  const named = list(program, 'body')
    .flatMap(constsOf)
    .filter(({ node }) => isBudget(node))
  const known = new Set(named.flatMap(({ node }) => within(node)))
  const others = within(program).filter((node) => !known.has(node) && isBudget(node) && keysOf(node).some((key) => telling.test(key)))
  const nameless = others.map((node) => ({ name: file, node }))
  return [...named, ...nameless].flatMap(({ name, node }) => keysOf(node).map((key) => `${name}.${key}`))
}
