// The operator's search of people, which the store answers, finds whom the one function finds (R232a, R232c); over MongoDB as well.
import { expect, test } from 'vitest'
import { z } from 'zod/mini'
import { api } from '#protocol/api.ts'
import { operatorApi } from '#protocol/app/operator.ts'
import { type Endpoint, get } from '#protocol/kernel/endpoint.ts'
import { OrgId } from '#protocol/kernel/fields.ts'
import { finderOf, startFinderOf, wordsOf } from '#protocol/kernel/finding/names.ts'
import { accountApi } from '#protocol/people/account.ts'
import { eventApi } from '#protocol/seats/event.ts'
import { derived, wordsToFindBy } from '#server/app/consequences.ts'
import { createSecrets } from '#server/kernel/ports/secrets.ts'
import { type StoreState, storeStates } from '#server/kernel/store/migrate.ts'
import { migrations } from '#server/kernel/store/migrations/all.ts'
import type { Reader } from '#server/kernel/store/store.ts'
import { put } from '#server/kernel/write/outcome.ts'
import { transact } from '#server/kernel/write/transact.ts'
import { findPeople } from '#server/people/account/queries.ts'
import { newUser, type User, users } from '#server/people/model/account.ts'
import { accountWords, textsOf } from '#server/people/model/account-words.ts'
import { events } from '#server/seats/model/event.ts'
import { groups } from '#server/seats/model/group.ts'
import { everything } from '../kit/world/every-collection.ts'
import { migrated, migratedAgain } from '../kit/world/migrated.ts'
import { freshStore, idKey, openWorld, tokenSecret, type World } from '../kit/world/world.ts'

const createdAt = '2026-12-01T09:00:00.000Z'
/** Parts of made-up names, in scripts and forms that people bring. */
const [given, family] = [
  [
    'José',
    'Zoë',
    'Søren',
    'Łukasz',
    'Đặng',
    'Ægir',
    'IŞIL',
    'Anne‑Marie',
    'Фёдор',
    'Σίσυφος',
    'ﾔﾏﾀﾞ',
    'Ｊｏ',
    'مُحَمَّد',
    'राम',
    '𠮷',
    'Jo',
    'ann',
  ],
  ['Müller', 'Weiß', 'O’Brien', "d'Árcy", 'van der Berg', 'Nuñez-Ruiz', '山田', 'กา', '𐐔𐐯', '𠮷田', 'Mull'],
]
const forms = [(name: string) => name, (name: string) => name.normalize('NFD'), (name: string) => name.normalize('NFKC').toUpperCase()]
const crowd = given.flatMap((one, n) =>
  family.flatMap((other, m) => {
    const form = forms[(n + m) % forms.length] ?? ((name: string) => name)
    const at = n * family.length + m
    const _id = at.toString(16).padStart(24, '0')
    return {
      ...newUser(
        _id,
        `guest${at % 7}.${wordsOf(one)[0]?.replace(/[^a-z]/g, '') || 'x'}@${at % 2 ? 'choir' : 'xn--bcher-kva'}.test`,
        createdAt,
      ),
      name: form(at % 3 === 0 ? `${other} ${one}` : `${one} ${other}`),
      username: at % 4 === 0 ? `User_${at}` : null,
      verified: true,
    }
  }),
)
/** What is typed: words and beginnings of words of names, in any order, form and width; what nobody has; and nothing. */
const typed = [
  ['jose', 'muller jose', 'JOSÉ'.normalize('NFD'), 'ｍüller', 'mul jos', 'weiss', 'obrien soren', "o'b", 'berg der', 'ruiz', 'zoë mull'],
  ['やま', '山', '田', '𠮷', '𠮷田', '𐐼', 'กา', 'กี', 'محمد', 'राम', 'федор', 'σισυφοσ', 'isil', 'aegir', 'dang', 'marie anne'],
  [
    'guest1',
    'guest1.jose@choir.test',
    'jose@choir',
    'user_4',
    'user 4 jose',
    'xn',
    'test',
    'guest test',
    'test choir guest',
    'josé josé jo',
    'j',
    'm',
  ],
  ['lose', 'uller', 'jose nobody', 'zz', '\u{10ffff}', 'a%'],
  crowd
    .filter((_, n) => n % 23 === 0)
    .flatMap(({ name }) => [name, [...name].slice(0, -1).join(''), name.split(' ').toReversed().join(' ')]),
].flat()

const write = (world: World, records: readonly User[]) =>
  transact(world.services, 'crowd', async () => ({ writes: records.map((one) => put(users, one)), reply: undefined }))
