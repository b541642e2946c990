// How often: the limits hold when everything comes at once, from wherever and however it is written. Numbers as in R15.
import { createServer } from 'node:http'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { accessApi } from '#protocol/people/access.ts'
import { proofApi } from '#protocol/people/proof.ts'
import { groupApi } from '#protocol/seats/group.ts'
import { rsvpApi } from '#protocol/seats/rsvp.ts'
import { Refusal } from '#server/kernel/refuse.ts'
import type { Store } from '#server/kernel/store/store.ts'
import { createLimits } from '#server/people/http/limits.ts'
import { proofCodes } from '#server/people/model/proof.ts'
import { everyGroup } from '#server/people/rules/proof.ts'
import { openMeeting } from '../kit/faults/meeting.ts'
import { pathVariants } from '../kit/hostile/hostile-http.ts'
import { openRawHttp, type RawHttp } from '../kit/hostile/raw-http.ts'
import { listening } from '../kit/process/listening.ts'
import { countLooks } from '../kit/rights/looked-at.ts'
import { withoutRevisions } from '../kit/rights/unguarded.ts'
import type { Answer, As } from '../kit/world/client.ts'
import { day, hour, minute, testClock } from '../kit/world/clock.ts'
import { cookieOf } from '../kit/world/people.ts'
import { freshStore, openWorld, type World } from '../kit/world/world.ts'

// A bucket gets points while a slow machine works: here no time passes but what a test says.
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())

const from = (address: string): As => ({ headers: { 'x-forwarded-for': address } })
const email = 'gast@guests.test'
const codesOf = (answers: readonly Answer[]) => answers.map(({ status, body }) => (status === 200 ? 'ok' : String(body.code)))
const count = (codes: readonly string[], code: string) => codes.filter((one) => one === code).length
const times = <T>(amount: number, make: (n: number) => T) => Array.from({ length: amount }, (_, n) => make(n))

async function withGroup(options: Parameters<typeof openWorld>[0] = { rateLimits: true, hops: 1 }) {
  const world = await openWorld(options)
  const ada = await world.person('ada', 'pro')
  return { world, ada, groupId: (await world.event(ada)).groupId }
}
const send = (world: World, groupId: string, to: string, as: As = from('203.0.113.1')) =>
  world.call(rsvpApi.sendCode, { email: to, groupId }, as)
const verify = (world: World, groupId: string, code: string, as: As = from('203.0.113.1')) =>
  world.call(rsvpApi.verifyCode, { email, groupId, code }, as)
const wrong = (code: string) => (code === 'ZZZZZZ' ? 'YYYYYY' : 'ZZZZZZ')

/** A 429 as it must be: the seconds in the body and in Retry-After, the minutes in the sentence (R228). */
function expectToWait({ status, body, headers }: Answer, code: string, atMost: number) {
  expect([status, body.code]).toEqual([429, code])
  expect(Number(headers.get('retry-after'))).toBe(body.seconds)
  expect(body.seconds).toBeGreaterThan(0)
  expect(body.seconds).toBeLessThanOrEqual(atMost)
  expect(body.error).toMatch(/(again in|wait) (a minute|\d+ minutes|\d+ hours)\b/)
  expect(body.error).not.toMatch(/\bseconds\b/)
}

test('S11 R15 R228 sixty codes per address that nobody has used yet, all asked for at once; an IPv6 customer has one /64, a port is no address', async () => {
  const { world, groupId } = await withGroup()
  for (const [ours, others] of [
    [() => '203.0.113.1', '203.0.113.2'],
    [(n: number) => `203.0.113.9:${1024 + n}`, '203.0.113.10:1024'],
    [(n: number) => `2001:db8:0:7:${n.toString(16)}::${n}`, '2001:db8:0:8::1'],
    [(n: number) => `[2001:0DB8:0:9::${n}]:443`, '2001:db8:0:a::1'],
  ] as const) {
    const asked = await Promise.all(
      times(90, (n) => send(world, groupId, `${others}-${n}@guests.test`.replace(/[:[\]]/g, 'x'), from(ours(n)))),
    )
    expect([count(codesOf(asked), 'ok'), count(codesOf(asked), 'rate-limited')]).toEqual([60, 30])
    for (const answer of asked.filter(({ status }) => status !== 200)) expectToWait(answer, 'rate-limited', 60)
    expect((await send(world, groupId, 'one-more@guests.test'.replace('one', others.replace(/\W/g, '')), from(others))).status).toBe(200)
  }
})

