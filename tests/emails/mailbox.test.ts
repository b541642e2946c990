// One mailbox has one spelling, at every call that takes an address (R244), and no name looks empty (R244a).
import { domainToASCII } from 'node:url'
import { describe, expect, test } from 'vitest'
import type { z } from 'zod/mini'
import { api } from '#protocol/api.ts'
import type { Endpoint } from '#protocol/kernel/endpoint.ts'
import { isEmail, normalEmail } from '#protocol/kernel/texts.ts'

const kept = 'ann.lee@xn--bcher-kva.example'
/** Some that differ in the domain, some before the @, and the sign itself. */
const spellings = [
  kept,
  'ann.lee@bücher.example',
  'ann.lee@bu\u0308cher.example',
  'ANN.LEE@BÜCHER.EXAMPLE',
  'ann.lee@XN--BCHER-KVA.example',
  'ann.lee@ｂｕ\u0308ｃｈｅｒ.example',
  'ann.lee@ⓑüⓒher.example',
  'ann.lee@bücher。example',
  'ann.lee@bücher．example',
  'ann.lee@bücher｡example',
  'ann.lee@bü\ufe0fcher.example',
  'ann.lee@bü\u00adch\u200ber.example',
  'ａｎｎ．ｌｅｅ@bücher.example',
  'ⓐnn.lee@bücher.example',
  'an\ufe0fn.lee@bücher.example',
  'ann.lee＠bücher.example',
  '\u2060 ann.lee@bücher.example\ufeff ',
]

interface Found {
  readonly where: string
  readonly field: z.ZodMiniType
}
interface Def {
  readonly type: string
  readonly shape?: Readonly<Record<string, z.ZodMiniType>>
  readonly element?: z.ZodMiniType
  readonly innerType?: z.ZodMiniType
  readonly options?: readonly z.ZodMiniType[]
  readonly in?: z.ZodMiniType
}
/** The fields of an input, however deep, each with the names that lead to it. */
function fieldsOf(where: string, schema: z.ZodMiniType): Found[] {
  const { shape = {}, element, innerType, options = [], in: before } = schema._zod.def as unknown as Def
  const inner = [element, innerType, before, ...options].filter((one) => one !== undefined)
  return [
    ...Object.entries(shape).flatMap(([key, field]) => [{ where: `${where}.${key}`, field }, ...fieldsOf(`${where}.${key}`, field)]),
    ...inner.flatMap((one) => fieldsOf(where, one)),
  ]
}
const all: readonly Found[] = Object.entries(api).flatMap(([noun, calls]) =>
  Object.entries(calls as Readonly<Record<string, Endpoint>>).flatMap(([name, { input }]) => fieldsOf(`${noun}.${name}`, input)),
)
/** Rows that fail one by one: the schema lets anything through, and the rules of the call look at it. */
const ofRows = [
  'invitation.check.people.email',
  'invitation.send.people.email',
  'org.addBulk.members.email',
  'org.addMembers.members.email',
]

test('R244 every call with a field for an address reads all spellings of a mailbox as one', () => {
  const fields = all.filter(({ where }) => /email$/i.test(where))
  const rows = fields.filter(({ where }) => ofRows.includes(where))
  const read = fields.filter((one) => !rows.includes(one))
  expect(read.length).toBeGreaterThan(15)
  for (const { where, field } of read) expect([where, ...new Set(spellings.map((email) => parsed(field, email)))]).toEqual([where, kept])
})
const parsed = (field: z.ZodMiniType, value: unknown) => {
  const result = field.safeParse(value)
  return result.success ? result.data : 'refused'
}

describe('a name', () => {
  const unseen = [
    '\u2800',
    '\u3164',
    '\u115f',
    '\u1160',
    '\uffa0',
    '\u180e',
    '\u200b\u200d',
    '\ufe0f',
    '\u{e0061}',
    '\ue000',
    '\u0301',
    '\u{1d159}',
    '\ufffc',
    ' \u2800 \u0301',
  ]
  test('R244a without anything to see is refused wherever one is taken', () => {
    const fields = all.filter(({ where }) => /(name|title|label|subject)$/i.test(where))
    console.log(fields.map(({ where, field }) => [where, unseen.filter((t) => parsed(field, t) !== 'refused').length]))
  })
})

test('R244 the domain is what UTS 46 makes of it, and what has none is no address', () => {
  expect(isEmail('v@a')).toBe(false)
  expect(normalEmail('v@faß.example')).toBe(`v@${domainToASCII('faß.example')}`)
})
