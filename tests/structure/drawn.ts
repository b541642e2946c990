// Pages that the server draws (R81): a part that comes late is either there when it draws, or drawn by the browser alone. Otherwise the server leaves a hole,
// and the browser draws what stands around it a second time.
import { at, children, type Node, nameOf, parse } from './ast.ts'
import type { Check } from './checks.ts'
import type { Source } from './source.ts'

const drawing = 'client/server-entry.tsx'
/** What it draws first; the parts that are ready then come on top. */
const pages = ['rsvp/rsvp-page', 'several/several-page', 'brand/brand-shell', 'home/landing-page', 'plan/pricing-page']

const named = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, name = '']) => name)
/** Parts by their names, with the files that they come in. */
const partsIn = ({ text, imports }: Source) =>
  [...text.matchAll(/\bconst (\w+) = loadPage(?:<[^=]*?>)?\(\s*\(\) => import\('([^']+)'\)/g)].flatMap(([, name = '', written]) =>
    imports.filter((one) => one.written === written).map(({ to }) => [name, to] as const),
  )

/** Those that are waited for before anything is drawn: there, or in a function that is called there. */
function readyIn(sources: readonly Source[]): Set<string> {
  const text = sources.find(({ file }) => file === drawing)?.text ?? ''
  const called = new Set(named(text, /\b(\w+Ready)\(\)/g))
  const isReady = /\b(\w+)\.ready\(\)/g
  const within = sources.flatMap((one) =>
    [...one.text.matchAll(/^export const (\w+Ready) = \(\) => (.*)$/gm)].flatMap(([, name = '', body = '']) =>
      called.has(name) ? named(body, isReady) : [],
    ),
  )
  return new Set([...named(text, isReady), ...within])
}

/** The files that are there at once: what somebody imports, and not only when it is wanted. */
function loadedWith(roots: readonly string[], sources: readonly Source[]): Source[] {
  const all = new Map(sources.map((one) => [one.file, one]))
  const found = new Set<Source>()
  const add = (file: string) => {
    const one = all.get(file)
    if (!one || found.has(one)) return
    found.add(one)
    const late = new Set(named(one.text, /\bimport\(\s*'([^']+)'/g))
    for (const { to, written, isTypeOnly } of one.imports) if (!isTypeOnly && !late.has(written)) add(to)
  }
  for (const file of roots) add(file)
  return [...found]
}

/** All that must be so for `node` to be drawn: the names in what is joined by "and". */
function conjuncts(node: Node | undefined): string[] {
  if (node?.type === 'LogicalExpression')
    return node.operator === '&&' ? [...conjuncts(at(node, 'left')), ...conjuncts(at(node, 'right'))] : []
  if (node?.type === 'BinaryExpression') return node.operator === '!==' ? [nameOf(at(node, 'left'))] : []
  return node?.type === 'Identifier' ? [nameOf(node)] : []
}

/** Names that are false where the server draws, and when the browser takes the page over. */
const closedIn = (text: string) =>
  new Set([
    'isHydrated',
    ...named(text, /\bconst (\w+) = isHydrated && /g),
    ...named(text, /\bconst \[(\w+), \w+\] = useState(?:<[^=;]*>)?\((?:false|null|undefined)?\)/g),
  ])

function drawnIn(node: Node, given: readonly string[]): [name: string, given: readonly string[]][] {
  const element = node.type === 'JSXOpeningElement' ? at(node, 'name') : undefined
  const isPart = element?.type === 'JSXMemberExpression' && nameOf(at(element, 'property')) === 'Component'
  const own = element && isPart ? [[nameOf(at(element, 'object')), given] as [string, readonly string[]]] : []
  const [asked, meant] =
    node.type === 'ConditionalExpression'
      ? [at(node, 'test'), at(node, 'consequent')]
      : node.type === 'LogicalExpression' && node.operator === '&&'
        ? [at(node, 'left'), at(node, 'right')]
        : []
  return [...own, ...children(node).flatMap((child) => drawnIn(child, child === meant ? [...given, ...conjuncts(asked)] : given))]
}

/** R81: on pages that the server draws each part that comes late is ready there, or waits until the browser has taken the page over. */
export const drawnWhole: Check = (sources) => {
  const client = sources.filter(({ file }) => file.startsWith('client/'))
  const parts = new Map(client.flatMap(partsIn))
  const ready = readyIn(client)
  const roots = [...pages.map((page) => `client/${page}.tsx`), ...[...ready].flatMap((name) => parts.get(name) ?? [])]
  return loadedWith(roots, client).flatMap(({ file, text }) => {
    if (!text.includes('.Component')) return []
    const closed = closedIn(text)
    return drawnIn(parse(file, text), [])
      .filter(([name, given]) => parts.has(name) && !ready.has(name) && !given.some((one) => closed.has(one)))
      .map(([name]) => `${file} draws ${name}, which the server doesn’t have, before the browser has taken the page over`)
  })
}