test('S11 R228 a bucket gets one point more a minute, and each point that is given back at once, never more than are missing', async () => {
  const countCall = createLimits()
  const take = () => countCall('203.0.113.1', 'code').then(() => 'ok', (no: unknown) => (no instanceof Refusal ? no.details.seconds : no)) // biome-ignore format: one line
  const after = (ms: number) => void vi.setSystemTime((vi.getMockedSystemTime()?.getTime() ?? 0) + ms)
  expect(await Promise.all(times(60, take))).toEqual(times(60, () => 'ok'))
  expect(await take()).toBe(60)
  after(59_000)
  expect(await take()).toBe(1)
  after(1_000)
  expect([await take(), await take()]).toEqual(['ok', 60])
  await countCall('203.0.113.1', 'code', -1)
  expect([await take(), await take()]).toEqual(['ok', 60])
  after(2 * hour)
  for (const _ of times(100, String)) await countCall('203.0.113.1', 'code', -1)
  expect((await Promise.all(times(61, take))).filter((one) => one === 'ok')).toHaveLength(60)
})

const sendPath = '/api/rsvp/send-verification-code'
const forged = ['X-Forwarded-For', 'X-Real-IP', 'Forwarded', 'X-Forwarded-Host', 'True-Client-IP', 'CF-Connecting-IP']

/** How many codes are sent to who asks by these paths one after the other, each time as if from another address. */
async function sentFrom(http: RawHttp, groupId: string, paths: readonly string[]) {
  const statuses: number[] = []
  for (const [n, path] of paths.entries()) {
    const headers = [...forged.map((name) => [name, `198.51.100.${n}`] as const), ['content-type', 'application/json'] as const]
    const { status } = await http.send({ method: 'POST', path, headers, body: JSON.stringify({ email: `n${n}@guests.test`, groupId }) })
    statuses.push(status)
  }
  http.close()
  expect(statuses.filter((status) => ![200, 400, 404, 429].includes(status))).toEqual([])
  return statuses.filter((status) => status === 200).length
}
/** Every way to write the path, again and again. */
const spellings = times(8, () => [sendPath, sendPath.replace('send', '%73end'), ...pathVariants(sendPath)]).flat()

test('S11 however a path is written, with //, dots, percent signs or another case, it is the same call to the limit, or none', async () => {
  const { world, groupId } = await withGroup({ rateLimits: true })
  expect(spellings.length).toBeGreaterThan(100)
  expect(await sentFrom(openRawHttp(await world.address()), groupId, spellings)).toBe(60)
  const http = openRawHttp(await world.address())
  for (const path of new Set(spellings)) {
    const { status } = await http.send({ method: 'POST', path, body: '{}' })
    expect([path, [400, 404, 429].includes(status)]).toEqual([path, true])
  }
})

test('S11 control: a limit that counts by the path as it is written is got round by writing it anew', async () => {
  const { world, groupId } = await withGroup({})
  const counts = new Map<string, number>()
  const front = createServer((request, response) => {
    const seen = (counts.get(request.url ?? '') ?? 0) + 1
    counts.set(request.url ?? '', seen)
    if (seen > 2) return void response.writeHead(429).end()
    const { pathname } = new URL(request.url ?? '', 'http://rolecall.test')
    request.setEncoding('utf8').on('data', (body: string) => {
      const asked = Promise.resolve(world.app.request(pathname, { method: 'POST', headers: { 'content-type': 'application/json' }, body }))
      void asked.then(({ status }) => response.writeHead(status).end())
    })
  })
  const url = await listening(front)
  expect(await sentFrom(openRawHttp(url), groupId, [...times(25, () => sendPath)])).toBe(2)
  expect(await sentFrom(openRawHttp(url), groupId, spellings)).toBeGreaterThan(5)
})

test('S11 control: a limit that believes a header where no proxy stands lets everyone choose an address', async () => {
  const { world, groupId } = await withGroup({ rateLimits: true, hops: 1 })
  expect(
    await sentFrom(
      openRawHttp(await world.address()),
      groupId,
      times(65, () => sendPath),
    ),
  ).toBe(65)
})

