// The architecture picture of the README: drawn from the imports between rooms, and compared with them.
import type { Source } from './source.ts'

/** The rooms of the picture: the first one that matches a file is where the file belongs. */
const rooms: readonly [id: string, label: string, files: RegExp][] = [
  ['protocol', 'protocol: the contract', /^protocol\//],
  ['assembly', 'assembly: main, app, operations/engine', /^server\/(?:main|app|operations\/engine)\.ts$/],
  [
    'ground',
    'below all: ports, store port, services, refuse, config',
    /^server\/(?:ports\/|store\/store\.ts|(?:services|refuse|config)\.ts)/,
  ],
  ['http', 'http', /^server\/http\//],
  ['live', 'live', /^server\/live\//],
  ['identity', 'identity', /^server\/identity\//],
  ['write', 'write', /^server\/write\//],
  ['emails', 'emails', /^server\/emails\//],
  ['jobs', 'jobs', /^server\/jobs\//],
  ['operations', 'operations', /^server\/operations\//],
  ['backup', 'backup', /^server\/backup\//],
  ['store', 'store: engines, collections', /^server\/store\//],
  ['features', 'features: access, event, rsvp …', /^server\/[a-z-]+\//],
  ['ui', 'ui', /^client\/ui\//],
  ['lib', 'lib', /^client\/lib\//],
  ['records', 'records', /^client\/records\//],
  ['home', 'home', /^client\/home\//],
  ['screens', 'features: access, event, rsvp …', /^client\/[a-z-]+\//],
  ['page', 'main, app: assembly', /^client\//],
]

const roomOf = (file: string) => rooms.find(([, , files]) => files.test(file))?.[0]

/** Lists the imports between rooms, as `from --> to`; `from -.-> to` where only types are imported. */
export function edgesFound(sources: readonly Source[]): string[] {
  const isTypeOnlyByPair = new Map<string, boolean>()
  for (const { file, imports } of sources) {
    const from = roomOf(file)
    for (const { to: target, isTypeOnly } of imports) {
      const to = roomOf(target)
      if (!from || !to || from === to) continue
      const pair = `${from} ${to}`
      isTypeOnlyByPair.set(pair, isTypeOnly && isTypeOnlyByPair.get(pair) !== false)
    }
  }
  return [...isTypeOnlyByPair].map(([pair, isTypeOnly]) => pair.replace(' ', isTypeOnly ? ' -.-> ' : ' --> ')).sort()
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

const boxes = (folder: string) =>
  rooms.filter(([, , files]) => files.source.startsWith(`^${folder}`)).map(([id, label]) => `    ${id}["${label}"]`)

/** Draws the picture as a Mermaid flowchart. */
export const picture = (sources: readonly Source[]): string =>
  [
    'flowchart TD',
    '  subgraph client',
    ...boxes('client'),
    '  end',
    '  subgraph server',
    ...boxes('server'),
    '  end',
    ...boxes('protocol').map((line) => line.slice(2)),
    ...edgesFound(sources).map((edge) => `  ${edge}`),
  ].join('\n')

const marked = /(<!-- picture -->)[\s\S]*?(<!-- \/picture -->)/

/** The block between the README's marks; throws where there is none, so that no missing picture passes for a right one. */
export function pictureIn(readme: string): string {
  const [block] = marked.exec(readme) ?? []
  if (!block) throw new Error('README.md has no picture between its marks')
  return block
}

/** The README with the picture drawn again. */
export const withPicture = (readme: string, sources: readonly Source[]): string =>
  readme.replace(marked, (_, before: string, after: string) => `${before}\n\n\`\`\`mermaid\n${picture(sources)}\n\`\`\`\n\n${after}`)
