// Long: hundreds of calls over two real servers, and counts that can't be reached.
// Limits and revocations are one over all server processes: whichever it goes to, the call after the last allowed one is refused.
import { pino } from 'pino'
import { expect, onTestFinished, test, vi } from 'vitest'
import { accessApi } from '#protocol/people/access.ts'
import { accountApi } from '#protocol/people/account.ts'
import { rsvpApi } from '#protocol/seats/rsvp.ts'
import { createApp } from '#server/app/app.ts'
import { collections } from '#server/app/store/collections.ts'
import { Refusal } from '#server/kernel/refuse.ts'
import { storeVersion } from '#server/kernel/store/migrations/all.ts'
import { openMongo } from '#server/kernel/store/mongo/engine.ts'
import { type CountCall, createLimits, createSharedLimits } from '#server/people/http/limits.ts'
import { proofCodes } from '#server/people/model/proof.ts'
import { ownStandIn } from '../kit/process/mongo-house.ts'
import { openProcesses } from '../kit/process/processes.ts'
import { openClient } from '../kit/world/client.ts'
import { newDatabase } from '../kit/world/fresh-store.ts'
import { onTime, within } from '../kit/world/pace.ts'
import type { Answer, As, World } from '../kit/world/world.ts'

const from = (address: string): As => ({ headers: { 'x-forwarded-for': address } })
const [home, cafe] = [from('192.0.2.1'), from('198.51.100.7')]
const times = <T>(amount: number, make: (n: number) => T) => Array.from({ length: amount }, (_, n) => make(n))
const codesOf = (answers: readonly Answer[]) => answers.map(({ status, body }) => (status === 200 ? 'ok' : String(body.code)))
const count = (codes: readonly string[], ...wanted: string[]) => codes.filter((code) => wanted.includes(code)).length
const silent = pino({ level: 'silent' })

/** The calls of a world, counted by `countCall`, behind one proxy. */
const counted = ({ services, sandbox }: World, countCall: CountCall) =>
  openClient(createApp(services, { log: silent, countCall, hops: 1, outbox: 'everyone', sandbox }))

/** Two processes and their calls; `shared` false is a control. */
async function setUp(shared = true) {
  const { worlds, stores } = await openProcesses(['a', 'b'], { rateLimits: true, hops: 1 })
  const [near, far] = worlds
  const ada = await near.person('ada', 'pro')
  const { groupId } = await near.event(ada)
  const limits = shared ? await Promise.all(stores.map(({ scratch }) => createSharedLimits(scratch))) : stores.map(() => createLimits())
  const clients = [near, far].map((world, nth) => counted(world, limits[nth] as CountCall))
  const at = (n: number) => clients[n % 2] as (typeof clients)[number]
  return { near, far, ada, groupId, at }
}
type Setting = Awaited<ReturnType<typeof setUp>>
/** Ten at once: of more the commits alone would keep the counts waiting, which then are made by each process. */
async function tenAtOnce<T>(amount: number, one: (n: number) => Promise<T>) {
  const all: T[] = []
  for (let n = 0; n < amount; n += 10) all.push(...(await Promise.all(times(Math.min(10, amount - n), (nth) => one(n + nth)))))
  return all
}
const sendCodes = ({ at, groupId }: Setting, amount: number, where: As): Promise<Answer[]> =>
  tenAtOnce(amount, (n) => at(n).call(rsvpApi.sendCode, { email: `n${n}-${amount}@guests.test`, groupId }, where))

test('S11 R15 H1 of 70 codes asked for over two processes, ten at once, sixty are sent; then either refuses, and another address is free', async () => {
  const setting = await setUp()
  const codes = codesOf(await sendCodes(setting, 70, cafe))
  expect([count(codes, 'ok'), count(codes, 'rate-limited')]).toEqual([60, 10])
  expect(codesOf(await sendCodes(setting, 2, cafe))).toEqual(['rate-limited', 'rate-limited'])
  expect(codesOf(await sendCodes(setting, 4, home))).toEqual(['ok', 'ok', 'ok', 'ok'])
})

test('S11 R228 a point that one process gives back another gives out, once; a bucket gets one more a minute', async () => {
  const { worlds, stores } = await openProcesses(['a', 'b'])
  onTestFinished(() => void vi.useRealTimers())
  vi.useFakeTimers({ toFake: ['Date'] })
  const [near, far] = (await Promise.all(stores.map(({ scratch }) => createSharedLimits(scratch)))) as [CountCall, CountCall]
  const took = (count: CountCall) => count('203.0.113.9', 'guess').then(() => 'ok', (no: unknown) => (no as Refusal).details.seconds) // biome-ignore format: one line
  const after = (ms: number) => void vi.setSystemTime((vi.getMockedSystemTime()?.getTime() ?? 0) + ms)
  expect(worlds).toHaveLength(2)
  const all = await tenAtOnce(90, (n) => took(n % 2 ? near : far))
  expect(all.filter((one) => one === 'ok')).toHaveLength(60)
  after(2_000)
  expect([await took(near), await took(far)]).toEqual([58, 58])
  await near('203.0.113.9', 'guess', -1)
  after(2_000)
  expect([await took(far), await took(near)]).toEqual(['ok', 56])
  after(56_000)
  expect([await took(near), await took(far)]).toEqual(['ok', 60])
  after(2 * 3_600_000)
  await far('203.0.113.9', 'guess', -1)
  const anew = await tenAtOnce(70, (n) => took(n % 2 ? near : far))
  expect(anew.filter((one) => one === 'ok')).toHaveLength(60)
})

