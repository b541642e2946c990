// No way into the server is left out: each that the product itself names has a row that says who may, and what attacks it.
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { api } from '#protocol/api.ts'
import type { Endpoint } from '#protocol/kernel/endpoint.ts'
import { routes } from '#server/app/app.ts'
import { keyOf } from './kit/rights/rights.ts'
import { rooms } from './kit/rights/rights-rooms.ts'
import { calls } from './kit/rights/rights-table.ts'
import {
  type Cover,
  callSurfaces,
  httpSurfaces,
  liveSurfaces,
  namesPeople,
  others,
  roomSurfaces,
  type Surface,
  tellOnPurpose,
  testsNamed,
} from './kit/rights/surfaces.ts'
import { openWorld } from './kit/world/world.ts'

/** What has no row, and rows of what isn't there. */
function omissions(found: readonly string[], table: Readonly<Record<string, unknown>>, where: string) {
  const missing = found.filter((one) => !Object.hasOwn(table, one)).map((one) => `${one} has no row in ${where}`)
  const stale = Object.keys(table).filter((one) => !found.includes(one))
  return [...missing, ...stale.map((one) => `${one} in ${where} is of nothing that is there`)]
}

/** What a test that covers it must at least mention: its path up to the first part that varies, or its name. */
const mentioned = (surface: string) => {
  const [kind = '', name = ''] = surface.split(' ')
  return kind === 'handshake' ? 'socket.io' : name.replace(/\/?[:*].*$/, '') || '/'
}
function uncovered(surface: string, cover: Cover): string | undefined {
  if (typeof cover !== 'string') return cover.none.length > 15 ? undefined : `${surface}: no reason why there need be no test`
  const files = testsNamed(cover).map((file) => readFileSync(file, 'utf8'))
  if (files.length === 0) return `${surface}: there is no test ${cover}`
  const isIn = files.some((text) => text.includes(mentioned(surface)) || text.includes('/surfaces.ts'))
  return isIn ? undefined : `${surface}: ${cover} does not mention it`
}
const gaps = (table: Readonly<Record<string, Surface>>) =>
  Object.entries(table).flatMap(([surface, { rights, enumeration, cost, sameSite }]) =>
    [rights, enumeration, cost, sameSite].flatMap((cover) => uncovered(surface, cover) ?? []),
  )

test('C2 every way into the server has a row: calls, other paths, rooms, packets of sockets', async () => {
  const http = httpSurfaces(await openWorld())
  expect(http).toEqual(expect.arrayContaining(callSurfaces))
  const otherPaths = http.filter((one) => !callSurfaces.includes(one))
  const tableOfCalls = Object.fromEntries(Object.keys(calls).map((key) => [key.split(' · ')[0]?.replace(' ', ' /api') ?? '', key]))
  expect([
    ...omissions(callSurfaces, tableOfCalls, 'rights-table.ts (calls)'),
    ...omissions(roomSurfaces, Object.fromEntries(Object.keys(rooms).map((kind) => [`room ${kind}`, kind])), 'rights-rooms.ts'),
    ...omissions([...otherPaths, ...liveSurfaces()], others, 'surfaces.ts (others)'),
  ]).toEqual([])
})

test('C2 every row names tests that are there and mention it, or says why there need be none', () => expect(gaps(others)).toEqual([]))

test('C2 the tests that besiege calls take them from the route table, and who tells of people on purpose says why', () => {
  const besieging = ['safety/rights', 'safety/enumeration-calls', 'safety/cost-bodies', 'safety/same-site', 'safety/hostile']
  const idle = besieging.filter((one) => !testsNamed(one).some((file) => /\b(routes|httpSurfaces)\b/.test(readFileSync(file, 'utf8'))))
  expect(idle).toEqual([])
  const people = routes.filter(({ endpoint }) => namesPeople(endpoint)).map(({ endpoint }) => keyOf(endpoint))
  expect(people.length).toBeGreaterThan(15)
  expect(Object.keys(tellOnPurpose).filter((key) => !people.includes(key))).toEqual([])
})

