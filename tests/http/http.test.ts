// What every answer has in common: how the server says no, what it keeps back, and whom it lets call how often.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { describe, expect, onTestFinished, test } from 'vitest'
import { refusalCodes, refusals } from '#protocol/kernel/refusals.ts'
import { accessApi } from '#protocol/people/access.ts'
import { accountApi } from '#protocol/people/account.ts'
import { eventApi } from '#protocol/seats/event.ts'
import { groupApi } from '#protocol/seats/group.ts'
import { rsvpApi } from '#protocol/seats/rsvp.ts'
import { newApp } from '#server/edge/http/mount.ts'
import { addressOf } from '#server/edge/http/request.ts'
import { serveClient } from '#server/edge/http/static.ts'
import { Refusal } from '#server/kernel/refuse.ts'
import type { Store } from '#server/kernel/store/store.ts'
import { limitKey } from '#server/people/http/limits.ts'
import { openWorld } from '../kit/world/world.ts'

/** A log, and what it was told. */
function listened() {
  const lines: string[] = []
  return { log: pino({}, { write: (line: string) => void lines.push(line) }), logged: () => lines.join('') }
}

describe('a no', () => {
  test('R59 has a status, a stable code, a sentence, what fills it, and a request id', async () => {
    const world = await openWorld()
    const { status, body, headers } = await world.send('GET', '/api/nothing')
    expect([status, body.code, body.error]).toEqual([404, 'call-unknown', 'There is no such call.'])
    expect(body.requestId).toBe(headers.get('x-request-id'))
    const full = new Refusal('role-under-filled', { filled: 3 })
    expect([full.status, full.code, full.message, full.details]).toEqual([
      409,
      'role-under-filled',
      '3 seats are already taken. The limit cannot be lower.',
      { filled: 3 },
    ])
  })

  test('R59 every code has a 4xx or 5xx status and a sentence', () => {
    const odd = refusalCodes.filter((code) => !/^[a-z]+(-[a-z]+)*$/.test(code) || refusals[code][0] < 400 || refusals[code][1].length < 6)
    expect(odd).toEqual([])
  })

  test('R59 one sentence per bad field', async () => {
    const world = await openWorld()
    const { body } = await world.send('POST', '/api/auth/signup', { email: 'x', username: 'y', password: 'z' })
    expect(body).toMatchObject({
      code: 'input-invalid',
      fields: {
        email: 'Please enter a valid email address',
        username: 'Username must be 5–24 alphanumeric characters',
        password: 'Password must be at least 8 characters long',
      },
    })
  })

  test('R59 a bug is a sentence that gives nothing away, and a line in the log with the request id', async () => {
    const { log, logged } = listened()
    const broken = (store: Store): Store => Object.assign(Object.create(store), { get: () => Promise.reject(new Error('a secret detail')) })
    const world = await openWorld({ log, wrap: broken })
    const { status, body } = await world.call(groupApi.read, { id: 'a'.repeat(24) })
    expect([status, body.code, body.error]).toEqual([500, 'internal', 'Something went wrong. Please try again.'])
    expect(JSON.stringify(body)).not.toContain('secret')
    expect(logged()).toContain('a secret detail')
    expect(logged()).toContain(body.requestId)
  })
})

describe('what comes in', () => {
  test('H3 an unknown field, broken JSON, an array and a body over 256 KB are refused', async () => {
    const world = await openWorld()
    const send = async (body: string) => {
      const answer = await world.send('POST', '/api/auth/login', body, { headers: { 'content-length': String(Buffer.byteLength(body)) } })
      return [answer.status, answer.body.code]
    }
    expect(await send('{"email":"a@b.co","password":"x","admin":true}')).toEqual([400, 'input-invalid'])
    for (const broken of ['{', '[]', '"text"', 'null', '1']) expect(await send(broken)).toEqual([400, 'json-broken'])
    expect(await send(JSON.stringify({ email: 'a@b.co', password: 'x'.repeat(256 * 1024) }))).toEqual([413, 'body-too-large'])
    expect(await send('')).toEqual([400, 'input-invalid'])
  })

  test('H2 R121 every answer says what browsers may do with it, and none of the API is kept', async () => {
    const world = await openWorld()
    for (const path of ['/api/health', '/api/nothing', '/dev/outbox']) {
      const { headers } = await world.send('GET', path)
      expect(headers.get('content-security-policy')).toMatch(/default-src 'self'.*frame-ancestors 'none'/)
      expect([headers.get('x-content-type-options'), headers.get('referrer-policy'), headers.get('x-frame-options')]).toEqual([
        'nosniff',
        'no-referrer',
        'DENY',
      ])
      expect(headers.get('strict-transport-security')).toMatch(/^max-age=\d+$/)
    }
    expect((await world.send('GET', '/api/health')).headers.get('cache-control')).toBe('no-store')
  })

  test('H4 tokens, codes, passwords and emails stay out of the log', async () => {
    const { log, logged } = listened()
    const world = await openWorld({ log })
    const ada = await world.person('ada')
    const { groupId } = await world.event(ada)
    const link = await world.link(ada.email)
    await world.ok(accessApi.validateLink, { token: link.organizerToken })
    await world.ok(accountApi.me, {}, link)
    await world.ok(rsvpApi.check, { groupId, email: 'gast@guests.test' })
    await world.prove('gast@guests.test', groupId)
    const code = await world.codeMailed('gast@guests.test')
    // Somebody may put a secret anywhere into a path, known or not.
    const inPaths = [`/api/group/${link.organizerToken}`, `/api/${ada.token}`, `/${code}/gast@guests.test`, `/dev/emails/${ada.email}`]
    for (const path of inPaths) for (const method of ['GET', 'POST', 'DELETE']) await world.send(method, path)
    expect(logged()).toContain('/api/rsvp/verify-code')
    expect(logged()).toContain('"route":"/api/group/:id"')
    const secrets = [ada.token, link.organizerToken, code, 'password of ada', ada.email, 'gast@guests.test']
    expect(secrets.filter((secret) => logged().includes(secret))).toEqual([])
  })
})

