// R243: whatever can be read without a login, asked for hundreds of times in one write by somebody who reads nothing, waits within the budgets.
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readlinkSync, rmSync, writeFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createApp } from '#server/app/app.ts'
import { createHttpServer } from '#server/edge/http/listener.ts'
import { countNothing } from '#server/people/http/limits.ts'
import { Held, holding } from '#server/people/live/budgets.ts'
import { listening } from '../kit/process/listening.ts'
import { allow } from '../kit/world/allow.ts'
import { openWorld } from '../kit/world/world.ts'

const megabyte = 1_048_576
const large = ['assets/large.js', 'user-guide.pdf', 'door-worker.js', 'favicon.svg', 'dev/ui.html']

/** A built client whose files are larger than what may wait. */
function clientFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'rolecall-client-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const name of ['assets', 'dev']) mkdirSync(join(folder, name))
  writeFileSync(
    join(folder, 'index.html'),
    `<html><head><title>x</title></head><body><div id="root"></div>${'<!-- -->'.repeat(10_000)}</body></html>`,
  )
  for (const name of large) writeFileSync(join(folder, name), Buffer.alloc(16 * megabyte, 'x'))
  return folder
}

/** The whole server, all paths at which it can be read, and what its latest connection had waiting at most. */
async function openWhole() {
  const world = await openWorld()
  const { groupId, eventId } = await world.event(await world.person('ada'))
  const folder = clientFolder()
  const options = { log: pino({ level: 'silent' }), countCall: countNothing, hops: 0, outbox: 'everyone', clientFolder: folder } as const
  const app = createApp(world.services, { ...options, sandbox: world.sandbox })
  const http = createHttpServer(app)
  const seen = { most: 0, responses: [] as ServerResponse[], socket: undefined as Socket | undefined }
  http.on('request', (_, response) => seen.responses.push(response))
  http.on('connection', (socket: Socket) => {
    Object.assign(seen, { most: 0, responses: [], socket })
    const write = socket.write.bind(socket) as (...given: unknown[]) => boolean
    socket.write = (...given: unknown[]) => {
      const isTaken = write(...given)
      seen.most = Math.max(seen.most, socket.writableLength)
      return isTaken
    }
  })
  const filled: Readonly<Record<string, string>> = { groupId, eventId, id: groupId, name: 'rolecall.png' }
  const ofRoutes = app.routes
    .filter(({ method, path }) => method === 'GET' && !path.includes('*'))
    .map(({ path }) => path.replaceAll(/:(\w+)(\{[^}]*\})?/g, (_, name: string) => filled[name] ?? 'unknown'))
  const paths = [...new Set([...ofRoutes, `/rsvp/${groupId}`, '/', '/unknown', '/assets/large.js'])]
  return { url: new URL(await listening(http)), folder, paths, seen }
}
type Whole = Awaited<ReturnType<typeof openWhole>>

/** Nothing more comes: answers are begun in turn, and one that waits to be read ends that. */
const isThrough = ({ seen: { responses, socket } }: Whole, often: number) =>
  socket !== undefined &&
  (socket.destroyed || socket.writableLength > 0 || responses.filter((one) => one.writableFinished).length === often)

/** Asks for a path so often in one write, reads nothing, and gives what the server did: how many answers it began, and how many bytes waited at most. */
async function askDeaf(whole: Whole, path: string, often: number, isOver = isThrough) {
  const { url, seen } = whole
  Object.assign(seen, { socket: undefined })
  const socket = connect(Number(url.port), url.hostname)
  socket.on('error', () => {}).pause()
  socket.write(`GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`.repeat(often))
  await expect.poll(() => isOver(whole, often), { interval: 1, timeout: 120_000 }).toBe(true)
  const { socket: one, most, responses } = seen
  // Answers behind another one wait beside the connection.
  const behind = responses.reduce((sum, response) => sum + (response.socket ? 0 : response.writableLength), one?.writableLength ?? 0)
  const found = {
    path,
    begun: responses.filter(({ headersSent }) => headersSent).length,
    most: Math.max(most, behind),
    isCut: one?.destroyed === true,
  }
  socket.destroy()
  await expect.poll(() => one?.closed, { interval: 1, timeout: 120_000 }).toBe(true)
  return found
}

/** The files of a folder that this process has open; only Linux says. */
const openIn = (folder: string) =>
  (process.platform === 'linux' ? readdirSync('/proc/self/fd') : []).flatMap((fd) => {
    const file = `/proc/self/fd/${fd}`
    return existsSync(file) && readlinkSync(file).startsWith(folder) ? [readlinkSync(file)] : []
  })

const most = 2 * megabyte
/** One answer is written as a whole, and those that are kept in memory are smaller. */
const bound = 2 * most

test.each([500, 16])(
  'R243 whatever can be read, asked for %s times in one write by who reads nothing, waits within the budgets, and no file stays open',
  { timeout: 300_000 },
  async (often) => {
    allow(holding.unread, { ofOne: most })
    const whole = await openWhole()
    const found = []
    for (const path of whole.paths) found.push(await askDeaf(whole, path, often))
    expect(found.filter(({ begun, most: bytes }) => begun > holding.requests.ofOne || bytes > bound)).toEqual([])
    expect(found.filter(({ isCut }) => often > holding.requests.ofOne && !isCut)).toEqual([])
    await expect.poll(() => openIn(whole.folder), { timeout: 120_000 }).toEqual([])
    expect(whole.paths.length).toBeGreaterThan(40)
  },
)

test('R243 control: without the budgets, and not in turn, all of them are begun, and wait', { timeout: 300_000 }, async () => {
  allow(holding.requests, { ofOne: Infinity })
  allow(holding.unread, { ofOne: Infinity, ofAddress: Infinity, ofAll: Infinity })
  const inTurn = vi.spyOn(Held.prototype, 'inTurn').mockImplementation((_, answer) => answer())
  onTestFinished(() => inTurn.mockRestore())
  const whole = await openWhole()
  const isBegun = ({ seen: { responses } }: Whole, often: number) => responses.filter((one) => one.headersSent).length === often
  const found = await askDeaf(whole, '/api/docs/swagger-ui-bundle.js', 100, isBegun)
  expect([found.isCut, found.begun, found.most > bound]).toEqual([false, 100, true])
})
