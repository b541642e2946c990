// What is closed unless somebody opens it: the pages of developers, and payments.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { checkoutApi } from '#protocol/money/checkout.ts'
import { planApi } from '#protocol/money/plan.ts'
import { createApp } from '#server/app/app.ts'
import type { OutboxReaders } from '#server/app/dev/outbox.ts'
import { readConfig } from '#server/kernel/config.ts'
import type { Payments } from '#server/kernel/ports/payments.ts'
import { noPayments } from '#server/kernel/ports/payments-off.ts'
import type { Sandbox } from '#server/kernel/ports/payments-sandbox.ts'
import { countNothing, createLimits } from '#server/people/http/limits.ts'
import { newFolder } from '../kit/process/process.ts'
import { openWorld } from '../kit/world/world.ts'

const here = { incoming: { socket: { remoteAddress: '127.0.0.1' } } }
const elsewhere = { incoming: { socket: { remoteAddress: '203.0.113.7' } } }
const pages = ['/dev/outbox', '/api/dev/outbox', '/dev/emails', '/dev/emails/code']

async function outboxFor(outbox: OutboxReaders, hops = 0) {
  const { services } = await openWorld()
  const log = { info() {}, error() {} } as never
  const app = createApp(services, { log, countCall: countNothing, hops, outbox })
  return async (env: object, headers: Record<string, string> = {}) => {
    const all = pages.map(async (path) => (await app.request(path, { headers: { host: 'localhost:3000', ...headers } }, env)).status)
    return new Set(await Promise.all(all.slice(0, 3)))
  }
}

