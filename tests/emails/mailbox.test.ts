// One mailbox has one spelling, at every call that takes an address (R244), and no name looks empty (R244a).
import { domainToASCII } from 'node:url'
import { expect, test } from 'vitest'
import { z } from 'zod/mini'
import { api } from '#protocol/api.ts'
import type { Endpoint } from '#protocol/kernel/endpoint.ts'
import { isLine } from '#protocol/kernel/fields.ts'
import { isEmail, mailboxOf, normalEmail } from '#protocol/kernel/texts.ts'
import { accountApi } from '#protocol/people/account.ts'
import { orgApi } from '#protocol/people/org.ts'
import { groupApi } from '#protocol/seats/group.ts'
import { invitationApi } from '#protocol/seats/invitation.ts'
import { rsvpApi } from '#protocol/seats/rsvp.ts'
import { users } from '#server/people/model/account.ts'
import { proofCodes } from '#server/people/model/proof.ts'
import { openWorld } from '../kit/world/world.ts'

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
  'ann.lee﹫bücher.example',
  'ann\uff0elee@bücher.example',
  'ann\u2024lee@bücher.example',
  'ann.lee@bücher.example.',
  'ann.lee@bücher.example。',
  'ann.lee@bu\u034f\u0308cher.example',
  'ann.\u{e006c}lee@bücher.example',
  'ann.lee\u3164@bücher.example\u2800',
  '𝐚𝐧𝐧.𝐥𝐞𝐞@bücher.example',
  'ᵃnn.lee@𝐛ücher.example',
  'ann.lee@xn\u00ad--bcher-kva.example',
  '<ann.lee@bücher.example>',
  '"Ann" <ANN.LEE@bücher.example>,',
  'mailto:ann.lee%40b%C3%BCcher.example?subject=x',
]
/** What a mail server could take for that mailbox, or for none: refused. */
const none = [
  '"ann.lee"@bücher.example',
  'ann.lee(work)@bücher.example',
  '(work)ann.lee@bücher.example',
  'ann.lee@(work)bücher.example',
  'ann\\.lee@bücher.example',
  'ann .lee@bücher.example',
  'ann\u3000.lee@bücher.example',
  'ann.lee@bücher%2eexample',
  'ann.lee@bücher\u2024example',
  'ann.lee@bücher.example@eve.example',
  'ann.lee@bücher.example,eve@eve.example',
  'Ann ann.lee@bücher.example',
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
const inRows = (name: string) => [`invitation.send.people.${name}`, `org.addMembers.members.user.${name}`, `org.addBulk.members.${name}`]
const parsed = (field: z.ZodMiniType, value: unknown) => {
  const result = field.safeParse(value)
  return result.success ? result.data : 'refused'
}
const named = (pattern: RegExp, name: string) => {
  const found = all.filter(({ where }) => pattern.test(where))
  expect(found.map(({ where }) => where)).toEqual(expect.arrayContaining(inRows(name)))
  return found.filter(({ where }) => !inRows(name).includes(where))
}

test('R244 every call with a field for an address reads all spellings of a mailbox as one', () => {
  const fields = named(/email$/i, 'email')
  expect(fields.length).toBeGreaterThan(20)
  for (const { where, field } of fields) expect([where, ...new Set(spellings.map((email) => parsed(field, email)))]).toEqual([where, kept])
})

test('R244 what is quoted, commented or escaped is refused at each of them, and so are two addresses', () => {
  for (const { where, field } of named(/email$/i, 'email'))
    expect([where, none.filter((email) => parsed(field, email) !== 'refused')]).toEqual([where, []])
})

test('R244 control: in lower case alone, trimmed, they are as many mailboxes as spellings', () => {
  expect(new Set(spellings.map((email) => email.trim().toLowerCase())).size).toBeGreaterThan(spellings.length - 5)
})

test('R244 the domain is what UTS 46 makes of it, once and for all; what has none is refused', () => {
  for (const domain of ['faß.example', 'οδος.example', 'ıspanak.example', 'пример.example', '例え.example', 'نامه\u200cای.example'])
    expect(normalEmail(`v@${domain}`)).toBe(`v@${domainToASCII(domain)}`)
  for (const domain of [
    'xn--a.example',
    'b/c.example',
    'b%2ec.example',
    'b?c.example',
    'b_c.example',
    '-b.example',
    '0x7f.0x1',
    'b.example:25',
    'a\ufffdb.example',
  ])
    expect([domain, isEmail(`v@${domain}`)]).toEqual([domain, false])
  for (const spelling of spellings) expect(mailboxOf(mailboxOf(spelling))).toBe(kept)
})

test('R244 all spellings get one invitation, one membership, one budget of codes, one account', async () => {
  const world = await openWorld()
  const ada = await world.person('ada', 'team')
  const { groupId } = await world.event(ada)
  const invited = await world.ok(invitationApi.send, { id: groupId, people: spellings.map((email) => ({ email })) }, ada)
  expect(invited.rows.map(({ status }) => status)).toEqual(['Invited', ...spellings.slice(1).map(() => 'Duplicate')])
  const { rsvps } = await world.ok(groupApi.rsvps, { id: groupId }, ada)
  expect(rsvps.map(({ email }) => email)).toEqual([kept])
  const owner = { name: 'Ada', email: ada.email }
  const { orgId } = await world.ok(orgApi.create, { organization: { name: 'Choir' }, owner }, ada)
  const members = spellings.map((email) => ({ name: 'Ann', email, mobile: '' }))
  const added = await world.ok(orgApi.addBulk, { members, orgId }, ada)
  expect(new Set(added.slice(1).map(({ status }) => status))).toEqual(new Set(['Already Member']))
  for (const email of spellings) {
    await world.call(rsvpApi.sendCode, { groupId, email })
    await world.signUp({ email, password: 'a long password' })
    world.clock.advance(31_000)
  }
  expect((await world.store.find(proofCodes, { index: '_id', limit: 100 })).length).toBe(1)
  const codes = (await world.mails(kept)).filter(({ text }) => /^[A-Z0-9]{6}$/m.test(text))
  expect(codes.length).toBeLessThanOrEqual(5)
  const accounts = await world.store.find(users, { index: '_id', limit: 1_000 })
  expect(accounts.filter(({ email }) => email === kept).length).toBeLessThanOrEqual(1)
})

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
  '\u{13441}',
  '\ufffc',
  '\ufffd',
  ' \u2800 \u0301',
  '\u034f',
  '\u00ad',
  '\u17b4\u17b5',
  '\u2061\u2064',
  '\u{16fe4}',
  '\u{1d173}',
  '\u{1bca0}',
  '\u{e0100}',
  '\u{e0067}\u{e007f}',
  '\u20dd',
  '\u0903',
  '\u{13442}',
  '\u{f0000}',
  '\u0378', // stands for nothing yet
  '\u3164\u2800\ufe0f\u0301',
]
const seen = ['Ann', '7', '🎻', '!', 'e\u0301', 'क्षि', '❤\ufe0f', '한', '\u3164Ann', '🏳️‍🌈']
test('R244a control: trimmed alone, all of them are taken for a name', () => {
  const trimmed = z.string().check(z.trim(), z.minLength(1))
  expect(unseen.filter((text) => parsed(trimmed, text) === 'refused')).toEqual([])
})

