// A bare Hono server to compare with: it answers a health call, sends a text that it was told as JSON, and echoes what it is sent, parsed.
import type { AddressInfo } from 'node:net'
import { serve } from '@hono/node-server'
import { Hono } from 'hono'

const app = new Hono()
let form: object = {}
app.get('/api/health', (c) => c.json({ status: 'ok' }))
app.get('/form', (c) => c.json(form))
app.post('/echo', async (c) => c.json(await c.req.json<object>()))
process.on('message', (told: object) => {
  form = told
})
serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }: AddressInfo) => process.send?.(port))
