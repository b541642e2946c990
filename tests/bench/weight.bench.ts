// Weight: the JavaScript that the first load of a page brings, as gzip has it on the way.
import { launch } from '#tests/e2e/browser.ts'
import { usualSight } from '#tests/e2e/first-sight.ts'
import { openMailbox } from '#tests/e2e/mailbox.ts'
import { openSeed } from '#tests/e2e/seed.ts'
import { build, startServer } from '#tests/e2e/server.ts'
import { inKb, inviteeLimit, weigh } from '#tests/e2e/weight.ts'
import type { Row } from './row.ts'

/** The organizer's pages carry forms and dialogs besides (bytes). */
const organizerLimit = 130_000

export default async function weight(): Promise<Row[]> {
  await build()
  const server = await startServer()
  const browser = await launch()
  const { host, event } = openSeed({ server, mailbox: openMailbox(() => server.url) })
  const { invitation } = await event(await host(), [{ name: 'Speaker', max: 2 }])
  const pages = [
    { what: 'invitee’s page', path: invitation, limit: inviteeLimit },
    { what: 'landing page', path: '/', limit: organizerLimit },
    { what: 'login page', path: '/login', limit: organizerLimit },
  ]
  const rows: Row[] = []
  for (const { what, path, limit } of pages) {
    const { bytes, scripts } = await weigh(browser, server.url + path)
    rows.push({
      what: `JavaScript of the first load, gzip: ${what}`,
      measured: `${inKb(bytes)} in ${scripts.length} files`,
      limit: `≤ ${inKb(limit)}`,
      ok: bytes <= limit && scripts.length > 0,
    })
  }
  const { firstPaint, largestPaint, answerable, shift } = await usualSight(browser, server.url + invitation)
  rows.push({
    what: 'Invitation on a slow phone (processor four times slower, slow 4G), median of three visits: first paint, largest paint, answerable',
    measured: `${[firstPaint, largestPaint, answerable].map(Math.round).join(', ')} ms`,
    limit: '≤ 1,000, 1,500, 2,000 ms, and nothing moves',
    ok: firstPaint <= 1_000 && largestPaint <= 1_500 && answerable <= 2_000 && shift < 0.001,
  })
  await browser.close()
  await server.close()
  return rows
}
