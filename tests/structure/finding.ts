// Names are found in one way (R232): nothing but protocol/kernel/finding/ folds a text to look for another in it, or takes its accents off.
import { at, list, type Node, nameOf, parse, within } from './ast.ts'
import type { Check } from './checks.ts'

const home = 'protocol/kernel/finding/names.ts'
/** Who does something like it, and for what. */
const leave: Readonly<Record<string, string>> = {
  'client/rsvp/answer/use-fold.ts': 'compares roles as they are told apart (R7), in a first load that has no room for more',
  'client/people/table-rows.ts': 'sees whether a full name has the first one',
  'client/people/words.ts': 'reads the headings of columns',
  'client/ui/qr-downloads.tsx': 'names a file',
  'server/people/rules/brand.ts': 'compares what looks alike',
}

const folds = /^(to(Locale)?(Lower|Upper)Case|normalize|folded|wordsOf|\w+Key)$/
const looks = /^(includes|startsWith|endsWith|indexOf|search|match)$/

const calls = (node: Node) => within(node).filter(({ type }) => type === 'CallExpression')
/** What is called: the name of a function, or of a method. */
function called(call: Node): string {
  const callee = at(call, 'callee')
  return nameOf(callee?.type === 'MemberExpression' ? at(callee, 'property') : callee)
}
const isFolded = (node: Node, known: ReadonlySet<string>) =>
  calls(node).some((call) => folds.test(called(call))) || (node.type === 'Identifier' && known.has(nameOf(node)))

/** What a file calls a folded text. */
function foldedNames(all: readonly Node[]): Set<string> {
  const known = all.filter(({ type, init }) => type === 'VariableDeclarator' && init)
  const isText = (node: Node | undefined) => node?.type === 'CallExpression' && folds.test(called(node))
  return new Set(known.filter((one) => isText(at(one, 'init'))).map((one) => nameOf(at(one, 'id'))))
}

function findsIn(file: string, text: string): string[] {
  const all = within(parse(file, text))
  const known = foldedNames(all)
  const found = all.filter((call) => {
    const callee = at(call, 'callee')
    if (call.type !== 'CallExpression' || callee?.type !== 'MemberExpression') return false
    const [first] = list(call, 'arguments')
    if (called(call) === 'normalize') return /^NFK?D$/.test(nameOf(first))
    const object = at(callee, 'object')
    return looks.test(called(call)) && object !== undefined && first !== undefined && isFolded(object, known) && isFolded(first, known)
  })
  return found.map((call) => text.slice(call.start, call.end))
}

/** The end of a range that is made of its start: what begins so. */
function rangesIn(file: string, text: string): string[] {
  const of = (node: Node) => text.slice(node.start, node.end)
  return within(parse(file, text)).flatMap((one) => {
    if (one.type !== 'ObjectExpression') return []
    const fieldOf = (name: string) => {
      const property = list(one, 'properties').find((each) => nameOf(at(each, 'key')) === name)
      return property && at(property, 'value')
    }
    const [from, to] = [fieldOf('from'), fieldOf('to')]
    return from &&
      to &&
      /^(Identifier|TemplateLiteral|(Call|Member)Expression)$/.test(from.type) &&
      within(to).some((part) => of(part) === of(from))
      ? [of(one)]
      : []
  })
}

/** What searches by the beginning of a text in the store. */
const storeHome = 'server/kernel/store/find-words.ts'
export const oneStoreFinder: Check = (sources) =>
  sources
    .filter(({ file }) => file.startsWith('server/') && file !== storeHome)
    .flatMap(({ file, text }) => rangesIn(file, text).map((one) => `${file} searches the store in a way of its own: ${one}`))

export const oneFinder: Check = (sources) =>
  sources
    .filter(({ file }) => /^(client|server|protocol)\/.*\.tsx?$/.test(file) && file !== home && !/\/migrations\//.test(file))
    .flatMap(({ file, text }) => {
      const found = findsIn(file, text)
      if (file in leave) return found.length > 0 ? [] : [`${file} finds nothing: it needs no leave in tests/structure/finding.ts`]
      return found.map((one) => `${file} finds names in a way of its own: ${one}`)
    })
