// Decisions and the code they govern name each other: whoever reads a line learns why, and a decision whose code is gone is found.
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const folder = 'docs/decisions'
const filesIn = (from: string, named: RegExp) =>
  readdirSync(from, { recursive: true, encoding: 'utf8' })
    .map((file) => `${from}/${file.replaceAll('\\', '/')}`)
    .filter((file) => named.test(file))
const textOf = (file: string) => readFileSync(file, 'utf8')

const decisions = filesIn(folder, /\/\d{4}-.*\.md$/).map((file) => ({ name: file.slice(folder.length + 1), text: textOf(file) }))
const code = [
  ...['server', 'client', 'protocol', 'tests', 'scripts', 'deploy'].flatMap((from) =>
    filesIn(from, /\.(tsx?|m?js|css|html|service|conf)$/),
  ),
  'vite.config.ts',
  'vitest.config.ts',
].map(textOf)

const numberOf = ({ name }: { name: string }) => name.slice(0, 4)
const quotedIn = (texts: readonly string[]) => new Set(texts.flatMap((text) => text.match(/(?<=\bdecision )\d{4}\b/g) ?? []))

/** What is wrong with decisions, the list of them, and the code that quotes them. */
function faultsOf(all: typeof decisions, list: string, texts: readonly string[]): string[] {
  const quoted = quotedIn(texts)
  const numbers = all.map(numberOf)
  return [
    ...numbers.filter((number) => !quoted.has(number)).map((number) => `no code quotes ${number}`),
    ...[...quoted].filter((number) => !numbers.includes(number)).map((number) => `there is no ${number}`),
    ...all.filter(({ text }) => !text.includes('**Not chosen.**')).map((one) => `${numberOf(one)} names no other way`),
    ...all
      .filter(({ name, text }) => !list.includes(`- [${name.slice(0, 4)}](${name}) ${/^# (.*)/.exec(text)?.[1]}\n`))
      .map((one) => `${numberOf(one)} is not in the list`),
  ]
}

test('C6 every decision names the way not taken, is in the list, and is quoted by its number from code; every number quoted is there', () => {
  expect(decisions.length).toBeGreaterThan(40)
  expect(faultsOf(decisions, textOf(`${folder}/README.md`), code)).toEqual([])
})

test('C6 control: one that no code quotes, names no other way or is not listed, and a number without a decision, are found', () => {
  const all = [
    { name: '9001-do-this.md', text: '# Do this\n\n**Not chosen.** That.' },
    { name: '9002-do-that.md', text: '# Do that' },
  ]
  // Put together here, or this file would quote them itself.
  const texts = [`// This (decision ${9001}).`, `/** That (R1, decision ${9003}). */`]
  expect(faultsOf(all, '- [9001](9001-do-this.md) Do this\n', texts)).toEqual([
    'no code quotes 9002',
    'there is no 9003',
    '9002 names no other way',
    '9002 is not in the list',
  ])
})