describe('how often', () => {
  test('H1 calls are counted per network address; a refusal says when to come back', async () => {
    const world = await openWorld({ rateLimits: true, hops: 1 })
    const ask = (address: string) => world.call(accessApi.requestLink, { email: 'a@b.co' }, { headers: { 'x-forwarded-for': address } })
    const answers = await Promise.all(Array.from({ length: 31 }, () => ask('203.0.113.7')))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(30)
    const refused = answers.find(({ status }) => status === 429)
    expect(refused?.body).toMatchObject({
      code: 'rate-limited',
      error: expect.stringMatching(/^Too many requests\. Please try again in 2 minutes\. A link that we emailed works at once,/),
    })
    expect(Number(refused?.headers.get('retry-after'))).toBe(refused?.body.seconds)
    expect((await ask('203.0.113.8')).status).toBe(200)
    expect((await ask('198.51.100.1, 203.0.113.7')).status).toBe(429)
  })

  test('H1 the address is the connection’s, or what the outermost trusted proxy saw: nobody chooses their own', () => {
    expect(addressOf('10.0.0.1', '6.6.6.6', 0)).toBe('10.0.0.1')
    expect(addressOf('10.0.0.1', '6.6.6.6, 1.2.3.4', 1)).toBe('1.2.3.4')
    expect(addressOf('10.0.0.1', '6.6.6.6, 1.2.3.4, 10.0.0.2', 2)).toBe('1.2.3.4')
    expect(addressOf('10.0.0.1', undefined, 2)).toBe('10.0.0.1')
    expect(addressOf(undefined, undefined, 0)).toBe('unknown')
  })

  test('H1 of IPv6 the customer’s /64 counts, however it is written', () => {
    const same = ['2001:db8:1:2::1', '2001:db8:1:2:ffff::', '2001:0DB8:0001:0002:0:0:0:9', '[2001:db8:1:2::1]:443'].map(limitKey)
    expect(new Set(same).size).toBe(1)
    expect(limitKey('2001:db8:1:3::1')).not.toBe(same[0])
    expect([limitKey('::ffff:1.2.3.4'), limitKey('1.2.3.4:5678')]).toEqual(['1.2.3.4', '1.2.3.4'])
  })
})

test('R63 health answers', async () => {
  const world = await openWorld()
  expect((await world.send('GET', '/api/health')).body).toEqual({ status: 'ok' })
})

test('R67, R25 what is created has an id of 24 hex characters', async () => {
  const world = await openWorld()
  const ada = await world.person('ada')
  const { event, groups, groupId } = await world.ok(eventApi.createWithGroup, { event: world.eventInput(), groups: [{}] }, ada)
  for (const id of [event._id, groups[0]?._id, groupId, ada.userId]) expect(id).toMatch(/^[0-9a-f]{24}$/)
})

test('R59 a path of the API that no call has is refused as JSON, whatever the method; any other is the page or a plain 404', async () => {
  const world = await openWorld()
  for (const path of ['/api', '/api/', '/api/nothing'])
    for (const method of ['GET', 'POST', 'DELETE']) {
      const { status, body } = await world.send(method, path)
      expect([method, path, status, body.code]).toEqual([method, path, 404, 'call-unknown'])
    }
  for (const method of ['GET', 'HEAD', 'POST']) expect((await world.app.request('/apis', { method })).status).toBe(404)
})

test('R63 the gallery of parts is a page outside production; in production its address is one of the client, which has no such page', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'rolecall-client-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  mkdirSync(join(folder, 'dev'))
  writeFileSync(join(folder, 'index.html'), 'CLIENT')
  writeFileSync(join(folder, 'dev/ui.html'), 'GALLERY')
  const read = async (gallery: boolean, path: string) => {
    const app = newApp()
    app.notFound(serveClient(app, folder, { gallery }))
    return (await app.request(path, {}, { requestId: '1', route: '', isWhole: false })).text()
  }
  expect(await read(true, '/dev/ui')).toBe('GALLERY')
  expect(await read(true, '/dashboard')).toBe('CLIENT')
  for (const path of ['/dev/ui', '/dev/ui.html', '/dev/ui/']) expect(await read(false, path)).toBe('CLIENT')
  rmSync(join(folder, 'dev'), { recursive: true })
  expect(await read(true, '/dev/ui')).toBe('CLIENT')
})
