// A bare Hono server to compare with: it answers a health call, sends a text that it was told as JSON, echoes what it is sent, parsed, and keeps what it is
// sent: one HMAC and one row each, the rows of a moment in one durable commit. Less can't be done for an answer that outlives a power cut.
import { createHmac } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import Database from 'libsql'

const folder = mkdtempSync(join(tmpdir(), 'rolecall-bare-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
process.on('SIGTERM', () => process.exit())
const database = new Database(join(folder, 'bare.db'))
database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; CREATE TABLE answers (id TEXT PRIMARY KEY, body TEXT)')
const insert = database.prepare('INSERT OR REPLACE INTO answers VALUES (?, ?)')

interface QueuedAnswer {
  readonly id: string
  readonly body: string
  readonly kept: () => void
}
let waiting: QueuedAnswer[] = []
function commit() {
  const all = waiting
  waiting = []
  database.exec('BEGIN')
  for (const { id, body } of all) insert.run(id, body)
  database.exec('COMMIT')
  for (const { kept } of all) kept()
}
const keep = (id: string, body: string) =>
  new Promise<void>((kept) => {
    if (waiting.push({ id, body, kept }) === 1) setImmediate(commit)
  })

const app = new Hono()
let form: object = {}
app.get('/api/health', (c) => c.json({ status: 'ok' }))
app.get('/form', (c) => c.json(form))
app.post('/echo', async (c) => c.json(await c.req.json<object>()))
app.post('/keep', async (c) => {
  const answer = await c.req.json<object>()
  const body = JSON.stringify(answer)
  await keep(createHmac('sha256', 'bare').update(body).digest('hex'), body)
  return c.json(answer)
})
process.on('message', (message: object) => {
  form = message
})
serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }: AddressInfo) => process.send?.(port))
