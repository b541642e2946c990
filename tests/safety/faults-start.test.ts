// Long: real servers, started one after the other, each refused for something else.
// Starts that can't go well, with the real process: each is refused by the name of what is wrong, without a trace, and changes nothing.
import { chmodSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import Database from 'libsql'
import { expect, test } from 'vitest'
import { collections } from '#server/app/store/collections.ts'
import { storeVersion } from '#server/kernel/store/migrations/all.ts'
import { openSqlite } from '#server/kernel/store/sqlite/engine.ts'
import { freePort } from '../kit/process/free-port.ts'
import { bundled, newFolder, run, startServer } from '../kit/process/process.ts'
import { fill, openStore, storeFile } from '../kit/process/seed.ts'
import { onTime, within } from '../kit/world/pace.ts'

const env = { NODE_ENV: 'development', LOG_LEVEL: 'info', PORT: '0' }
const entryOf = () => bundled('server/app/main.ts')

/** Starts a server that must not come up, and gives the one sentence that it said. */
async function refusal(entry: string, more: Record<string, string>): Promise<string> {
  const server = run({ ...env, ...more }, entry)
  const tooLong = setTimeout(() => server.signal('SIGKILL'), 20_000)
  const came = setInterval(() => server.output().includes('Rolecall is ready') && server.signal('SIGKILL'), 20)
  const code = await server.exit
  clearTimeout(tooLong)
  clearInterval(came)
  expect([code, server.output()]).toEqual([1, expect.stringMatching(/^Rolecall can't start: [^\n]+[.?]\n$/)])
  return server.output()
}

const isFree = (port: number) =>
  new Promise<boolean>((known) => {
    const one = connect(port, '127.0.0.1').on('error', () => known(true))
    one.on('connect', () => known(one.destroy() === undefined))
  })

const production = { NODE_ENV: 'production', PUBLIC_URL: 'https://rsvp.example', PAYMENTS: 'off' }
const stripe = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_12345678' }
const badValues: readonly (readonly [name: string, more: Record<string, string>])[] = [
  ['PORT', { PORT: '70000' }],
  ['PUBLIC_URL', { PUBLIC_URL: 'rsvp.example' }],
  ['PUBLIC_URL', { PUBLIC_URL: 'https://rsvp.example/?from=mail' }],
  ['PUBLIC_URL', { NODE_ENV: 'production' }],
  ['RATE_LIMITS', { ...production, RATE_LIMITS: 'off' }],
  ['MONGODB_URI', { MONGODB_URI: 'redis://localhost' }],
  ['SMTP_URL', { SMTP_URL: 'mail.example.org' }],
  ['SENDGRID_API_KEY', { SENDGRID_API_KEY: 'key' }],
  ['SENDGRID_WEBHOOK_KEY', { SENDGRID_WEBHOOK_KEY: 'bm8ga2V5' }],
  ['SENDGRID_API_KEY', { SENDGRID_API_KEY: 'SG.key', SMTP_URL: 'smtp://mail.example' }],
  ['MAIL_FROM', { MAIL_FROM: 'Rolecall' }],
  ['TRUST_PROXY', { TRUST_PROXY: 'yes' }],
  ['LOG_LEVEL', { LOG_LEVEL: 'loud' }],
  ['NODE_ENV', { NODE_ENV: 'prod' }],
  ['METRICS_TOKEN', { METRICS_TOKEN: 'fifteen-letters' }],
  ['STRIPE_WEBHOOK_SECRET', { STRIPE_SECRET_KEY: 'sk_test_1' }],
  ['STRIPE_PUBLISHABLE_KEY', { ...stripe, STRIPE_PUBLISHABLE_KEY: 'pk_live_1' }],
  ['STRIPE_PUBLISHABLE_KEY', { STRIPE_PUBLISHABLE_KEY: 'pk_test_1' }],
  ['STRIPE_WEBHOOK_SECRET', { STRIPE_WEBHOOK_SECRET: 'whsec_12345678' }],
  ['PAYMENTS', { ...production, PAYMENTS: '' }],
  ['PAYMENTS', { ...stripe, PAYMENTS: 'off' }],
  ['DEV_OUTBOX', { DEV_OUTBOX: 'yes' }],
  ['STRIPE_API_BASE', { ...production, ...stripe, PAYMENTS: '', STRIPE_API_BASE: 'http://localhost:1' }],
  ['TOKEN_SECRET', { TOKEN_SECRET: 'short' }],
  ['TOKEN_SECRET', { TOKEN_SECRET: 'a'.repeat(64) }],
  ['TOKEN_SECRET', { ...production, TOKEN_SECRET: 'changeme'.repeat(5) }],
  ['TOKEN_SECRET', { ...production, MONGODB_URI: 'mongodb://127.0.0.1:1/rolecall?replicaSet=rs0' }],
]

test('S9 R65 R52 a bad value stops the start, which says its variable, listens nowhere and leaves no folder behind', async () => {
  const [folder, entry, port] = [newFolder(), await entryOf(), await freePort()]
  for (let at = 0; at < badValues.length; at += 6) {
    const some = badValues.slice(at, at + 6)
    const said = await Promise.all(some.map(([, more]) => refusal(entry, { DATA_DIR: join(folder, 'data'), PORT: String(port), ...more })))
    for (const [nth, [name]] of some.entries()) expect(said[nth]).toMatch(new RegExp(`can't start: ${name} (must|is not|and) `))
    expect(await isFree(port)).toBe(true)
  }
  expect(readdirSync(folder)).toEqual([])
})

test('S9 control: a server that starts all the same, or says more than a sentence, is noticed', async () => {
  const [folder, entry] = [newFolder(), await entryOf()]
  await expect(refusal(entry, { DATA_DIR: join(folder, 'data') })).rejects.toThrow("[ 'SIGKILL',")
  expect(readdirSync(join(folder, 'data'))).toContain('rolecall.sqlite')
  const loud = join(folder, 'loud.mjs')
  writeFileSync(loud, "throw new Error('not a sentence')")
  await expect(refusal(loud, {})).rejects.toThrow('to deeply equal')
})

test('S9 a folder that is a file, and a port that is taken, are named with their variables', async () => {
  const [folder, entry, port] = [newFolder(), await entryOf(), await freePort()]
  writeFileSync(join(folder, 'file'), '')
  const first = await startServer(join(folder, 'first'), {}, entry)
  const taken = new URL(first.url).port
  const said = await Promise.all([
    refusal(entry, { DATA_DIR: join(folder, 'file'), PORT: String(port) }),
    refusal(entry, { DATA_DIR: join(folder, 'second'), PORT: taken }),
  ])
  expect(said).toEqual([expect.stringContaining('DATA_DIR must be a folder'), expect.stringContaining(`PORT ${taken}`)])
  expect((await fetch(`${first.url}/api/health`)).status).toBe(200)
})

test('S9 a damaged store, and one of a newer version, are refused by file and left as they are', async () => {
  const [damaged, newer, entry] = [newFolder(), newFolder(), await entryOf()]
  await fill(damaged, { groups: 1, seats: 10, rsvps: 300 })
  const bytes = readFileSync(storeFile(damaged)).fill(0xa5, 8_192, 40_960)
  writeFileSync(storeFile(damaged), bytes)
  await (await openSqlite({ file: storeFile(newer), collections, version: storeVersion + 1 })).close()
  const before = readFileSync(storeFile(newer))
  const said = await Promise.all([damaged, newer].map((folder) => refusal(entry, { DATA_DIR: folder })))
  expect(said[0]).toContain(`${storeFile(damaged)} is damaged`)
  expect(said[1]).toContain(`${storeFile(newer)} was written by a newer version`)
  expect(readFileSync(storeFile(damaged)).equals(bytes)).toBe(true)
  expect(readFileSync(storeFile(newer)).equals(before)).toBe(true)
})

test('S9 a second process on the same folder is refused, and the first one goes on', async () => {
  const [folder, entry] = [newFolder(), await entryOf()]
  const first = await startServer(folder, {}, entry)
  expect(await refusal(entry, { DATA_DIR: folder })).toMatch(/rolecall\.sqlite.* in use by another process/)
  expect((await fetch(`${first.url}/api/tier-limits`)).status).toBe(200)
})

test('S9 a secret that a failing disk cut short is refused instead of being used; one that was never whole is made anew', async () => {
  const [cut, begun, entry] = [newFolder(), newFolder(), await entryOf()]
  writeFileSync(join(cut, 'token-secret'), 'abc')
  expect(await refusal(entry, { DATA_DIR: cut })).toMatch(/token-secret in DATA_DIR is damaged/)
  expect(readdirSync(cut)).toEqual(['token-secret'])
  writeFileSync(join(begun, 'token-secret.new'), 'abc')
  const server = await startServer(begun, { TOKEN_SECRET: '' }, entry)
  server.signal('SIGTERM')
  expect(await server.exit).toBe(0)
  expect(readFileSync(join(begun, 'token-secret'), 'utf8').length).toBeGreaterThanOrEqual(43)
  expect(readdirSync(begun).sort()).toEqual(['rolecall.sqlite', 'rolecall.sqlite-lock', 'token-secret'])
  await (await openStore(begun)).close()
})

/** Runs SQL on a store that no server has open. */
async function alter(folder: string, sql: string) {
  const db = new Database(storeFile(folder))
  db.exec(sql)
  db.close()
}

/** What a store is made of and holds, whatever the bytes of its file. */
function contentOf(folder: string) {
  const db = new Database(storeFile(folder))
  const made = db.prepare('SELECT name, sql FROM sqlite_master ORDER BY name').raw().all([])
  const tables = db.prepare("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name").raw().all([]).flat()
  const held = tables.map((name) =>
    db
      .prepare(`SELECT * FROM "${String(name)}" ORDER BY _id`)
      .raw()
      .all([]),
  )
  db.close()
  return { made, held }
}

const anIndex = 'groups/owner/apart'

test('S9 an index that is gone is made again; one that is not as declared is refused, and all stays as it was', async () => {
  const [gone, other, entry] = [newFolder(), newFolder(), await entryOf()]
  await Promise.all([gone, other].map((folder) => fill(folder, { groups: 2, seats: 10, rsvps: 20 })))
  const whole = contentOf(gone)
  await alter(gone, `DROP INDEX "${anIndex}"`)
  await alter(other, `DROP INDEX "${anIndex}"; CREATE INDEX "${anIndex}" ON groups (rev)`)
  const before = contentOf(other)
  expect([contentOf(gone).made.length, before.made.length]).toEqual([whole.made.length - 1, whole.made.length])
  const [server, said] = await Promise.all([startServer(gone, {}, entry), refusal(entry, { DATA_DIR: other })])
  expect(said).toMatch(
    new RegExp(`${anIndex} in .* is not as declared .*CREATE INDEX.*: give a changed index a new name, or restore a backup`),
  )
  expect(contentOf(other)).toEqual(before)
  expect(readdirSync(other)).toEqual(['rolecall.sqlite', 'rolecall.sqlite-lock'])
  server.signal('SIGTERM')
  expect(await server.exit).toBe(0)
  expect(contentOf(gone).made).toEqual(whole.made)
})

test('S9 a store in which a restore broke off is refused until it is restored anew', async () => {
  const [half, whole, entry] = [newFolder(), newFolder(), await entryOf()]
  for (const folder of [half, whole]) await fill(folder, { groups: 1, seats: 10, rsvps: 20 })
  await alter(half, `UPDATE installations SET body = '{"_id":"this","rev":1,"restoring":true}'`)
  const before = contentOf(half)
  const [said, server] = await Promise.all([refusal(entry, { DATA_DIR: half }), startServer(whole, {}, entry)])
  expect(said).toContain('A restore broke off here, or is still running: empty the store, then restore again.')
  expect(contentOf(half)).toEqual(before)
  expect(readdirSync(half)).toEqual(['rolecall.sqlite', 'rolecall.sqlite-lock'])
  expect((await fetch(`${server.url}/api/ready`)).status).toBe(200)
})

test('S9 R65 production on the embedded store makes its own secret, another one in every folder, for its account alone', async () => {
  const [folders, entry] = [[join(newFolder(), 'new'), newFolder()], await entryOf()]
  chmodSync(folders[1] ?? '', 0o755)
  const own = { ...production, TOKEN_SECRET: '', RATE_LIMITS: 'on' }
  const servers = await Promise.all(folders.map((folder) => startServer(folder, own, entry)))
  const secrets = folders.map((folder) => readFileSync(join(folder, 'token-secret'), 'utf8'))
  expect(new Set(secrets).size).toBe(2)
  for (const secret of secrets) expect(new Set(secret).size).toBeGreaterThan(15)
  for (const folder of folders) for (const name of readdirSync(folder)) expect(statSync(join(folder, name)).mode & 0o077).toBe(0)
  for (const server of servers) server.signal('SIGTERM')
  expect(await Promise.all(servers.map(({ exit }) => exit))).toEqual([0, 0])
  const again = await startServer(folders[0] ?? '', own, entry)
  expect([again.output().includes('listening'), readFileSync(join(folders[0] ?? '', 'token-secret'), 'utf8')]).toEqual([false, secrets[0]])
})

test('S8 pace: SIGTERM and SIGINT end a server that is idle, or held by a silent connection, with 0', onTime, async () => {
  const entry = await entryOf()
  const servers = await Promise.all([startServer(newFolder(), {}, entry), startServer(newFolder(), {}, entry)])
  connect(Number(new URL(servers[1]?.url ?? '').port), '127.0.0.1').on('error', () => {})
  servers[0]?.signal('SIGTERM')
  servers[1]?.signal('SIGINT')
  const started = performance.now()
  expect(await Promise.all(servers.map(({ exit }) => exit))).toEqual([0, 0])
  within(performance.now() - started, 5_000)
})
