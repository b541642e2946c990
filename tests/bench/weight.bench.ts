// Weight: the JavaScript that the first load of a page brings, as gzip has it on the way.
import { launch } from '#tests/e2e/browser.ts'
import { soonestSight } from '#tests/e2e/first-sight.ts'
import { openMailbox } from '#tests/e2e/mailbox.ts'
import { openSeed } from '#tests/e2e/seed.ts'
import { build, startServer } from '#tests/e2e/server.ts'
import { inKb, inviteeLimit, organizerPages, organizerWithEvents, shiftLimit, weigh } from '#tests/e2e/weight.ts'
import type { Row } from './row.ts'

/** Pages that are there for everyone carry forms besides (bytes). */
const openLimit = 130_000

export default async function weight(): Promise<Row[]> {
  await build()
  const server = await startServer()
  const browser = await launch()
  const seed = openSeed({ server, mailbox: openMailbox(() => server.url) })
  const { invitation } = await seed.event(await seed.host(), [{ name: 'Speaker', max: 2 }])
  const pages = [
    { what: 'invitee’s page', path: invitation, limit: inviteeLimit, isMarked: true },
    { what: 'landing page', path: '/', limit: openLimit, isMarked: false },
    { what: 'login page', path: '/login', limit: openLimit, isMarked: false },
  ]
  const rows: Row[] = []
  for (const { what, path, limit, isMarked } of pages) {
    const { bytes, scripts } = await weigh(browser, server.url + path, { isMarked })
    rows.push({
      what: `JavaScript of the first load, gzip: ${what}`,
      measured: `${inKb(bytes)} in ${scripts.length} files`,
      limit: `≤ ${inKb(limit)}`,
      ok: bytes <= limit && scripts.length > 0,
    })
  }
  const { firstPaint, largestPaint, answerable, shift } = await soonestSight(browser, server.url + invitation)
  rows.push({
    what: 'Invitation on a slow phone (processor four times slower, slow 4G), median of three visits: first paint, largest paint, answerable',
    measured: `${[firstPaint, largestPaint, answerable].map(Math.round).join(', ')} ms`,
    limit: '≤ 1,000, 1,500, 2,000 ms, and nothing moves',
    ok: firstPaint <= 1_000 && largestPaint <= 1_500 && answerable <= 2_000 && shift < 0.001,
  })
  const { token, held } = await organizerWithEvents(seed)
  for (const page of organizerPages) {
    const address = server.url + page.path(held)
    const { bytes, scripts } = await weigh(browser, address, { token })
    rows.push({
      what: `JavaScript of the first load, gzip: ${page.what}`,
      measured: `${inKb(bytes)} in ${scripts.length} files`,
      limit: `≤ ${inKb(page.bytes)}`,
      ok: bytes <= page.bytes && scripts.length > 0,
    })
    const { largestPaint, shift } = await soonestSight(browser, address, { token })
    const mostMs = 'largestPaint' in page ? page.largestPaint : Number.POSITIVE_INFINITY
    rows.push({
      what: `On a slow phone, median of three visits: largest paint, and what moves (layout shift): ${page.what}`,
      measured: `${Math.round(largestPaint)} ms, ${shift.toFixed(4)}`,
      limit: `${'largestPaint' in page ? `≤ ${mostMs.toLocaleString('en')} ms, ` : ''}≤ ${shiftLimit}`,
      ok: largestPaint <= mostMs && shift <= shiftLimit,
    })
  }
  await browser.close()
  await server.close()
  return rows
}
