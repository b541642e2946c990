// What the real server writes while people come and go, at the highest log level; and what its answers tell browsers to keep to themselves.
import { readFileSync } from 'node:fs'
import { MongoServerError } from 'mongodb'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { problemOf } from '#server/kernel/store/mongo/driver-errors.ts'
import { newFolder, startServer } from '../kit/process/process.ts'
import { mailboxOf, visit } from '../kit/process/visit.ts'
import { openSmtp } from '../kit/world/smtp.ts'
import { openWorld } from '../kit/world/world.ts'

const trace = { LOG_LEVEL: 'trace', RATE_LIMITS: 'on' }
const standingIn = (text: string, secrets: readonly string[]) => secrets.filter((secret) => text.includes(secret))

test('S12 a whole visit at LOG_LEVEL=trace leaves no token, code, password or email in the output, nor in a redirect', async () => {
  const smtp = await openSmtp((address) => address.endsWith('@refused.test'))
  const server = await startServer(newFolder(), { ...trace, SMTP_URL: smtp.url, PUBLIC_URL: 'https://rsvp.test' })
  const { secrets, cookie, responses } = await visit(
    server.url,
    mailboxOf(() => smtp.letters),
  )
  for (const secret of secrets) expect(secret.length).toBeGreaterThanOrEqual(6)
  expect(responses.map(({ status }) => status).filter((status) => status >= 500)).toEqual([])
  expect(responses.filter(({ status, headers }) => status === 301 || status === 302 || headers.has('location'))).toEqual([])
  for (const { headers } of responses) expect(headers.get('referrer-policy')).toBe('no-referrer')
  await expect.poll(server.output).toContain('email not delivered')
  server.signal('SIGTERM')
  expect(await server.exit).toBe(0)
  expect(server.output()).toContain('/api/rsvp/verify-code')
  expect(server.output()).toContain('not known here')
  expect(standingIn(server.output(), secrets)).toEqual([])
  expect(standingIn(server.output(), secrets.map(encodeURIComponent))).toEqual([])
  const [pair = '', ...attributes] = cookie.split('; ')
  expect(pair).toMatch(/^__Host-rolecall_proof_[0-9a-f]{24}=[\w.%-]+$/)
  expect(attributes.sort()).toEqual(['HttpOnly', 'Max-Age=7200', 'Path=/', 'SameSite=Lax', 'Secure'])
})

test('S12 control: the outbox of a laptop prints its emails, and that is found; in the lines of its log there is nothing either', async () => {
  const server = await startServer(newFolder(), trace)
  const outbox = async () => {
    const { messages } = (await (await fetch(`${server.url}/api/dev/outbox`)).json()) as { messages: { to: string; text: string }[] }
    return messages.toReversed().map(({ to, text }) => `${to}\n${text}`)
  }
  const { secrets, cookie } = await visit(server.url, mailboxOf(outbox))
  const lines = server.output().split('\n')
  expect(standingIn(server.output(), secrets).length).toBeGreaterThanOrEqual(5)
  const logged = lines.filter((line) => line.startsWith('{')).join('\n')
  expect(logged).toContain('/api/rsvp/verify-code')
  expect(standingIn(logged, secrets)).toEqual([])
  expect(cookie).not.toContain('Secure')
})

const policyOf = (headers: Headers) =>
  new Map((headers.get('content-security-policy') ?? '').split('; ').map((part) => [part.split(' ')[0], part.split(' ').slice(1)]))

/** What a browser is let do with the answers of `send`, that it must not be let do. */
async function allowedToBrowsers(send: (path: string) => Promise<Headers>) {
  const allowed: string[] = []
  const paths = [
    '/api/health',
    '/api/nothing',
    '/api/auth/me',
    '/api/group/x',
    '/dev/outbox',
    '/api/dev/outbox',
    '/',
    '/nothing',
    '/assets/x.js',
  ]
  for (const path of paths) {
    const headers = await send(path)
    const policy = policyOf(headers)
    const closed = ['object-src', 'base-uri', 'frame-ancestors'].every((name) => policy.get(name)?.join() === "'none'")
    const own = ['script-src', 'default-src', 'form-action'].every((name) => policy.get(name)?.join() === "'self'")
    const is = {
      'runs or embeds': !closed || !own,
      'guesses a type': headers.get('x-content-type-options') !== 'nosniff',
      'frames it': headers.get('x-frame-options') !== 'DENY',
      'knows the server': headers.has('x-powered-by') || headers.has('server'),
      'keeps it': (headers.get('cache-control') === 'no-store') !== path.startsWith('/api'),
    }
    allowed.push(...Object.entries(is).flatMap(([what, isSo]) => (isSo ? `${path} ${what}` : [])))
  }
  return allowed
}

