// The files of the proxies, run by Debian's Caddy and nginx: each promise of docs/deploy.md is tried through both of them.
import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, request, type Server } from 'node:http'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { WebSocket } from 'ws'
import { api } from '#protocol/api.ts'
import type { Endpoint } from '#protocol/kernel/endpoint.ts'
import { programOf } from '../kit/process/debian.ts'
import { freePort } from '../kit/process/free-port.ts'
import { listening } from '../kit/process/listening.ts'
import { newFolder, startServer } from '../kit/process/process.ts'
import { signedEvents, webhookKey } from '../kit/world/email-events.ts'
import { comes } from '../kit/world/pace.ts'

interface Proxy {
  readonly program: string | undefined
  readonly args: (file: string, folder: string) => readonly string[]
  readonly file: string
  /** The file for here: another port, other servers, and what it writes in a folder of the test's. */
  readonly here: (text: string, port: number, upstream: string, folder: string) => string
  /** Whether it waits for a server that starts anew. */
  readonly holds: boolean
}
const isRoot = process.getuid?.() === 0
const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
const proxies: Readonly<Record<string, Proxy>> = {
  Caddy: {
    program: programOf('caddy', ['version']),
    args: (file) => ['run', '--adapter', 'caddyfile', '--config', file],
    file: 'deploy/Caddyfile',
    here: (text, port, upstream) =>
      `{\n\tadmin off\n\tauto_https off\n}\n${text
        .replace('rolecall.example.org {', `http://:${port} {`)
        .replace('127.0.0.1:3000', upstream)}`,
    holds: true,
  },
  nginx: {
    program: programOf('nginx', ['-v']),
    args: (file, folder) => ['-p', folder, '-c', file, '-g', `daemon off;${isRoot ? ' user root;' : ''}`],
    file: 'deploy/nginx.conf',
    here: (text, port, upstream, folder) =>
      text
        .replace('listen 8080', `listen 127.0.0.1:${port}`)
        .replace(/app\d:3000/g, upstream)
        .replace('/tmp/nginx.pid', join(folder, 'pid'))
        .replace('http {', `http {\n${temporary.map((one) => `  ${one}_temp_path ${join(folder, one)};`).join('\n')}`),
    holds: false,
  },
}

/** Runs a proxy in front of a server; gives its address and what it has logged. */
async function front({ program = '', args, file, here }: Proxy, upstream: string, change = (text: string) => text) {
  const folder = newFolder()
  chmodSync(folder, 0o755)
  const port = await freePort()
  const config = join(folder, 'config')
  writeFileSync(config, here(change(readFileSync(file, 'utf8')), port, new URL(upstream).host, folder))
  const [log, env] = [join(folder, 'log'), { ...process.env, HOME: folder }]
  const to = openSync(log, 'a')
  const child: ChildProcess = spawn(program, args(config, folder), { stdio: ['ignore', to, to], env })
  const ended = new Promise((end) => child.once('exit', end))
  onTestFinished(async () => {
    child.kill('SIGTERM')
    await ended
  })
  const url = `http://127.0.0.1:${port}`
  const logged = () => readFileSync(log, 'utf8')
  await comes(() => fetch(`${url}/here`), 50).catch(() => {
    throw new Error(logged())
  })
  return { url, logged }
}

/** A server that says what came, and answers as the path asks. */
async function echo() {
  const seen: string[] = []
  const answer = async (incoming: IncomingMessage) => {
    seen.push(incoming.url ?? '')
    let bytes = 0
    for await (const part of incoming) bytes += (part as Buffer).length
    return { bytes, headers: incoming.headers }
  }
  const server: Server = createServer((incoming, outgoing) => {
    const { pathname } = new URL(incoming.url ?? '/', 'http://x')
    if (pathname === '/dies') return void answer(incoming).then(() => incoming.socket.destroy())
    const type = pathname.includes('calendar') ? 'text/calendar; charset=utf-8' : 'application/json'
    const waitMs = pathname === '/slow' ? 4_000 : 0
    const send = (said: object) =>
      outgoing.writeHead(200, { 'content-type': type }).end(JSON.stringify({ ...said, filling: 'x'.repeat(5_000) }))
    // Where the proxy cuts a body off, nobody waits for an answer.
    answer(incoming).then(
      (said) => setTimeout(send, waitMs, said),
      () => outgoing.destroy(),
    )
  })
  return { url: await listening(server), seen }
}

const ask = (
  url: string,
  { method = 'GET', headers = {}, body }: { method?: string; headers?: Record<string, string>; body?: Buffer } = {},
) =>
  new Promise<{ status: number; headers: IncomingMessage['headers']; text: string }>((done, fail) => {
    const asked = request(url, { method, headers, agent: false }, (answer) => {
      const parts: Buffer[] = []
      answer.on('data', (part: Buffer) => parts.push(part))
      answer.on('end', () => done({ status: answer.statusCode ?? 0, headers: answer.headers, text: Buffer.concat(parts).toString() }))
      answer.on('error', fail)
    })
    asked.on('error', fail)
    asked.end(body)
  })

const largest = Math.max(
  ...Object.values(api).flatMap((calls) => Object.values(calls as Record<string, Endpoint>).map(({ mostBytes = 0 }) => mostBytes)),
  1024 * 1024,
)
const timeout = 120_000

describe.each(Object.entries(proxies))('%s', (name, proxy) => {
  // Said, where it can't be: the packages are Debian's, and need its mirror.
  if (!proxy.program) console.warn(`${name} is not installed here and can't be had from Debian's packages: its file is not run.`)

  test.skipIf(!proxy.program)(
    'R237b lets through bodies as large as the server takes, and none that is larger; control: not with the size of before',
    { timeout },
    async () => {
      const { url: upstream } = await echo()
      const sizeOf = async (url: string, bytes: number) => {
        const { status, text } = await ask(`${url}/api/x`, { method: 'PUT', body: Buffer.alloc(bytes) }).catch(() => ({
          status: 0,
          text: '',
        }))
        return status === 200 ? (JSON.parse(text) as { bytes: number }).bytes : status
      }
      const { url } = await front(proxy, upstream)
      for (const bytes of [400_000, 768_000, 1_048_576, largest]) expect(await sizeOf(url, bytes)).toBe(bytes)
      expect(await sizeOf(url, 2 * largest)).not.toBe(2 * largest)
      const before = await front(proxy, upstream, (text) => text.replace(/9MB/, '300KB').replace(/9m;/, '300k;'))
      expect(await sizeOf(before.url, 400_000)).not.toBe(400_000)
    },
  )

  test.skipIf(!proxy.program)(
    'R237b, R102 signed delivery events of 400 and 768 kB are taken through it, and websockets opened',
    { timeout },
    async () => {
      const server = await startServer(newFolder(), { TRUST_PROXY: '1', SENDGRID_WEBHOOK_KEY: webhookKey })
      const { url } = await front(proxy, server.url)
      for (const bytes of [400_000, 768_000]) {
        const events = JSON.stringify([{ event: 'processed', email: 'x@people.test', filling: 'x'.repeat(bytes) }])
        expect((await fetch(`${url}/api/email/events`, signedEvents(events, Date.now()))).status).toBe(200)
      }
      const socket = new WebSocket(`${url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`)
      onTestFinished(() => socket.terminate())
      const first = await new Promise<string>((heard, fail) =>
        socket.once('message', (data: Buffer) => heard(data.toString())).once('error', fail),
      )
      expect(first).toMatch(/^0\{"sid"/)
    },
  )

  test.skipIf(!proxy.program)('R237b never packs a calendar, whoever asks for it', { timeout }, async () => {
    const { url } = await front(proxy, (await echo()).url)
    const headers = { 'accept-encoding': 'gzip, zstd' }
    for (const path of ['/api/calendar/abc', '/api/rsvp/calendar/abc', '/api/rsvp/calendar.ics?groupId=1', '/api/calendar/abc.']) {
      const answer = await ask(url + path, { headers })
      expect([answer.status, answer.headers['content-encoding']]).toEqual([200, undefined])
    }
    const { headers: other } = await ask(`${url}/other`, { headers })
    expect(/gzip|zstd/.test(other['content-encoding'] ?? '')).toBe(proxy.holds === true)
  })

  test.skipIf(!proxy.program)(
    'R237b, H1 says who calls behind whatever the caller claims, and by which name; figures and readiness stay inside',
    { timeout },
    async () => {
      const { url: upstream, seen } = await echo()
      const { url } = await front(proxy, upstream)
      const { text } = await ask(`${url}/who`, { headers: { 'x-forwarded-for': '192.0.2.1', host: 'rolecall.test' } })
      const { headers } = JSON.parse(text) as { headers: Record<string, string> }
      expect(headers['x-forwarded-for']?.split(', ').at(-1)).toBe('127.0.0.1')
      expect(headers).toMatchObject({ host: 'rolecall.test', 'x-forwarded-proto': 'http' })
      const asked = seen.length
      for (const path of ['/api/metrics', '/api/ready']) expect((await ask(url + path)).status).toBe(404)
      expect(seen.slice(asked).filter((path) => path !== '/api/ready')).toEqual([])
    },
  )

  test.skipIf(!proxy.program)('R237b, O15 waits for a slow answer, sends nothing twice, and logs no token', { timeout }, async () => {
    const { url: upstream, seen } = await echo()
    const { url, logged } = await front(proxy, upstream)
    expect((await ask(`${url}/slow?token=of-a-link`)).status).toBe(200)
    expect((await ask(`${url}/dies`, { method: 'POST', body: Buffer.from('{}') })).status).toBeGreaterThan(499)
    expect(seen.filter((path) => path === '/dies')).toHaveLength(1)
    await comes(async () => expect(logged()).toContain('/slow'), 50)
    expect(logged()).not.toContain('of-a-link')
  })

  test.skipIf(!proxy.program || !proxy.holds)('R237b, O15 holds back what comes while the server starts anew', { timeout }, async () => {
    const port = await freePort()
    const start = () => startServer(newFolder(), { PORT: String(port), TRUST_PROXY: '1' })
    const server = await start()
    const { url } = await front(proxy, server.url)
    server.signal('SIGTERM')
    await server.exit
    const held = ask(`${url}/api/health`)
    await start()
    expect((await held).status).toBe(200)
  })
})