test('C2 control: a path, a packet and a room that nobody thought of, and rows that cover nothing, are named', async () => {
  const http = httpSurfaces(await openWorld())
  const { 'GET /dev/outbox': _, ...fewer } = others
  const found = http.filter((one) => !callSurfaces.includes(one)).concat(liveSurfaces(), 'POST /planted', 'packet planted')
  const planted = ['GET /dev/outbox', 'POST /planted', 'packet planted'].map((one) => `${one} has no row in here`)
  expect(omissions(found, fewer, 'here')).toEqual(expect.arrayContaining(planted))
  expect(omissions(['room group'], { 'room group': 1, 'room cellar': 1 }, 'here')).toEqual([
    'room cellar in here is of nothing that is there',
  ])
  const covers = { rights: 'safety/nowhere', enumeration: 'guide', cost: { none: '' }, sameSite: 'outbox' }
  expect(gaps({ 'GET /dev/outbox': { who: 'x', ...covers } })).toEqual([
    'GET /dev/outbox: there is no test safety/nowhere',
    'GET /dev/outbox: guide does not mention it',
    'GET /dev/outbox: no reason why there need be no test',
  ])
})

/** Calls that aren't sent over and over with their steps going wrong, and why. */
const unbroken: Readonly<Record<string, string>> = {
  'POST /org/mine': 'it only reads',
  'POST /hand-over/open': 'it only reads',
  'POST /companion/open': 'it only reads',
  'POST /team/open': 'it only reads',
  'POST /rsvp/open': 'it only reads, and sets a cookie',
  'POST /pass/open': 'it only reads',
  'POST /door/:eventId/practice': 'it only signs what is kept nowhere',
  'POST /notice/open': 'it only reads',
  'POST /group/:id/messages/audience': 'it only counts',
  'POST /rsvp/verify-link': 'it only reads, and sets a cookie',
  'POST /user/subscription/portal': 'it writes nothing of ours: the provider opens a page',
  'POST /payment/group/:groupId/portal': 'it writes nothing of ours: the provider opens a page',
  'DELETE /event/:id/group/:groupId/grants/:grantId': 'commands-orgs.ts sends it, by a path put together there',
}
const textIn = (folder: string, files: RegExp) =>
  readdirSync(folder)
    .filter((file) => files.test(file))
    .map((file) => readFileSync(`${folder}/${file}`, 'utf8'))
    .join('\n')
const nameOf = (endpoint: Endpoint) =>
  Object.entries(api).flatMap(([noun, calls]) =>
    Object.entries(calls).flatMap(([name, one]) => (one === endpoint ? [`${noun}Api.${name},`] : [])),
  )
/** The calls that write, and are in neither text: not by name, as the trials of the write path have them, nor by path, as the kill tests do. */
const neverBroken = (trials: string, commands: string) =>
  routes
    .filter(({ endpoint: { method } }) => method !== 'GET')
    .filter(({ endpoint }) => {
      const parts = endpoint.path.split(/:\w+/).map((part) => part.replaceAll(/[/-]/g, '\\$&'))
      const isSent = new RegExp(`['\`]${parts.join('[^\n]+?')}['\`?]`).test(commands)
      return !isSent && !nameOf(endpoint).some((name) => trials.includes(name))
    })
    .map(({ endpoint }) => keyOf(endpoint))

test('S6 every call that changes what is paid is sent while its server is killed: by then the provider may have acted', () => {
  const isMoney = (key: string) => /^POST \/(payment|user\/subscription)\/(?!.*(portal|preview))/.test(key)
  const killed = (commands: string) => neverBroken('', commands).filter(isMoney)
  expect(killed(textIn('tests/kit/process', /^commands/))).toEqual([])
  expect(killed('').sort()).toEqual(
    expect.arrayContaining(['POST /payment/group/:groupId/cancel', 'POST /payment/group/:groupId/reactivate']),
  )
})

test('S6 every call that writes is sent while its steps go wrong or its server is killed, or it is said why not', () => {
  const [trials, commands] = [textIn('tests/kit/faults', /^injected/), textIn('tests/kit/process', /^commands/)]
  expect(neverBroken(trials, commands).sort()).toEqual(Object.keys(unbroken).sort())
  expect(neverBroken('', '').length).toBeGreaterThan(40)
})