test('S11 R16 one after the other, turn by turn: the 121st look-up is the first that is refused', async () => {
  const { at, groupId } = await setUp()
  const codes: string[] = []
  for (let n = 0; n < 122; n++) codes.push(...codesOf([await at(n).call(rsvpApi.check, { groupId, email: 'gast@guests.test' }, cafe)]))
  expect([codes.indexOf('rate-limited'), codes.length]).toEqual([120, 122])
})

test('S11 control: processes that count by themselves let twice as many through', async () => {
  const codes = codesOf(await sendCodes(await setUp(false), 180, cafe))
  expect([count(codes, 'ok'), count(codes, 'rate-limited')]).toEqual([120, 60])
})

test('S11 A6 of 40 wrong logins at once over two processes five are looked at; then either makes one wait, also with the right password', async () => {
  const { at, ada } = await setUp()
  const wrong = { email: ada.email, password: 'a guess' }
  const codes = codesOf(await Promise.all(times(40, (n) => at(n).call(accessApi.logIn, wrong, cafe))))
  expect(count(codes, 'login-wrong')).toBe(5)
  expect(count(codes, 'login-often', 'busy')).toBe(35)
  const right = { email: ada.email, password: 'password of ada' }
  expect(codesOf(await Promise.all([0, 1].map((n) => at(n).call(accessApi.logIn, right, cafe))))).toEqual(['login-often', 'login-often'])
  expect((await at(1).call(accessApi.logIn, right, home)).status).toBe(200)
})

test('S11 R15 of 40 wrong codes at once over two processes five are looked at; then neither takes the right one', async () => {
  const { near, far, groupId } = await setUp()
  const email = 'gast@guests.test'
  await near.ok(rsvpApi.sendCode, { email, groupId })
  const code = await near.codeMailed(email)
  const [worlds, guess] = [[near, far], code === 'ZZZZZZ' ? 'YYYYYY' : 'ZZZZZZ']
  const tried = await Promise.all(times(40, (n) => (worlds[n % 2] as World).call(rsvpApi.verifyCode, { email, groupId, code: guess })))
  expect(count(codesOf(tried), 'code-wrong', 'busy')).toBe(40)
  const [kept] = await near.store.find(proofCodes, { index: 'expiry' })
  expect(Object.values(kept?.triesBy ?? {})).toEqual([5])
  const right = await Promise.all(worlds.map((world) => world.call(rsvpApi.verifyCode, { email, groupId, code })))
  expect(codesOf(right)).toEqual(['code-wrong', 'code-wrong'])
})

test('R33 S2 a login that ended over one process is refused by the other at once, and so are all of them after a reset', async () => {
  const { near, far, ada } = await setUp()
  const other = await far.logIn('ada')
  expect((await far.call(accountApi.profile, {}, ada)).status).toBe(200)
  await near.ok(accessApi.logOut, {}, ada)
  expect((await far.no(accountApi.profile, {}, ada))[1]).toBe('token-invalid')
  expect((await near.call(accountApi.profile, {}, other)).status).toBe(200)
  near.clock.advance(1)
  await far.ok(accessApi.requestPasswordReset, { email: ada.email })
  await far.ok(accessApi.resetPassword, { token: await near.tokenMailed(ada.email), newPassword: 'brand new one' })
  expect((await near.no(accountApi.profile, {}, other))[1]).toBe('token-invalid')
})

test.each(['refuse', 'hang'] as const)(
  'S11 pace: while the counts can’t be reached (%s), each process goes on counting by itself',
  onTime,
  async (mode) => {
    const mongod = await ownStandIn()
    const uri = mongod.uri.replace(/\/\?/, '/limits?')
    const limits = await Promise.all(
      times(2, async () => {
        const store = await openMongo({ uri, collections, version: storeVersion })
        onTestFinished(() => store.close())
        return createSharedLimits(store.scratch)
      }),
    )
    const ask = async (nth: number) => {
      try {
        await limits[nth % 2]?.('203.0.113.1', 'code')
        return 'ok'
      } catch (error) {
        if (error instanceof Refusal) return error.code
        throw error
      }
    }
    expect(await Promise.all(times(4, ask))).toEqual(['ok', 'ok', 'ok', 'ok'])
    await mongod.pause(mode)
    const startedAt = performance.now()
    const away = await Promise.all(times(180, ask))
    const tookMs = Math.round(performance.now() - startedAt)
    const againAt = performance.now()
    await Promise.all(times(20, ask))
    const againMs = performance.now() - againAt
    expect([count(away, 'ok'), count(away, 'rate-limited')]).toEqual([120, 60])
    within(againMs, 900) // nobody waits for it any more
    within(tookMs, 3_000)
    console.log(`180 counts while the database was away (${mode}) took ${tookMs} ms`)
    await mongod.resume()
  },
)

test('S9 S11 (stand-in) the indexes of the counts are there at once that a majority has them', async () => {
  const mongod = await ownStandIn()
  const store = await openMongo({ uri: newDatabase(mongod.uri), collections, version: storeVersion })
  onTestFinished(() => store.close())
  const quorums: unknown[] = []
  mongod.onCommand((name, command) => void (name === 'createIndexes' && quorums.push(command.commitQuorum)))
  await createSharedLimits(store.scratch)
  expect(quorums).toEqual(['majority', 'majority'])
})

test('S11 S17 pace: (stand-in) a database that hangs as the counts are opened holds up no start: it is refused in time', {
  ...onTime,
}, async () => {
  const mongod = await ownStandIn()
  const store = await openMongo({ uri: newDatabase(mongod.uri), collections, version: storeVersion })
  onTestFinished(() => store.close())
  // Whatever else it answers, it never makes the index.
  mongod.onCommand((name) => (name === 'createIndexes' ? { lost: 'hang' } : undefined))
  const began = performance.now()
  await expect(createSharedLimits(store.scratch)).rejects.toThrow('The database did not answer in time')
  within(performance.now() - began, 7_000)
})
