// The house as docs/architecture.md draws it: floors with their rooms, and an arrow where one imports another; drawn from the sources, and compared with them.
import { floors } from './map.ts'
import type { Source } from './source.ts'

/** What is drawn as one box; the first that matches a file is its box. */
const boxes: readonly [id: string, house: string, files: RegExp][] = [
  ...['server', 'protocol'].flatMap((house) =>
    (floors[house] ?? []).flat().map((floor): [string, string, RegExp] => {
      const id = house === 'server' ? floor : `${house}_${floor || 'lists'}`
      return [id, house, new RegExp(`^${house}/${floor && `${floor}/`}`)]
    }),
  ),
  ...['ui', 'lib', 'records'].map((folder): [string, string, RegExp] => [folder, 'client', new RegExp(`^client/${folder}/`)]),
  ['features', 'client', /^client\/[a-z-]+\//],
  ['page', 'client', /^client\/[a-z-]+\.tsx?$/],
]
const boxOf = (file: string) => boxes.find(([, , files]) => files.test(file))?.[0]

/** The boxes that each box imports, and whether of each it takes only types. */
function importsOfBoxes(sources: readonly Source[]): Map<string, Map<string, boolean>> {
  const found = new Map<string, Map<string, boolean>>()
  for (const { file, imports } of sources) {
    const from = boxOf(file)
    for (const { to: target, isTypeOnly } of imports) {
      const to = boxOf(target)
      if (!from || !to || from === to) continue
      const mine = found.get(from) ?? new Map<string, boolean>()
      found.set(from, mine.set(to, isTypeOnly && mine.get(to) !== false))
    }
  }
  return found
}

/** Lists the arrows, as `from --> to`; `from -.-> to` where only types are imported. What an arrow leads on to needs none of its own. */
export function edgesFound(sources: readonly Source[]): string[] {
  const found = importsOfBoxes(sources)
  const leadsTo = (from: string, to: string, past: readonly string[] = []): boolean =>
    [...(found.get(from)?.keys() ?? [])].some((next) => next === to || (!past.includes(next) && leadsTo(next, to, [...past, next])))
  return [...found]
    .flatMap(([from, all]) => {
      const isLedTo = (to: string) => [...all.keys()].some((next) => next !== to && leadsTo(next, to))
      return [...all].filter(([to]) => !isLedTo(to)).map(([to, isTypeOnly]) => `${from} ${isTypeOnly ? '-.->' : '-->'} ${to}`)
    })
    .sort()
}

/** Lists the edges that a Mermaid text draws. */
export const edgesDrawn = (text: string): string[] =>
  [...text.matchAll(/^ *(\w+ (?:-->|-\.->) \w+)$/gm)].map(([, edge = '']) => edge).sort()

/** Says which edges the text lacks, and which it draws without such an import. */
export function wrongEdges(text: string, sources: readonly Source[]): string[] {
  const found = edgesFound(sources)
  const drawn = edgesDrawn(text)
  return [
    ...found.filter((edge) => !drawn.includes(edge)).map((edge) => `not drawn: ${edge}`),
    ...drawn.filter((edge) => !found.includes(edge)).map((edge) => `no such import: ${edge}`),
  ]
}

/** A box with what lies in it, where its name doesn't say it: rooms, nouns, features. */
function drawn(id: string, house: string, sources: readonly Source[]): string {
  const paths = sources.filter(({ file }) => boxOf(file) === id).map(({ file }) => file.split('/'))
  const names = paths.map(([, first = '', second = '']) =>
    (house === 'client' || id === 'protocol_lists' ? first : second).replace(/\.\w+$/, ''),
  )
  const inside = house === 'client' && !['features', 'page'].includes(id) ? [] : [...new Set(names)].sort()
  return `    ${id}["${[id.replace(/^protocol_/, ''), ...(inside.length > 0 ? [inside.join(', ')] : [])].join(': ')}"]`
}

/** Draws the picture as a Mermaid flowchart. */
export const picture = (sources: readonly Source[]): string =>
  [
    'flowchart TD',
    ...['client', 'server', 'protocol'].flatMap((house) => [
      `  subgraph ${house}`,
      ...boxes.filter(([, its]) => its === house).map(([id]) => drawn(id, house, sources)),
      '  end',
    ]),
    ...edgesFound(sources).map((edge) => `  ${edge}`),
  ].join('\n')

const marked = /(<!-- picture -->)[\s\S]*?(<!-- \/picture -->)/

/** The block between the marks; throws where there is none, so that no missing picture passes for a right one. */
export function pictureIn(readme: string): string {
  const [block] = marked.exec(readme) ?? []
  if (!block) throw new Error('There is no picture between its marks')
  return block
}

/** The document with the picture drawn again. */
export const withPicture = (readme: string, sources: readonly Source[]): string =>
  readme.replace(marked, (_, before: string, after: string) => `${before}\n\n\`\`\`mermaid\n${picture(sources)}\n\`\`\`\n\n${after}`)