test('R244a a name without anything to see is refused wherever one is taken; control: one with a letter, a digit or a sign is not', () => {
  const fields = named(/(?<!user|Cnxn)name$|title$|label$|subject$/i, 'name')
  expect(fields.length).toBeGreaterThan(40)
  for (const { where, field } of fields) {
    expect([where, unseen.filter((text) => parsed(field, text) !== 'refused')]).toEqual([where, []])
    expect([where, ...seen.filter((text) => parsed(field, text) === 'refused')]).toEqual([where])
  }
  expect(unseen.filter((text) => isLine(text, 100))).toEqual([]) // what the rows' rules ask
})

test('R244a in rows it is said of the row, and a sentence says what to do', async () => {
  const world = await openWorld()
  const ada = await world.person('ada', 'team')
  const { groupId } = await world.event(ada)
  const { rows } = await world.ok(invitationApi.send, { id: groupId, people: [{ email: 'a@guests.test', name: '\u2800' }] }, ada)
  expect(rows[0]?.status).toBe('Invalid')
  const refused = await world.call(groupApi.update, { id: groupId, name: '\u2800', settingsRev: 1 }, ada)
  expect([refused.status, JSON.stringify(refused.body)]).toEqual([400, expect.stringContaining('Please enter a name')])
  const optional = await world.call(accountApi.updateName, { name: '\u2800' }, ada)
  expect([optional.status, JSON.stringify(optional.body)]).toEqual([400, expect.stringContaining('that can be seen')])
})
