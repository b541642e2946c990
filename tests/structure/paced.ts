// What is judged by speed waits for `npm run test:all`, says `pace:` in its title, and is a ratio (tests/kit/world/pace.ts): nothing compares times itself.
import { isOf, suiteOf } from '../tiers.ts'
import { at, list, type Node, nameOf, parse, within } from './ast.ts'
import type { Check } from './checks.ts'

const verdict = /^(within|times|fair|alike|inTime)$/
const time = /^(\w+(Ms|Seconds)|took|waited|elapsed|gap|delays?|lag|timed?|timeOf|median|percentile|p9\d|(longest|slowest|soonest)\w*)$/
const rate = /^(turnsOf|throughput|rate|\w*PerSecond|perSecond)$/

const isLate = (file: string) => /\.test\.tsx?$/.test(file) && !isOf('fast', suiteOf(file), file)
const calls = (node: Node) => within(node).filter(({ type }) => type === 'CallExpression')
const names = (node: Node) =>
  within(node)
    .filter(({ type }) => type === 'Identifier')
    .map(nameOf)

/** The first name of `test.each(…)(…)`, and whether it goes through `poll`: that waits, and judges nothing. */
function begun(node: Node | undefined): string {
  if (node?.type === 'MemberExpression') return nameOf(at(node, 'property')) === 'poll' ? '' : begun(at(node, 'object'))
  return node?.type === 'CallExpression' ? begun(at(node, 'callee')) : nameOf(node)
}

/** Whether an expectation says of a time that it is short, or of a rate that it is high: what takes long enough does so on a slow machine too. */
function judges(call: Node): boolean {
  const callee = at(call, 'callee')
  const [, which] = /^toBe(Less|Greater)Than(?:OrEqual)?$/.exec(nameOf(callee && at(callee, 'property'))) ?? []
  if (!which || begun(callee) !== 'expect') return false
  const said = names(call)
  return said.some((name) => (which === 'Less' ? time : rate).test(name)) || (which === 'Less' && said.includes('performance'))
}

/** As it is written, with its quotes. */
function titleOf(text: string, call: Node): string {
  const [title] = list(call, 'arguments')
  return title ? text.slice(title.start, title.end) : ''
}

export const paced: Check = (sources) =>
  sources
    .filter(({ file }) => isLate(file))
    .flatMap(({ file, text, imports }) => {
      const all = calls(parse(file, text))
      const verdicts = imports.flatMap(({ to, values }) =>
        to === 'tests/kit/world/pace.ts' ? values.filter((one) => verdict.test(one)) : [],
      )
      const bare = all
        .filter((call) => /^(test|it)$/.test(begun(at(call, 'callee'))) && list(call, 'arguments').length > 1)
        .filter((call) => calls(call).some((one) => verdicts.includes(nameOf(at(one, 'callee')))))
        .map((call) => titleOf(text, call))
        .filter((title) => !/\bpace: /.test(title))
      return [
        ...bare.map((title) => `${file} judges by speed, and doesn't say so: ${title}`),
        ...all.filter(judges).map((call) => `${file} judges by speed without a ratio: ${text.slice(call.start, call.end)}`),
      ]
    })