async function opened() {
  const world = await openWorld()
  await write(world, crowd)
  return world
}
const idsOf = (found: readonly User[]) => found.map(({ _id }) => _id).sort()
const everybody = (reader: Reader) => reader.find(users, { index: '_id', limit: 10_000 })
const byFunction = async (reader: Reader, text: string) => {
  const finds = startFinderOf(text)
  return idsOf((await everybody(reader)).filter((user) => finds(...textsOf(user))))
}
const wordsIn = async (reader: Reader) =>
  (await reader.find(accountWords, { index: '_id', limit: 100_000 })).map(({ _id, of }) => `${_id}, of ${of}`)

test('R232a whoever the one function finds among some hundred made-up people, the store finds, and nobody else', async () => {
  const world = await opened()
  const operator = await world.person('operator')
  let most = 0
  for (const text of typed.filter((one) => wordsOf(one).length > 0)) {
    const expected = await byFunction(world.store, text)
    expect([text, idsOf(await findPeople(world.services, text, 10_000))]).toEqual([text, expected])
    const { people } = await world.ok(operatorApi.people, { find: text }, operator)
    expect([text, people.length]).toEqual([text, Math.min(expected.length, 25)])
    expect(people.filter(({ _id }) => !expected.includes(_id))).toEqual([])
    most = Math.max(most, expected.length)
  }
  expect([crowd.length, most > 100]).toEqual([given.length * family.length, true])
})

test('R232a where no word is typed everybody is shown, the newest first', async () => {
  const world = await opened()
  const operator = await world.person('operator')
  const first = await world.ok(operatorApi.people, {}, operator)
  for (const find of ['%', '  ', '\uffff']) expect(await world.ok(operatorApi.people, { find }, operator)).toEqual(first)
  expect([first.people.length, first.cursor === null]).toEqual([25, false])
})

test('R232a an address is found in whichever spelling of its mailbox', async () => {
  const world = await opened()
  const [one] = crowd.filter(({ email }) => email.includes('xn--'))
  const found = await findPeople(world.services, one?.email.replace('xn--bcher-kva', 'ＢÜＣＨＥＲ') ?? '', 1_000)
  expect(found.map(({ email }) => email)).toContain(one?.email)
})

test('R232a, R34 whoever hasn’t proven their address is found by the whole of it alone', async () => {
  const world = await openWorld()
  await world.event({}, undefined, {}, { organizerEmail: 'nora@people.test' })
  const found = async (text: string) => (await findPeople(world.services, text, 25)).map(({ email }) => email)
  expect([await found('nora'), await found('Nora@people.test')]).toEqual([[], ['nora@people.test']])
})

/** Each word of each person is kept once, and nothing else is. */
async function expectKept(reader: Reader) {
  const expected = (await everybody(reader)).flatMap(({ _id, name, username, email, verified }) =>
    [...new Set(verified ? [name, username ?? '', email].flatMap(wordsOf) : [])].map((word) => `${word} ${_id}, of ${_id}`),
  )
  expect((await wordsIn(reader)).sort()).toEqual(expected.sort())
}

test('R232c whatever writes a name, a username or an email keeps its words, and those of before find nobody', async () => {
  const world = await opened()
  const [operator, ada] = [await world.person('operator'), await world.person('ada')]
  await expectKept(world.store)
  await world.ok(accountApi.updateName, { name: 'Ada José Lovelace' }, ada)
  await world.ok(accountApi.updateUsername, { username: 'countess_ada' }, ada)
  const found = async (find: string) => (await world.ok(operatorApi.people, { find }, operator)).people.map(({ email }) => email)
  expect([await found('lovelace jose'), await found('countess')]).toEqual([[ada.email], [ada.email]])
  // One after the other in one commit: there and gone again, and gone and there again.
  await Promise.all(['Ada Byron', 'Ada Nobody', 'Ada Byron'].map((name) => world.ok(accountApi.updateName, { name }, ada)))
  expect([await found('lovelace'), await found('nobody'), await found('byron')]).toEqual([[], [], [ada.email]])
  await expectKept(world.store)
})

test('R232c control: a commit that doesn’t keep the words leaves its people unfound', async () => {
  const world = await openWorld()
  Object.assign(world.services, { besides: derived.besides.filter((one) => one !== wordsToFindBy) })
  await write(world, crowd)
  expect(await findPeople(world.services, 'muller jose', 25)).toEqual([])
  await expect(expectKept(world.store)).rejects.toThrow(/deeply equal/)
})

test('R232c R111 in a store from before, people are found as in one that kept their words; brought there twice, it is the same', async () => {
  const store = await freshStore()
  const state: StoreState = { _id: 'this', rev: 1, version: 4, since: createdAt }
  await store.commit([{ collection: storeStates, put: state, expectedRev: 0 }])
  await store.commit(crowd.map((user) => ({ collection: users, put: user, expectedRev: 0 })))
  expect(await findPeople({ store, secrets: createSecrets(tokenSecret, idKey) }, 'muller jose', 25)).toEqual([])
  await migrated(store)
  await expectKept(store)
  expect((await findPeople({ store, secrets: createSecrets(tokenSecret, idKey) }, 'muller jose', 25)).length).toBeGreaterThan(0)
  const before = await everything(store)
  await migratedAgain(store)
  expect((await everything(store)).accountWords).toEqual(before.accountWords)
  expect((await everything(store)).users).toEqual(before.users)
})

