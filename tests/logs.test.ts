// What the real server writes while people come and go, at the highest log level; and what its answers tell browsers to keep to themselves.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { newFolder, startServer } from './kit/process.ts'
import { openSmtp } from './kit/smtp.ts'
import { mailboxOf, visit } from './kit/visit.ts'
import { openWorld } from './kit/world.ts'

const trace = { LOG_LEVEL: 'trace', RATE_LIMITS: 'on' }
const standingIn = (text: string, secrets: readonly string[]) => secrets.filter((secret) => text.includes(secret))

test('S12 a whole visit at LOG_LEVEL=trace leaves no token, code, password or e-mail in the output, nor in a redirect', async () => {
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
  await expect.poll(server.output, { timeout: 10_000 }).toContain('e-mail not delivered')
  server.signal('SIGTERM')
  expect(await server.exit).toBe(0)
  expect(server.output()).toContain('/api/rsvp/verify-code')
  expect(server.output()).toContain('not known here')
  expect(standingIn(server.output(), secrets)).toEqual([])
  expect(standingIn(server.output(), secrets.map(encodeURIComponent))).toEqual([])
  const [pair = '', ...attributes] = cookie.split('; ')
  expect(pair).toMatch(/^rolecall_proof_[0-9a-f]{24}=[\w.%-]+$/)
  expect(attributes.sort()).toEqual(['HttpOnly', 'Max-Age=7200', 'Path=/', 'SameSite=Lax', 'Secure'])
}, 60_000)

test('S12 control: the outbox of a laptop prints its letters, and that is found; in the lines of its log there is nothing either', async () => {
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
}, 60_000)

const policyOf = (headers: Headers) =>
  new Map((headers.get('content-security-policy') ?? '').split('; ').map((part) => [part.split(' ')[0], part.split(' ').slice(1)]))

test('S13 no answer lets a browser run a script from its text, guess a type, or show it in a frame', async () => {
  const world = await openWorld()
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
    const { headers } = await world.send('GET', path)
    const policy = policyOf(headers)
    expect([path, policy.get('script-src'), policy.get('default-src'), policy.get('object-src')]).toEqual([
      path,
      ["'self'"],
      ["'self'"],
      ["'none'"],
    ])
    expect([policy.get('base-uri'), policy.get('frame-ancestors'), policy.get('form-action')]).toEqual([["'none'"], ["'none'"], ["'self'"]])
    expect([headers.get('x-content-type-options'), headers.get('x-frame-options')]).toEqual(['nosniff', 'DENY'])
    expect([headers.get('x-powered-by'), headers.get('server')]).toEqual([null, null])
    expect(headers.get('cache-control') === 'no-store').toBe(path.startsWith('/api'))
  }
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
