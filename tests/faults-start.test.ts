// Starts that can't go well, with the real process: each is refused by the name of what is wrong, without a trace, and changes nothing.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { collections, storeVersion } from '#server/store/collections.ts'
import { openSqlite } from '#server/store/sqlite.ts'
import { freePort } from './kit/free-port.ts'
import { newFolder, run, startServer } from './kit/process.ts'
import { fill, openStore, storeFile } from './kit/seed.ts'

const env = { NODE_ENV: 'development', LOG_LEVEL: 'info', PORT: '0' }

/** Starts a server that must not come up, and gives what it said. */
async function refusal(more: Record<string, string>): Promise<string> {
  const server = run({ ...env, ...more })
  const tooLong = setTimeout(() => server.signal('SIGKILL'), 10_000)
  expect([await server.exit, server.output()]).toEqual([1, expect.stringContaining("Rolecall can't start: ")])
  clearTimeout(tooLong)
  expect(server.output()).not.toMatch(/\n {4}at |"msg":"started"/)
  return server.output()
}

const production = { NODE_ENV: 'production', PUBLIC_URL: 'https://rsvp.example' }
const badValues: readonly (readonly [name: string, more: Record<string, string>])[] = [
  ['PORT', { PORT: '70000' }],
  ['PUBLIC_URL', { PUBLIC_URL: 'rsvp.example' }],
  ['PUBLIC_URL', { PUBLIC_URL: 'https://rsvp.example/?from=mail' }],
  ['PUBLIC_URL', { NODE_ENV: 'production' }],
  ['RATE_LIMITS', { ...production, RATE_LIMITS: 'off' }],
  ['MONGODB_URI', { MONGODB_URI: 'mongodb://localhost' }],
  ['SMTP_URL', { SMTP_URL: 'mail.example.org' }],
  ['SENDGRID_API_KEY', { SENDGRID_API_KEY: 'key' }],
  ['TOKEN_SECRET', { TOKEN_SECRET: 'short' }],
  ['TRUST_PROXY', { TRUST_PROXY: 'yes' }],
  ['LOG_LEVEL', { LOG_LEVEL: 'loud' }],
]

test('S9 R65 a bad value stops the start, which says its variable, and leaves no folder behind', async () => {
  const folder = newFolder()
  for (let at = 0; at < badValues.length; at += 2) {
    const pair = badValues.slice(at, at + 2)
    const said = await Promise.all(pair.map(([, more]) => refusal({ DATA_DIR: join(folder, 'data'), ...more })))
    for (const [nth, [name]] of pair.entries()) expect(said[nth]).toMatch(new RegExp(`can't start: ${name} (must|is not) `))
  }
  expect(readdirSync(folder)).toEqual([])
}, 60_000)

test('S9 a folder that is a file, and a port that is taken, are named with their variables', async () => {
  const folder = newFolder()
  writeFileSync(join(folder, 'file'), '')
  const [port, first] = [await freePort(), await startServer(join(folder, 'first'))]
  const taken = new URL(first.url).port
  const said = await Promise.all([
    refusal({ DATA_DIR: join(folder, 'file'), PORT: String(port) }),
    refusal({ DATA_DIR: join(folder, 'second'), PORT: taken }),
  ])
  expect(said).toEqual([expect.stringContaining('DATA_DIR must be a folder'), expect.stringContaining(`PORT ${taken}`)])
  expect((await fetch(`${first.url}/api/health`)).status).toBe(200)
}, 60_000)

test('S9 a damaged store, and one of a newer version, are refused by file and left as they are', async () => {
  const [damaged, newer] = [newFolder(), newFolder()]
  await fill(damaged, { groups: 1, seats: 10, rsvps: 300 })
  const bytes = readFileSync(storeFile(damaged)).fill(0xa5, 8_192, 40_960)
  writeFileSync(storeFile(damaged), bytes)
  await (await openSqlite({ file: storeFile(newer), collections, version: storeVersion + 1 })).close()
  const before = readFileSync(storeFile(newer))
  const said = await Promise.all([damaged, newer].map((folder) => refusal({ DATA_DIR: folder })))
  expect(said[0]).toContain(`${storeFile(damaged)} is damaged`)
  expect(said[1]).toContain(`${storeFile(newer)} was written by a newer version`)
  expect(readFileSync(storeFile(damaged)).equals(bytes)).toBe(true)
  expect(readFileSync(storeFile(newer)).equals(before)).toBe(true)
}, 60_000)

test('S9 a second process on the same folder is refused, and the first one goes on', async () => {
  const folder = newFolder()
  const first = await startServer(folder)
  expect(await refusal({ DATA_DIR: folder })).toMatch(/rolecall\.sqlite.* in use by another process/)
  expect((await fetch(`${first.url}/api/tier-limits`)).status).toBe(200)
}, 60_000)

test('S9 a secret that a failing disk cut short is refused instead of being used; one that was never whole is made anew', async () => {
  const [cut, begun] = [newFolder(), newFolder()]
  writeFileSync(join(cut, 'token-secret'), 'abc')
  expect(await refusal({ DATA_DIR: cut })).toMatch(/token-secret in DATA_DIR is damaged/)
  writeFileSync(join(begun, 'token-secret.new'), 'abc')
  const server = await startServer(begun, { TOKEN_SECRET: '' })
  server.signal('SIGTERM')
  expect(await server.exit).toBe(0)
  expect(readFileSync(join(begun, 'token-secret'), 'utf8').length).toBeGreaterThanOrEqual(43)
  expect(readdirSync(begun).sort()).toEqual(['rolecall.sqlite', 'token-secret'])
  await (await openStore(begun)).close()
}, 60_000)

test('S8 SIGTERM and SIGINT end a server that is idle, or held by a silent connection, with 0', async () => {
  const servers = await Promise.all([startServer(newFolder()), startServer(newFolder())])
  connect(Number(new URL(servers[1]?.url ?? '').port), '127.0.0.1').on('error', () => {})
  servers[0]?.signal('SIGTERM')
  servers[1]?.signal('SIGINT')
  const started = performance.now()
  expect(await Promise.all(servers.map(({ exit }) => exit))).toEqual([0, 0])
  expect(performance.now() - started).toBeLessThan(5_000)
}, 60_000)