test('S11 without TRUST_PROXY nobody can choose an address; with it the one that the outermost proxy saw counts', async () => {
  const { world, groupId } = await withGroup({ rateLimits: true })
  expect(
    await sentFrom(
      openRawHttp(await world.address()),
      groupId,
      times(65, () => sendPath),
    ),
  ).toBe(60)

  const behind = await withGroup({ rateLimits: true, hops: 2 })
  const chains = times(65, (n) => `198.51.100.${n}, 203.0.113.1, 10.0.0.1`)
  const asked = await Promise.all(chains.map((chain, n) => send(behind.world, behind.groupId, `n${n}@guests.test`, from(chain))))
  expect(count(codesOf(asked), 'ok')).toBe(60)
})

test('S11 R15 for one email and group one code in 30 seconds and five an hour, however many are asked for at once', async () => {
  const { world, ada, groupId } = await withGroup({})
  const burst = () => Promise.all(times(50, () => send(world, groupId, email)))
  for (const _ of times(5, String)) {
    const asked = await burst()
    expect([count(codesOf(asked), 'ok'), count(codesOf(asked), 'code-soon')]).toEqual([1, 49])
    for (const answer of asked.filter(({ status }) => status !== 200)) expectToWait(answer, 'code-soon', 30)
    world.clock.advance(30_000)
  }
  for (const answer of await burst()) expectToWait(answer, 'code-often', 3_600)
  expect(await world.mails(email)).toHaveLength(5)
  expect((await send(world, (await world.event(ada)).groupId, email)).status).toBe(200)
  expect((await send(world, groupId, 'other@guests.test')).status).toBe(200)
  world.clock.advance(hour)
  expect((await send(world, groupId, email)).status).toBe(200)
})

/** Two server processes over one store, which first look at the same code; `guard` may take one off. */
async function twoProcesses(guard = (store: Store) => store) {
  const [store, clock, { at, meet }] = [await freshStore(), testClock(), openMeeting(proofCodes)]
  onTestFinished(() => store.close())
  const { wrap, looks } = countLooks()
  const { world, ada, groupId } = await withGroup({ store, clock, wrap: (one) => at(0)(wrap(guard(one))) })
  await send(world, groupId, email)
  const worlds = [world, await openWorld({ store, clock, wrap: (one) => at(1)(wrap(guard(one))) })]
  const code = await world.codeMailed(email)
  const tryAll = async (given: string) => {
    meet(0, 1)
    return codesOf(await Promise.all(times(200, (n) => verify(worlds[n % 2] ?? world, groupId, given))))
  }
  return { world, ada, store, groupId, code, tryAll, looks }
}

test('S11 R15 of 200 right codes at once, on two processes, one is taken', async () => {
  const { code, tryAll } = await twoProcesses()
  const codes = await tryAll(code)
  expect([count(codes, 'ok'), count(codes, 'code-wrong')]).toEqual([1, 199])
})

test('S11 R15 of 200 wrong codes at once, on two processes, at most five are looked at; then the right one is none either', async () => {
  const { world, groupId, code, tryAll, looks } = await twoProcesses()
  const codes = await tryAll(wrong(code))
  expect([looks(), count(codes, 'code-wrong')]).toEqual([5, 200])
  expect((await verify(world, groupId, code)).body.code).toBe('code-wrong')
})

test('S11 control: processes that ignore revisions take a code twice and look at more than five', async () => {
  const [right, guessed] = [await twoProcesses(withoutRevisions), await twoProcesses(withoutRevisions)]
  expect(count(await right.tryAll(right.code), 'ok')).toBeGreaterThan(1)
  await guessed.tryAll(wrong(guessed.code))
  expect(guessed.looks()).toBeGreaterThan(5)
})

/** Has ten wrong codes tried, from elsewhere: the email's codes for the group are locked for the day. */
async function lock(world: World, groupId: string) {
  for (const tries of [5, 5]) {
    expect((await send(world, groupId, email)).status).toBe(200)
    const code = await world.codeMailed(email)
    for (const _ of times(tries, String)) expect((await verify(world, groupId, wrong(code))).body.code).toBe('code-wrong')
    world.clock.advance(minute)
  }
}

