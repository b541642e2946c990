// Long: each schema and parser is given the longest texts.
// Texts that make a regular expression, a schema or a parser go back and forth: none of them may take long for what a body can hold.
import { readdirSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { tokenize } from 'linkifyjs'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { asText } from '#client/lib/files/csv-cells.ts'
import { readLine } from '#client/people/free-text.ts'
import { api } from '#protocol/api.ts'
import { post } from '#protocol/kernel/endpoint.ts'
import { bearerOf } from '#server/edge/http/request.ts'
import { tokensOf } from '#server/edge/live/handshake.ts'
import { renderEmail } from '#server/kernel/emails/layout.ts'
import { unlinked, unlinkedText } from '#server/kernel/emails/names.ts'
import { shortReason } from '#server/kernel/refuse.ts'
import { limitKey } from '#server/people/http/limits.ts'
import { proofsOf } from '#server/people/identity/cookies.ts'
import { expressions, expressionsIn, longTexts, slowTexts, timeOf } from '../kit/hostile/expressions.ts'
import { planted, textPlaces } from '../kit/hostile/texts.ts'
import { inTime, onTime } from '../kit/world/pace.ts'
import { slower } from '../kit/world/yardstick.ts'

const timeout = 300_000
/** A body holds four times as much; what takes four times as long for twice the text takes seconds for so much. */
const mostCharacters = 60_000
const longMs = () => 150 * slower()

test('S1, S4 pace: no regular expression of the product takes long for any text made against it', { ...onTime, timeout }, () => {
  const all = expressions()
  const slow = all.flatMap((one) => slowTexts(one, mostCharacters, longMs()).map((text) => `${one.name}: ${text}`))
  inTime(slow)
  expect(all.length).toBeGreaterThan(100)
})

test.each([
  ['doubles with each character', '/^(a+)+$/'],
  ['doubles with each part', '/^(?:\\w+\\s?)*$/'],
  ['takes the square', '/[^\\s<>]+@[^\\s<>]+/g'],
  ['takes the square at its end', '/-+$/'],
  ['takes the cube', '/^.*,.*,.*,x$/'],
])('S4 pace: control: an expression that %s is found', (_, written) => {
  const [found] = expressionsIn('planted.ts', `export const planted = ${written}`)
  expect(found && slowTexts(found, mostCharacters, longMs())).toHaveLength(1)
})

/** Which places of these calls take long to be judged, for texts as long as a body. */
function slowPlaces(calls: Parameters<typeof textPlaces>[0], characters: number): string[] {
  const texts = longTexts(characters)
  return textPlaces(calls).flatMap(({ name, endpoint, place }) => {
    const slow = texts.find((text) => timeOf(() => z.safeParse(endpoint.input as never, planted(place, text)), longMs()) >= longMs())
    return slow === undefined ? [] : [`${name}: ${JSON.stringify(slow.slice(0, 12))}`]
  })
}

test('S1, S4 pace: no schema of the contract takes long to judge a text that fills a body, wherever it stands', {
  ...onTime,
  timeout,
}, () => {
  inTime(slowPlaces(api, 250_000))
  expect(textPlaces(api).length).toBeGreaterThan(100)
})

test('S4 pace: control: a schema that takes the square of it is found', () => {
  const square = z.strictObject({ link: z.string().check(z.regex(/\s+$/)) })
  expect(slowPlaces({ planted: { take: post('/planted', square, z.object({})) } }, mostCharacters)).toHaveLength(1)
})

/** They make schemas out of a table, once, when the server starts. */
const ofTables = new Set(['shown', 'created', 'edited', 'drafted'])
/** Every function of the contract that takes one value, given a text. */
async function ofContract(): Promise<[string, (text: string) => unknown][]> {
  const files = readdirSync('protocol', { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'))
  const modules = await Promise.all(files.map((name) => import(pathToFileURL(`protocol/${name}`).href) as Promise<Record<string, unknown>>))
  return modules.flatMap((module, nth) =>
    Object.entries(module)
      .filter(
        (entry): entry is [string, (text: string) => unknown] =>
          typeof entry[1] === 'function' && entry[1].length === 1 && !ofTables.has(entry[0]),
      )
      .map(([name, parse]): [string, (text: string) => unknown] => [`protocol/${files[nth]} ${name}`, parse]),
  )
}
/** What else reads what somebody typed or sent, and how much of it there may be. */
const parsers: readonly (readonly [name: string, characters: number, parse: (text: string) => unknown])[] = [
  ['names in emails', 250_000, unlinked],
  ['texts in emails', 250_000, unlinkedText],
  ['why something failed', 250_000, shortReason],
  ['an email', 10_000, (text) => renderEmail({ subject: text, blocks: [{ p: text }, { link: 'https://x.test', label: text }] })],
  ['an address', 16_000, limitKey],
  ['a credential', 16_000, bearerOf],
  ['cookies', 16_000, (cookie) => proofsOf({ cookie, 'sec-fetch-site': 'same-origin' }, 'http://rolecall.test', () => true)],
  ['a handshake', 250_000, (token) => tokensOf({ token })],
  ['a pasted line', 100_000, readLine],
  ['links in a text', 5_000, tokenize],
  ['a cell of an exported file', 5_000, asText],
]

/** What takes long for which text; that it says no to one is another matter. */
function slowParsers(all: typeof parsers): string[] {
  return all.flatMap(([name, characters, parse]) => {
    const attempt = (text: string) => {
      try {
        parse(text)
      } catch {
        // A text isn't what it takes.
      }
    }
    const slow = longTexts(characters).find((text) => timeOf(() => attempt(text), longMs()) >= longMs())
    return slow === undefined ? [] : [`${name}: ${JSON.stringify(slow.slice(0, 12))}`]
  })
}

test('S1, S4 pace: nothing that reads a text takes long for it, in the contract or elsewhere; control', {
  ...onTime,
  timeout,
}, async () => {
  const all = [...parsers, ...(await ofContract()).map(([name, parse]) => [name, 60_000, parse] as const)]
  inTime(slowParsers(all))
  expect(all.length).toBeGreaterThan(25)
  const trimmed = (text: string) => text.replace(/\s+$/, '')
  expect(slowParsers([['by hand', mostCharacters, trimmed]])).toHaveLength(1)
})
