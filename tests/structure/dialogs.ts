// Which dialogs the product has: each place that draws one, by its file and the function around it.
import { at, list, type Node, nameOf, parse, within } from './ast.ts'
import type { Source } from './source.ts'

/** What draws a dialog for others, who say what is in it. */
const parts = new Set([
  'client/ui/actions/dialog.tsx',
  'client/ui/actions/confirm-dialog.tsx',
  'client/lib/actions/action-dialog.tsx',
  'client/group/answers/bulk-dialog.tsx',
])

const drawn = (node: Node) => within(node).flatMap((one) => (one.type === 'JSXOpeningElement' ? [nameOf(at(one, 'name'))] : []))

/** What a top-level statement declares. */
function declared(statement: Node): string {
  const declaration = at(statement, 'declaration') ?? statement
  return nameOf(at(declaration, 'id')) || nameOf(at(list(declaration, 'declarations')[0] ?? declaration, 'id'))
}

/** `file function`, one for each that draws a dialog; not the gallery, which is no part of the product. */
export function dialogsIn({ file, text, imports }: Pick<Source, 'file' | 'text' | 'imports'>): string[] {
  if (!file.startsWith('client/') || !file.endsWith('.tsx') || file.startsWith('client/ui/') || parts.has(file)) return []
  const froms = new Set(imports.map(({ to }) => to).filter((to) => parts.has(to)))
  if (froms.size === 0) return []
  return list(parse(file, text), 'body').flatMap((statement) =>
    drawn(statement).some((name) => /^(Confirm|Action|Bulk)?Dialog$/.test(name)) ? [`${file} ${declared(statement)}`] : [],
  )
}

/** Other ways to draw one than our part. */
export const otherDialogs = ({ file, text, imports }: Pick<Source, 'file' | 'text' | 'imports'>): boolean =>
  /^client\/.*\.tsx$/.test(file) &&
  file !== 'client/ui/actions/dialog-window.tsx' &&
  (imports.some(({ to }) => to === 'radix-ui/dialog' || to === 'radix-ui/alert-dialog') ||
    /<dialog\b|role="(alert)?dialog"|Command\.Dialog|showModal\(/.test(text))