test('S13 no answer lets a browser run a script from its text, guess a type, or show it in a frame', async () => {
  const world = await openWorld()
  expect(await allowedToBrowsers(async (path) => (await world.send('GET', path)).headers)).toEqual([])
})

test('S13 control: answers without those headers are found, each in each way', async () => {
  const bare = new Headers({ server: 'x' })
  expect(await allowedToBrowsers(async () => bare)).toHaveLength(9 * 4 + 5)
})

test('S13 our pages hold no script of their own, and no handler in a tag', async () => {
  const world = await openWorld()
  await world.person('ada')
  const outbox = String((await world.send('GET', '/dev/outbox')).body)
  expect(outbox).toContain('ada@people.test')
  for (const page of [readFileSync('client/index.html', 'utf8'), outbox]) {
    expect(page.match(/<script(?![^>]* src=")[^>]*>/g)).toBeNull()
    expect(page.match(/<[^>]+ on\w+=/g)).toBeNull()
    expect(page).not.toContain('javascript:')
  }
})

test('S12 what MongoDB says of a failure repeats what it was asked; the log gets the code and nothing of the records', () => {
  const record = { _id: 'u1', email: 'ada@people.test', passwordHash: '$scrypt$secret' }
  const errmsg = `not authorized on rolecall to execute command { insert: "users", documents: [ ${JSON.stringify(record)} ] }`
  const refused = new MongoServerError({ errmsg, code: 13, codeName: 'Unauthorized' })
  const taken = new MongoServerError({
    errmsg: 'E11000 dup key: { email: "ada@people.test" }',
    code: 11_000,
    keyValue: { email: record.email },
  })
  const late = new MongoServerError({ errmsg, code: 50, codeName: 'MaxTimeMSExpired', op: record })
  const lineOf = (err: unknown) => {
    const lines: string[] = []
    pino({}, { write: (line) => void lines.push(line) }).error({ err }, 'a call failed')
    return lines.join('')
  }
  for (const error of [refused, taken, late]) {
    expect(lineOf(error)).toContain('ada@people.test')
    expect(lineOf(problemOf(error))).not.toMatch(/ada@|scrypt/)
  }
  expect(lineOf(problemOf(refused))).toMatch(/13 Unauthorized/)
  expect(problemOf(refused)).toMatchObject({ code: 13 })
  expect([problemOf(taken), problemOf(late)].map((error) => (error as Error).name)).toEqual(['RevisionConflict', 'StoreUnavailable'])
})

test('S12, R87 a personal link’s token stands in no log, no metric, no header and no redirect, wherever it is sent', async () => {
  const lines: string[] = []
  const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) })
  const world = await openWorld({ log })
  const { groupId, eventId } = await world.event(await world.person('ada'))
  await world.answer(groupId, world.proven('gast@guests.test', groupId), ['Guest'])
  const token = /guest=([\w.-]+)/.exec((await world.mails('gast@guests.test'))[0]?.text ?? '')?.[1] ?? ''
  expect(token.length).toBeGreaterThan(100)
  const answers = [
    await world.send('POST', '/api/rsvp/open', { token }),
    await world.send('POST', '/api/rsvp/open', { token: `${token}x` }),
    await world.send('GET', `/rsvp/${groupId}?eventId=${eventId}&guest=${token}`),
    await world.send('GET', `/api/rsvp/form/${groupId}?guest=${token}`),
    await world.send('GET', `/api/rsvp/open?token=${token}`),
    await world.send('GET', `/api/calendar/${token}`),
  ]
  for (const { headers, status } of answers) {
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(status).not.toBe(302)
  }
  const headers = answers.flatMap((one) => [...one.headers].map((pair) => pair.join(': ')))
  const metrics = await (await world.app.request('/api/metrics', {}, { incoming: { socket: { remoteAddress: '127.0.0.1' } } })).text()
  expect(metrics).toContain('/api/rsvp/open')
  for (const text of [lines.join('\n'), headers.join('\n'), metrics]) expect(text).not.toContain(token.split('.')[1])
  expect(lines.join('\n')).toContain('/api/rsvp/open')
})
