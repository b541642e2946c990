// The texts of a source file that people may read: what strings, templates and JSX say.
import { nameOf, parse, within } from './ast.ts'

/** Names of the program: codes, fields, paths, styles. */
const isName = (text: string) => /^[a-z#./][\w\-./]*$/.test(text)

export function textsIn(file: string, source: string): string[] {
  return within(parse(file, source))
    .flatMap((node) => {
      if (node.type === 'TemplateElement') return [source.slice(node.start, node.end).replace(/^[`}]|(`|\$\{)$/g, '')]
      return node.type === 'Literal' || node.type === 'JSXText' ? [nameOf(node)] : []
    })
    .map((text) => text.replace(/\s+/g, ' ').trim())
    .filter((text) => !isName(text))
}
