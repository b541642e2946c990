// A page of somebody else on the same site (another port, a sibling subdomain): the guest's cookies travel with what it sends, and it must change nothing.
import { expect, onTestFinished, test } from 'vitest'
import { rsvpApi } from '#protocol/seats/rsvp.ts'
import { routes } from '#server/app/app.ts'
import { isLocalUrl } from '#server/people/identity/cookies.ts'
import { rewindable } from '../kit/hostile/rewind.ts'
import { shadowed } from '../kit/hostile/shadow.ts'
import { keyOf } from '../kit/rights/rights.ts'
import { ivy, openCast } from '../kit/rights/rights-cast.ts'
import { calls } from '../kit/rights/rights-table.ts'
import { freshStore, openWorld } from '../kit/world/world.ts'

const own = 'http://rolecall.test'
/** How a browser, new or old, sends what such a page tells it to. A page can't set these headers, nor any but simple ones. */
const pages = {
  'a sibling subdomain': { 'sec-fetch-site': 'same-site', origin: 'http://pages.rolecall.test' },
  'another port': { 'sec-fetch-site': 'same-site', origin: 'http://rolecall.test:8000' },
  'another site': { 'sec-fetch-site': 'cross-site', origin: 'http://evil.test' },
  'a sandboxed frame': { 'sec-fetch-site': 'cross-site', origin: 'null' },
  'an address typed in': { 'sec-fetch-site': 'none' },
  'another port, in an old browser': { origin: 'http://rolecall.test:8000' },
  'a longer name, in an old browser': { origin: 'http://rolecall.test.evil.test' },
  'a frame, in an old browser': { origin: 'null' },
  'a program that keeps cookies': {},
}
const types = ['application/json', 'text/plain', 'text/plain; application/json', 'application/x-www-form-urlencoded', '']

const writing = routes.filter(({ endpoint }) => endpoint.method !== 'GET')

async function setUp() {
  const { store: shaded, shadow } = shadowed(await freshStore())
  const { store, rewind } = rewindable(shaded)
  onTestFinished(() => store.close())
  const world = await openWorld({ store })
  const cast = await openCast(world)
  const { cookie = '' } = cast.callers.inviteeHere ?? {}
  rewind.forget()
  /** Sends every writing call with the guest's cookies, as each type or the nth in turn; gives those that were not refused, and those that changed something. */
  async function strike(headersOf: (type: string) => Record<string, string>, nth?: number) {
    const found: string[] = []
    for (const [call, { endpoint }] of writing.entries()) {
      const row = calls[keyOf(endpoint)]
      const input = { ...row?.input(cast.tenants.free) } as Record<string, unknown>
      const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => String(input[name]))
      const tried = nth === undefined ? types : [types[(call + nth) % types.length] ?? '']
      for (const type of tried) {
        const before = shadow.digest()
        const headers = { cookie, ...headersOf(type) }
        const response = await world.app.request(`/api${path}`, {
          method: endpoint.method,
          headers,
          ...(endpoint.method !== 'DELETE' && { body: new TextEncoder().encode(JSON.stringify(input)) }),
        })
        const { code } = (await response.json()) as { code?: string }
        const what = `${keyOf(endpoint)} as ${type || 'nothing'} gets ${code ?? 'ok'}`
        if (code !== 'page-foreign') found.push(what)
        if (shadow.digest() !== before) found.push(`${what} and changes the store`)
        await rewind()
      }
    }
    return found
  }
  return { world, cast, cookie, strike }
}
const typed = (type: string): Record<string, string> => (type ? { 'content-type': type } : {})

/** In npm test each call comes from every page, of one type each time. */
const isSample = process.env.TIER === 'fast'
test('R121 a writing call by cookie from any page but our own is refused, and changes nothing', async () => {
  const { strike } = await setUp()
  for (const [nth, [name, page]] of Object.entries(pages).entries()) {
    const found = await strike((type) => ({ ...page, ...typed(type) }), isSample ? nth : undefined)
    expect([name, found]).toEqual([name, []])
  }
})

test('R121 control: with the check off the guest’s answer is written, whatever page it comes from', async () => {
  const { strike } = await setUp()
  const found = await strike((type) => ({ 'sec-fetch-site': 'same-origin', ...typed(type && 'application/json') }))
  expect(found).toContain('POST /rsvp/submit as text/plain gets ok and changes the store')
  expect(new Set(found.map((one) => one.split(' as ')[0])).size).toBe(writing.length)
})

test('R121 a body must say that it is JSON, whoever sends it; one that says so is read in any spelling', async () => {
  const { world, cast, cookie } = await setUp()
  const { groupId } = cast.tenants.free
  const body = JSON.stringify({ groupId, name: 'Ivy', email: ivy, attending: true })
  const send = async (type: string) => {
    const headers = { cookie, 'sec-fetch-site': 'same-origin', ...typed(type) }
    const sent = { method: 'POST', headers, body: new TextEncoder().encode(body) }
    return ((await (await world.app.request(`/api${rsvpApi.submit.path}`, sent)).json()) as { code?: string }).code
  }
  for (const type of types.slice(1)) expect([type, await send(type)]).toEqual([type, 'json-needed'])
  for (const type of ['application/json', 'Application/JSON', 'application/json; charset=utf-8', 'application/json;charset=utf-8'])
    expect([type, await send(type)]).not.toEqual([type, 'json-needed'])
})

test('R121 a page of our own writes, and so does a token without a browser, whatever its headers say', async () => {
  const { world, cast, cookie } = await setUp()
  const { groupId } = cast.tenants.free
  const input = { groupId, name: 'Ivy', email: ivy, attending: true }
  const submit = (headers: object) => world.call(rsvpApi.submit, input, { headers: { ...headers } })
  for (const from of [{ origin: own }, { 'sec-fetch-site': 'same-origin' }, { 'sec-fetch-site': 'same-origin', origin: own }])
    expect((await submit({ cookie, ...from })).status).toBe(200)
  const { token = '' } = cast.callers.creatorFree ?? {}
  let sent = 0
  for (const from of Object.values(pages)) {
    expect((await submit({ cookie, ...from, authorization: `Bearer ${token}` })).status).toBe(200)
    expect((await world.call(rsvpApi.sendCode, { groupId, email: `sent${sent++}@guests.test` }, { headers: from })).status).toBe(200)
  }
})

test('R121 the host that was asked counts as our own only where PUBLIC_URL is this machine', async () => {
  const { world, cast, cookie } = await setUp()
  const { groupId } = cast.tenants.free
  const submit = (origin: string, host: string) =>
    world.call(rsvpApi.submit, { groupId, name: 'Ivy', email: ivy, attending: true }, { headers: { cookie, origin, host } })
  expect((await submit('http://127.0.0.1:3000', '127.0.0.1:3000')).body.code).toBe('page-foreign')
  Object.assign(world.services, { publicUrl: 'http://localhost:3000' })
  expect((await submit('http://127.0.0.1:3000', '127.0.0.1:3000')).status).toBe(200)
  expect((await submit('http://127.0.0.1:8000', '127.0.0.1:3000')).body.code).toBe('page-foreign')
  const local = ['http://localhost:1', 'http://127.0.0.1', 'http://127.8.0.1', 'http://[::1]:3', 'https://a.localhost']
  const others = [
    'http://localhost.evil.test',
    'http://127.0.0.1.evil.test',
    'https://rsvp.example',
    'http://192.168.0.1',
    'http://0x7f.1.evil',
  ]
  expect([local.filter(isLocalUrl), others.filter(isLocalUrl)]).toEqual([local, []])
})