test('S11 R15 ten wrong codes a day, not forgotten for a new code; then neither a code nor a try until the day is over', async () => {
  const { wrap, looks } = countLooks()
  const { world, groupId } = await withGroup({ wrap })
  await lock(world, groupId)
  const before = (await world.mails(email)).length
  expect((await send(world, groupId, email)).body).toEqual({ success: true, sent: 'link', resendSeconds: 30 })
  expect([(await world.mails(email)).length - before, await world.codeMailed(email)]).toEqual([1, ''])
  for (const ms of [23 * hour, day - 23 * hour]) {
    expect((await verify(world, groupId, 'ABC234')).body.code).toBe('code-wrong')
    world.clock.advance(ms)
  }
  expect(looks()).toBe(10)
  expect((await send(world, groupId, email)).body.sent).toBe(undefined)
  expect((await verify(world, groupId, await world.codeMailed(email))).status).toBe(200)
})

test('S11 R118 whom a stranger locked out of codes goes on at once by an emailed link; the stranger gets no further try', async () => {
  const { world, groupId } = await withGroup({})
  await lock(world, groupId)
  await send(world, groupId, email)
  const proved = await world.call(proofApi.verifyLink, { token: await world.tokenMailed(email) })
  expect(proved.body).toMatchObject({ success: true, groupId, email })
  expect((await world.answer(groupId, { email, cookie: cookieOf(proved.headers) }, ['Guest'])).status).toBe(200)
  expect((await verify(world, groupId, 'ABC234')).body.code).toBe('code-wrong')
  const links = []
  for (const _ of times(6, String)) {
    world.clock.advance(30_000)
    links.push(await send(world, groupId, email))
  }
  expect(codesOf(links)).toEqual(['ok', 'ok', 'ok', 'ok', 'code-often', 'code-often'])
})

test('S11 R118 R14 the link of an email proves its own group and email, for two hours; a made-up or changed one nothing', async () => {
  const { world, ada, groupId } = await withGroup({})
  const other = (await world.event(ada)).groupId
  await send(world, groupId, email)
  const token = await world.tokenMailed(email)
  const proved = await world.call(proofApi.verifyLink, { token })
  expect((await world.answer(other, { email, cookie: cookieOf(proved.headers) })).body.code).toBe('proof-missing')
  const proof = decodeURIComponent(world.proven(email, groupId).cookie?.split('=')[1] ?? '')
  for (const bad of ['x', 'x.y', `${token}x`, proof, token.replace(/^./, (first) => (first === 'W' ? 'X' : 'W'))])
    expect([bad, (await world.call(proofApi.verifyLink, { token: bad })).body.code]).toEqual([bad, 'link-invalid'])
  world.clock.advance(2 * hour)
  expect((await world.call(proofApi.verifyLink, { token })).body.code).toBe('link-invalid')
})

/** Another group asks for a code for the same email. */
async function floods(world: World, owner: As, howOften: number) {
  for (let nth = 0; nth < howOften; nth++) {
    await send(world, (await world.event(owner)).groupId, email)
    world.clock.advance(1)
  }
}

test('S11 R118a ten emails with a code an hour for one address over all groups; the tenth proves it for every group, for two hours', async () => {
  const { world, ada, groupId } = await withGroup({})
  await floods(world, ada, 9)
  expect(await world.codeMailed(email)).not.toBe('')
  await floods(world, ada, 3)
  const sent = await world.mails(email)
  expect([sent.length, sent[0]?.subject, await world.codeMailed(email)]).toEqual([10, 'Your link for all your invitations', ''])
  const token = await world.tokenMailed(email)
  const proved = await world.call(proofApi.verifyLink, { token })
  expect(proved.body).toEqual({ success: true, groupId: null, eventId: null, email })
  const guest = { email, cookie: cookieOf(proved.headers) }
  expect((await world.answer(groupId, guest, ['Guest'])).status).toBe(200)
  expect((await world.answer((await world.event(ada)).groupId, { ...guest, email: 'other@guests.test' })).body.code).toBe('proof-missing')
  const before = (await world.mails(email)).length
  world.clock.advance(hour)
  await floods(world, ada, 1)
  expect([(await world.mails(email)).length - before, (await world.codeMailed(email)).length]).toEqual([1, 6])
  world.clock.advance(hour)
  expect((await world.call(proofApi.verifyLink, { token })).body.code).toBe('link-invalid')
  expect((await world.answer((await world.event(ada)).groupId, guest)).body.code).toBe('proof-missing')
})