test('R232c what the latest migration filled older stores with is folded as names are now: whoever folds otherwise adds another', () => {
  const filling = migrations.findLast(({ adds }) => adds?.users)?.adds?.users
  const letters = Array.from({ length: 0x20_000 }, (_, code) => String.fromCodePoint(code)).filter((one) => !/\p{Cs}/u.test(one))
  for (let from = 0; from < letters.length; from += 1_000) {
    const name = letters
      .slice(from, from + 1_000)
      .map((one, n) => `${n}a${one}b`)
      .join(' ')
    const added = filling?.({ _id: 'x', rev: 1, name, verified: true }).records.map(({ _id }) => _id)
    expect(added).toEqual([...new Set(wordsOf(name))].map((word) => `${word} x`))
  }
})

/** What a call that only reads takes of free text, by path: neither an id nor a choice. */
const freeTexts = (calls: readonly Endpoint[]) =>
  calls
    .filter(({ method }) => method === 'GET')
    .flatMap(({ path, input }) => Object.entries(shapeOf(input)).flatMap(([name, field]) => (isFreeText(field) ? [`${path} ${name}`] : [])))
interface Schema {
  readonly _zod: {
    readonly def: { readonly type: string; readonly shape?: object; readonly innerType?: Schema; readonly checks?: readonly Schema[] }
  }
}
const shapeOf = (input: unknown) => ((input as Schema)._zod.def.shape ?? {}) as Readonly<Record<string, Schema>>
const isFreeText = ({ _zod: { def } }: Schema): boolean =>
  def.innerType ? isFreeText(def.innerType) : def.type === 'string' && !def.checks?.some(({ _zod }) => 'format' in _zod.def)

/** Who is found, or is no search. */
const known: Readonly<Record<string, string>> = {
  '/operator/people find': 'people, by the store (R232a)',
  '/event/mine search': 'events, read along their index and asked one by one (E5)',
  '/user/subscription/session session_id': 'an id of the payment provider',
  '/invitation token': 'a token',
  '/token-access/validate token': 'a token',
  '/auth/reset-password token': 'a token',
  '/user/subscription/change-plan promoCode': 'a code, as it is',
  '/rsvp/form/:groupId code': 'a code, as it is',
  '/rsvp/check email': 'an address, as a whole',
  '/rsvp/check-email email': 'an address, as a whole',
}
test('R232a each call that takes free text to read is known, and whether it searches; control', () => {
  const calls = Object.values(api).flatMap((some) => Object.values(some) as Endpoint[])
  expect(freeTexts(calls).sort()).toEqual(Object.keys(known).sort())
  const planted = get('/org/:id/members', z.strictObject({ id: OrgId, named: z.optional(z.string().check(z.trim())) }), z.object({}))
  expect(freeTexts([planted])).toEqual(['/org/:id/members named'])
})

test('R232a, E5 events are found on the server as in every box', async () => {
  const world = await openWorld()
  const ada = await world.person('ada', 'enterprise')
  const { eventId } = await world.event(ada)
  const event = await world.store.get(events, eventId)
  const group = await world.store.get(groups, event?.groupIds[0] ?? '')
  if (!event || !group) throw new Error('no event')
  const copies = crowd.map(({ _id, name }, n) => ({
    ...event,
    _id,
    rev: 1,
    name,
    groupIds: [_id.replace(/^0/, 'f')],
    firstGroupId: undefined,
    location: n % 2 ? 'Hall' : 'Höfe',
  }))
  await world.store.commit(copies.map((copy) => ({ collection: events, put: copy, expectedRev: 0 })))
  await world.store.commit(
    copies.map(({ _id, groupIds: [id = ''] }) => ({
      collection: groups,
      put: { ...group, _id: id, rev: 1, eventId: _id },
      expectedRev: 0,
    })),
  )
  for (const search of [...typed.filter((one) => one.length <= 100), 'hofe jose']) {
    const expected = copies.filter(({ name, location }) => finderOf(search)(name, location)).map(({ _id }) => _id)
    const pages = await Promise.all([1, 2].map((page) => world.ok(eventApi.mine, { search, page, limit: 100 }, ada)))
    const found = pages.flatMap((one) => one.events.map(({ _id }) => _id)).filter((id) => id !== eventId)
    expect([search, found.sort()]).toEqual([search, expected.sort()])
  }
})
