// The tests of a file by their titles: the first argument of every `test`, `it` and `describe`, also behind `.each(...)`.
import { at, list, type Node, nameOf, parse, within } from './ast.ts'

const isTest = (node: Node | undefined): boolean =>
  node !== undefined &&
  (/^(test|it|describe)$/.test(nameOf(node)) || isTest(at(node, 'object')) || isTest(at(node, 'callee')) || isTest(at(node, 'tag')))

/** Each with all of its text. */
export const testsIn = (file: string, text: string): { readonly title: string; readonly text: string }[] =>
  within(parse(file, text))
    .filter((node) => node.type === 'CallExpression' && isTest(at(node, 'callee')))
    .flatMap((node) => {
      const [title] = list(node, 'arguments')
      const whole = text.slice(node.start, node.end)
      if (title?.type === 'TemplateLiteral') return { title: text.slice(title.start + 1, title.end - 1), text: whole }
      return title?.type === 'Literal' ? { title: nameOf(title), text: whole } : []
    })
