// The doctor, run as its own process: a healthy installation passes, and what isn't one is named. Each fault, arranged one by one: doctor-finds.test.ts.
import { execFileSync, spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { doctor, healthy, statesOf, zonesHere } from '../kit/process/doctor.ts'
import { freePort } from '../kit/process/free-port.ts'
import { openProxy } from '../kit/process/proxy.ts'

test('O14 a healthy installation on this machine passes; that there is no TLS is a warning', async () => {
  const { settings } = await healthy()
  const said = await doctor([], settings)
  const all = [
    'reach',
    'tls',
    'websocket',
    'polling',
    'cookies',
    'headers',
    'callers',
    'outbox',
    'clock',
    'zones',
    'store',
    'mail',
    'payments',
    'backup',
  ]
  expect(statesOf(said)).toEqual({ ...Object.fromEntries(all.map((name) => [name, 'ok'])), tls: 'warn', zones: zonesHere })
  expect([said.code, said.lines.cookies]).toEqual([0, 'ok: Cookies are HttpOnly, SameSite=Lax.'])
  const { headers } = await fetch(`${settings.PUBLIC_URL}/api/health/cookie`)
  expect(headers.getSetCookie()).toEqual(['rolecall_sample=sample; Max-Age=0; Path=/; HttpOnly; SameSite=Lax'])
})

test('O14a TRUST_PROXY without a HOST of this machine alone is named: whoever comes past the proxy chooses their address; control: with one, nobody does', async () => {
  const callers = async (env: Record<string, string>) => (await doctor(['http://127.0.0.1:9'], env)).lines.callers
  expect(await callers({ TRUST_PROXY: '1' })).toMatch(/^warn: TRUST_PROXY is 1 .*Set HOST=127\.0\.0\.1/)
  expect(await callers({ TRUST_PROXY: '2', HOST: '0.0.0.0' })).toMatch(/^warn: TRUST_PROXY is 2/)
  for (const HOST of ['127.0.0.1', '::1', 'localhost']) expect(await callers({ TRUST_PROXY: '1', HOST })).toMatch(/^ok/)
  expect(await callers({})).toMatch(/^ok/)
})

test('O14 a server that is not there, or is another one, fails', async () => {
  const nobody = await doctor([`http://127.0.0.1:${await freePort()}`], {})
  expect([nobody.code, nobody.lines.reach]).toEqual([1, expect.stringMatching(/^FAIL: .* can't be reached \(ECONNREFUSED\)/)])
  const other = await doctor([await openProxy([], { answers: () => 200 })], {})
  expect([other.code, other.lines.reach]).toEqual([1, expect.stringMatching(/^FAIL: .* answers 200, and not as Rolecall does/)])
  expect((await doctor(['not an address'], {})).code).toBe(2)
})

const limitable = spawnSync('prlimit', ['--version']).status === 0
test.skipIf(!limitable)('O14, S7 a store that takes no writes is named; so is a server that is not where it is looked for', async () => {
  const { pid, settings } = await healthy()
  const storeOf = async (env = {}) => (await doctor([], { ...settings, ...env })).lines.store
  execFileSync('prlimit', ['--pid', String(pid), '--fsize=1000:'])
  await expect.poll(storeOf).toMatch(/^FAIL: The store takes no writes/)
  execFileSync('prlimit', ['--pid', String(pid), '--fsize=unlimited:'])
  await expect.poll(storeOf).toMatch(/^ok/)
  expect(await storeOf({ PORT: String(await freePort()) })).toMatch(/^warn: The server itself was not found/)
})
