// Every regular expression of the product, found in its syntax trees, and the texts on which one that goes back and forth takes long.
import { readdirSync, readFileSync } from 'node:fs'
import { analyse } from 'scslre'
import { at, list, type Node, nameOf, parse, within } from '../../structure/ast.ts'

export interface Expression {
  /** Such as 'server/kernel/refuse.ts /a+b/g'. */
  readonly name: string
  readonly pattern: RegExp
}

/** What a text that is put together says; what only a running server knows is a letter. */
function textOf(node: Node | undefined, named: ReadonlyMap<string, Node>): string {
  if (node?.type === 'Literal') return nameOf(node)
  if (node?.type === 'Identifier' && named.has(nameOf(node))) return textOf(named.get(nameOf(node)), named)
  const isRaw = node?.type === 'TaggedTemplateExpression'
  const template = isRaw ? at(node, 'quasi') : node
  if (template?.type !== 'TemplateLiteral') return 'x'
  const holes = list(template, 'expressions').map((hole) => textOf(hole, named))
  const parts = (template.quasis as { value: { raw: string; cooked: string } }[]).map(({ value }) => (isRaw ? value.raw : value.cooked))
  return parts.map((part, nth) => part + (holes[nth] ?? '')).join('')
}

/** The regular expressions of a file, those that are put together (`new RegExp`) too. */
export function expressionsIn(file: string, text: string): Expression[] {
  const nodes = within(parse(file, text))
  const named = new Map(
    nodes.flatMap((node) => (node.type === 'VariableDeclarator' ? [[nameOf(at(node, 'id')), at(node, 'init') ?? node]] : [])),
  )
  return nodes.flatMap((node) => {
    const isBuilt = node.type === 'NewExpression' && nameOf(at(node, 'callee')) === 'RegExp'
    const [source, given] = isBuilt ? list(node, 'arguments') : []
    const built = isBuilt && { pattern: textOf(source, named), flags: nameOf(given) }
    const found = built || (node.regex as { pattern: string; flags: string } | null | undefined)
    if (!found) return []
    const { pattern, flags } = found
    return [{ name: `${file} /${pattern}/${flags}`, pattern: new RegExp(pattern, flags) }]
  })
}

/** Those of all that is served: the server, the contract, and what browsers run. */
export const expressions = (): Expression[] =>
  ['protocol', 'server', 'client'].flatMap((top) =>
    readdirSync(top, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name))
      .sort()
      .flatMap((name) => expressionsIn(`${top}/${name}`, readFileSync(`${top}/${name}`, 'utf8'))),
  )

/** Those whose syntax shows that they take more than so many steps for each character of some text: the square, or worse. */
export const steep = (all: readonly Expression[]): string[] =>
  all.flatMap(({ name, pattern }) =>
    analyse(pattern).reports.map(({ type, exponential }) => `${name} ${exponential ? 'doubles' : 'squares'} (${type})`),
  )

const common = ['a', 'A', '0', ' ', '\t', '\n', '.', '@', '-', '_', '"', '<', '/', 'é', '\u200b', 'a.', 'a@', '1.', ' \n']
export const longTexts = (length: number): string[] => common.flatMap((unit) => [repeated(unit, length), `${repeated(unit, length)}\u0000`])
const repeated = (unit: string, length: number) => unit.repeat(Math.ceil(length / unit.length)).slice(0, length)

/** Texts made of what an expression itself is made of: its words at the front, its characters over and over, and an end that fits nothing. */
export function* textsAgainst({ source }: RegExp, length: number): Generator<string> {
  const plain = source.replace(/\\[pPu]\{[^}]*\}|\\./g, ' ')
  const own = [...new Set(plain.replace(/[\\^$*+?()[\]{}|]/g, ''))].slice(0, 12)
  const words = (plain.match(/[\p{L}:/<"@=]{2,}/gu) ?? []).slice(0, 2)
  const pairs = own.slice(0, 6).flatMap((one) => own.slice(0, 6).map((other) => one + other))
  for (const start of ['', ...words])
    for (const unit of [...common, ...own, ...pairs, ...words]) yield `${start}${repeated(unit, length)}\u0000`
}

function timed(work: () => unknown): number {
  const began = performance.now()
  work()
  return performance.now() - began
}
/** How long it takes in ms: the least of three where that is rather long, since the machine may have had something else to do. */
export function timeOf(work: () => unknown, longMs: number): number {
  const first = timed(work)
  return first < longMs || first > 5 * longMs ? first : Math.min(first, timed(work), timed(work))
}

/** Short texts take nothing worth mentioning, on a slow machine either. */
const shortMs = 150

/** What of `texts` an expression takes long for: first short ones, since one that doubles with each character would never come back from a long one. */
export function slowTexts({ pattern }: Expression, length: number, longMs: number): string[] {
  for (const size of [26, 1_000, 4_000, length].filter((one) => one <= length))
    for (const text of textsAgainst(pattern, size)) {
      const mostMs = size < length ? shortMs : longMs
      const ms = timeOf(() => text.replace(pattern, ''), mostMs)
      if (ms >= mostMs) return [`${Math.round(ms)} ms for ${JSON.stringify(text.slice(0, 12))} at ${size}`]
    }
  return []
}