test('S11 R118a R120 past the ten emails a code that was emailed stays good, and replies and guesses are answered as before', async () => {
  const { world, ada, groupId } = await withGroup({})
  await send(world, groupId, email)
  const right = await world.codeMailed(email)
  await floods(world, ada, 9)
  world.clock.advance(minute)
  const unflooded = await send(world, groupId, 'other@guests.test')
  const asked = await send(world, groupId, email)
  expect([asked.status, asked.body]).toEqual([unflooded.status, unflooded.body])
  expectToWait(await send(world, groupId, email), 'code-soon', 30)
  expect((await verify(world, groupId, wrong(right))).body.code).toBe('code-wrong')
  expect((await verify(world, groupId, right)).status).toBe(200)
  const fresh = (await world.event(ada)).groupId
  await send(world, fresh, email)
  expect((await verify(world, fresh, wrong(right))).body.code).toBe('code-wrong')
})

test('S11 R118 nobody asks for a proof of every group by its id', async () => {
  const { world } = await withGroup({})
  expect((await send(world, everyGroup, email)).body.code).toBe('group-unknown')
  expect((await verify(world, everyGroup, 'ABC234')).status).not.toBe(200)
})

test('S11 R15 a code is for its group and its email: elsewhere it is void, and trying it there costs nothing here', async () => {
  const { world, ada, groupId } = await withGroup({})
  const other = (await world.event(ada)).groupId
  await send(world, groupId, email)
  const code = await world.codeMailed(email)
  expect((await verify(world, other, code)).body.code).toBe('code-wrong')
  await send(world, other, email)
  expect((await verify(world, other, code)).body.code).toBe('code-wrong')
  await send(world, groupId, 'eve@guests.test')
  const asEve = await world.call(rsvpApi.verifyCode, { email: 'eve@guests.test', groupId, code })
  expect(asEve.body.code).toBe('code-wrong')
  expect((await verify(world, groupId, code.toLowerCase())).status).toBe(200)
  expect((await verify(world, groupId, code)).body.code).toBe('code-wrong')
  expect(JSON.stringify(await world.store.find(proofCodes, { index: 'expiry' }))).not.toContain(code)
})

test('S11 R16 whether an email has answered may be asked 120 times a minute, and mails may be asked for 30 times an hour', async () => {
  const { world, groupId } = await withGroup()
  const checked = await Promise.all(
    times(130, (n) => world.call(n % 2 ? rsvpApi.check : rsvpApi.checkEmail, { groupId, email }, from('203.0.113.5'))),
  )
  expect([count(codesOf(checked), 'ok'), count(codesOf(checked), 'rate-limited')]).toEqual([120, 10])
  const mailed = await Promise.all(times(40, (n) => world.call(accessApi.requestLink, { email: `n${n}@people.test` }, from('203.0.113.5'))))
  expect([count(codesOf(mailed), 'ok'), count(codesOf(mailed), 'rate-limited')]).toEqual([30, 10])
})

test('S11 an organizer changes things 120 times a minute, from however many addresses; then a 429 says when to come back, and others go on', async () => {
  const world = await openWorld({ rateLimits: true, hops: 1 })
  const [ada, bo] = [await world.person('ada', 'pro'), await world.person('bo', 'pro')]
  const [{ groupId }, quiet] = [await world.event(ada), await world.event(bo)]
  const edit = (n: number, who: As, id: string) =>
    world.call(groupApi.update, { id, description: `Text ${n}` }, { ...who, headers: { 'x-forwarded-for': `198.51.100.${n}` } })
  const edits: Answer[] = []
  for (const n of times(150, (at) => at)) edits.push(await edit(n, ada, groupId))
  expect([count(codesOf(edits), 'ok'), count(codesOf(edits), 'rate-limited')]).toEqual([120, 30])
  for (const answer of edits.slice(120)) expectToWait(answer, 'rate-limited', 60)
  expect((await edit(1, bo, quiet.groupId)).status).toBe(200)
  expect((await world.call(groupApi.read, { id: groupId }, ada)).status).toBe(200)
})
