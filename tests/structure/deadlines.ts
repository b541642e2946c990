// The deadlines that tests have of their own: none is so short that a busy machine could miss it.
import { at, list, type Node, nameOf, parse, within } from './ast.ts'
import type { Check } from './checks.ts'

const leastMs = 120_000

/** `test`, `describe.each(…)`, `expect.poll`: the names in front of what is called. */
function calledBy(node: Node | undefined): string[] {
  if (node?.type === 'MemberExpression') return [...calledBy(at(node, 'object')), nameOf(at(node, 'property'))]
  return node?.type === 'CallExpression' ? calledBy(at(node, 'callee')) : [nameOf(node)]
}
const isWait = (names: readonly string[]) => /^(test|it|describe)$/.test(names[0] ?? '') || names.at(-1) === 'poll'

/** The numbers that say how long at most: a `timeout` among the options, or the argument behind the work. */
const limitsOf = (argument: Node): Node[] =>
  argument.type === 'ObjectExpression'
    ? list(argument, 'properties').flatMap((one) => (nameOf(at(one, 'key')) === 'timeout' ? (at(one, 'value') ?? []) : []))
    : [argument]

/** How soon something comes is no deadline (tests/kit/world/pace.ts). */
export const ownDeadlines: Check = (sources) =>
  sources
    .filter(({ file }) => /^tests\/.*\.test\.tsx?$/.test(file))
    .flatMap(({ file, text }) =>
      within(parse(file, text))
        .filter((node) => node.type === 'CallExpression' && isWait(calledBy(at(node, 'callee'))))
        .flatMap((node) => list(node, 'arguments').slice(1).flatMap(limitsOf))
        .filter(({ value }) => typeof value === 'number' && value < leastMs)
        .map(({ value }) => `${file} has a deadline of its own of ${String(value)} ms`),
    )