test('R121 the outbox answers this machine only: not another one, not through a proxy, not under another name; control: everyone by choice', async () => {
  const ask = await outboxFor('this-machine')
  expect(await ask(here)).toEqual(new Set([200]))
  expect(await ask({ incoming: { socket: { remoteAddress: '::ffff:127.0.0.1' } } }, { host: '[::1]:3000' })).toEqual(new Set([200]))
  expect(await ask(elsewhere)).toEqual(new Set([404]))
  expect(await ask({})).toEqual(new Set([404]))
  for (const name of ['x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'forwarded', 'via'])
    expect(await ask(here, { [name]: '127.0.0.1' })).toEqual(new Set([404]))
  for (const host of ['evil.test', '127.0.0.1.evil.test', 'localhost.evil.test', '203.0.113.1:3000'])
    expect(await ask(here, { host })).toEqual(new Set([404]))
  expect(await (await outboxFor('this-machine', 1))(here)).toEqual(new Set([404]))
  expect(await (await outboxFor('everyone'))(elsewhere)).toEqual(new Set([200]))
  expect(await (await outboxFor('nobody'))(here)).toEqual(new Set([404]))
})

test('R121 DEV_OUTBOX opens it; production, or an address that isn’t this machine, closes it for good', () => {
  const devPages = (env: Record<string, string>) => readConfig(env).devPages
  expect(devPages({})).toBe('this-machine')
  expect(devPages({ PUBLIC_URL: 'http://localhost:3000' })).toBe('this-machine')
  expect(devPages({ DEV_OUTBOX: 'public' })).toBe('everyone')
  expect(devPages({ DEV_OUTBOX: 'public', PUBLIC_URL: 'https://rsvp.example' })).toBe('nobody')
  expect(devPages({ PUBLIC_URL: 'http://192.168.0.2:3000' })).toBe('nobody')
  expect(devPages({ DEV_OUTBOX: 'public', NODE_ENV: 'production', PUBLIC_URL: 'http://localhost:1', PAYMENTS: 'off' })).toBe('nobody')
})

test('R74 in production payments are Stripe’s, off, or a demonstration by word; there is no start otherwise', () => {
  const production = { NODE_ENV: 'production', PUBLIC_URL: 'https://rsvp.example' }
  expect(() => readConfig(production)).toThrow(/^PAYMENTS must be off or sandbox in production/)
  const stripe = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_12345678' }
  expect(readConfig({ ...production, ...stripe }).payments).toBe('stripe')
  for (const payments of ['off', 'sandbox']) {
    expect(readConfig({ ...production, PAYMENTS: payments }).payments).toBe(payments)
    expect(() => readConfig({ ...stripe, PAYMENTS: payments })).toThrow('PAYMENTS must not be set with STRIPE_SECRET_KEY')
  }
  expect([readConfig({}).payments, readConfig({ PAYMENTS: 'off' }).payments]).toEqual(['sandbox', 'off'])
})

test('R74 with payments off nothing is sold, and the refusal says so', async () => {
  const world = await openWorld({ payments: () => noPayments })
  const ada = await world.person('ada')
  const { groupId } = await world.event(ada)
  const no = [403, 'payments-off', 'Plans can’t be bought on this site.']
  expect(await world.no(checkoutApi.subscribe, { plan: 'pro' }, ada)).toEqual(no)
  expect(await world.no(checkoutApi.group, { groupId, mode: 'payment' }, ada)).toEqual(no)
  expect((await world.send('POST', '/api/payment/webhook', {})).body.code).toBe('webhook-invalid')
  expect((await world.ok(planApi.subscription, {}, ada)).subscription).toBeNull()
})

test('R74 R75 each page carries how payments are taken and whom to write to, and nothing of the address can leave its attribute', async () => {
  const folder = newFolder()
  mkdirSync(join(folder, 'assets'))
  writeFileSync(join(folder, 'index.html'), '<html><head>\n  </head></html>')
  const shown = async (payments: (sandbox: Sandbox) => Payments, isProduction: boolean, supportEmail = 'help@rolecall.test') => {
    const { services } = await openWorld({ payments })
    const log = { info() {}, error() {} } as never
    const options = { log, countCall: countNothing, hops: 0, outbox: 'nobody', clientFolder: folder, isProduction } as const
    const page = await (await createApp({ ...services, supportEmail }, options).request('/pricing')).text()
    return /<html[^>]*>/.exec(page)?.[0]
  }
  const saying = (payments: string) => `<html data-payments="${payments}" data-support-email="help@rolecall.test" data-retention-days="90">`
  const stripe = (sandbox: Sandbox): Payments => ({ ...sandbox, name: 'stripe' })
  const off = () => noPayments
  const sandbox = (one: Sandbox): Payments => one
  expect([await shown(off, true), await shown(off, false)]).toEqual([saying('off'), saying('off')])
  expect([await shown(sandbox, true), await shown(sandbox, false)]).toEqual([saying('demonstration'), saying('sandbox')])
  expect(await shown(stripe, true)).toBe(saying('on'))
  expect(await shown(stripe, true, '"&$&@x.test')).toBe(
    '<html data-payments="on" data-support-email="&quot;&amp;$&amp;@x.test" data-retention-days="90">',
  )
})

test('R136 the page is a 404 where the client has none', async () => {
  const folder = newFolder()
  mkdirSync(join(folder, 'assets'))
  writeFileSync(join(folder, 'index.html'), '<html><head>\n  </head></html>')
  const { services } = await openWorld()
  const log = { info() {}, error() {} } as never
  const app = createApp(services, { log, countCall: countNothing, hops: 0, outbox: 'nobody', clientFolder: folder })
  const asked = async (path: string, method = 'GET') => {
    const answer = await app.request(path, { method })
    return [path, answer.status, answer.headers.get('content-type')?.split(';')[0]]
  }
  for (const path of ['/dashboard', '/event/x', '/payment/', '/Login?from=/x']) expect(await asked(path)).toEqual([path, 200, 'text/html'])
  for (const path of ['/nope', '/event', '/group/x/nope', '/.env']) expect(await asked(path)).toEqual([path, 404, 'text/html'])
  expect((await asked('/nope', 'HEAD'))[1]).toBe(404)
})

test('R119 pages, files and unknown calls count for the address as well', async () => {
  const { services } = await openWorld()
  const count = createLimits()
  const counted: string[] = []
  const countCall: typeof count = (address, name) => {
    counted.push(name)
    return count(address, name)
  }
  const app = createApp(services, { log: { info() {}, error() {} } as never, countCall, hops: 0, outbox: 'everyone' })
  for (const path of ['/', '/assets/x.js', '/dev/outbox', '/api/dev/outbox', '/api/docs', '/api/openapi.json', '/api/nothing']) {
    counted.length = 0
    await app.request(path)
    expect([path, counted]).toEqual([path, [path === '/api/nothing' ? 'all' : 'page']])
  }
})
