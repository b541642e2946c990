// Long: the page is opened once for each of its parts, held back.
// The invitation stands still, however late a part of it comes: each is held back until all else is in sight.
import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { firstSight, type Visitor } from './first-sight.ts'
import { openStage } from './kit.ts'
import { inDays, openSeed } from './seed.ts'

const stage = openStage()
const { host, event } = openSeed(stage)
const roles = [
  { name: 'Speaker', max: 3 },
  { name: 'Guest', max: 12 },
]
const manifest = JSON.parse(readFileSync('dist/client/.vite/manifest.json', 'utf8')) as Record<string, { file: string }>
const parts = {
  'the font': /\.woff2$/,
  'every script': /\.js$/,
  'what is asked of the server': /\/api\//,
  'the line to it': new RegExp(`socket\\.io|${manifest['../node_modules/socket.io-client/build/esm/index.js']?.file}`),
}

async function sendInPieces(reply: IncomingMessage, answer: ServerResponse, bytes: number) {
  answer.writeHead(reply.statusCode ?? 502, reply.headers)
  const page = await buffer(reply)
  for (let from = 0; from < page.length; from += bytes) {
    answer.write(page.subarray(from, from + bytes))
    await wait(150)
  }
  answer.end()
}
/** The site whose pages come in so many bytes at a time: meanwhile a browser draws what it has. */
async function inPieces(bytes: number): Promise<string> {
  const site = createServer((asked, answer) => {
    const headers = { ...asked.headers, 'accept-encoding': 'identity' }
    const onward = request(stage.server.url + asked.url, { method: asked.method, headers }, (reply) => {
      if (reply.headers['content-type']?.startsWith('text/html')) void sendInPieces(reply, answer, bytes)
      else reply.pipe(answer.writeHead(reply.statusCode ?? 502, reply.headers))
    })
    asked.pipe(onward)
  })
  await new Promise<void>((done) => site.listen(0, '127.0.0.1', done))
  onTestFinished(() => site.closeAllConnections())
  onTestFinished(() => void site.close())
  return `http://127.0.0.1:${(site.address() as AddressInfo).port}`
}

async function movedBy(
  late: RegExp | undefined,
  { days = 0, site = stage.server.url, ...more }: Visitor & { days?: number; site?: string } = {},
) {
  const until = days > 0 && { start: inDays(10).toISOString(), end: inDays(10 + days).toISOString() }
  const { invitation } = await event(await host(), roles, { description: 'Bring boots.', ...until })
  return firstSight(stage.browser, site + invitation, { ...(late && { late }), ...more })
}

test.each(Object.entries(parts))('R81 nothing moves where %s comes last', async (_, late) => {
  for (const width of [320, 390, 768])
    for (const days of [0, 1]) {
      const { shift, moved } = await movedBy(late, { days, viewport: { width, height: 844 } })
      expect(shift, `${width}, ${days} days: ${moved.join('\n')}`).toBeLessThan(0.001)
    }
})

test('R81 nothing moves where the page itself comes in pieces', async () => {
  const site = await inPieces(1_000)
  for (const width of [390, 768]) {
    const { shift, moved } = await movedBy(undefined, { site, viewport: { width, height: 844 } })
    expect(shift, `${width}: ${moved.join('\n')}`).toBeLessThan(0.001)
  }
})

test('R81 control: with a font in its place that has other widths it does', async () => {
  const { shift } = await movedBy(parts['the font'], {
    prepare: (page) =>
      page.addInitScript(() => {
        const sheet = new CSSStyleSheet()
        sheet.replaceSync("* { font-family: 'Inter Variable', monospace !important }")
        document.adoptedStyleSheets = [sheet]
      }),
  })
  expect(shift).toBeGreaterThan(0.001)
})
