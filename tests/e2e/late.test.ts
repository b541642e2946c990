// Long: the page is opened once for each of its parts, held back.
// The invitation stands still, however late a part of it comes: each is held back until all else is in sight.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
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

async function movedBy(late: RegExp, { days = 0, ...more }: Visitor & { days?: number } = {}) {
  const until = days > 0 && { start: inDays(10).toISOString(), end: inDays(10 + days).toISOString() }
  const { invitation } = await event(await host(), roles, { description: 'Bring boots.', ...until })
  return firstSight(stage.browser, stage.server.url + invitation, { late, ...more })
}

test.each(Object.entries(parts))('R81 nothing moves where %s comes last', async (_, late) => {
  for (const width of [320, 390, 768])
    for (const days of [0, 1]) {
      const { shift, moved } = await movedBy(late, { days, viewport: { width, height: 844 } })
      expect(shift, `${width}, ${days} days: ${moved.join('\n')}`).toBeLessThan(0.001)
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
