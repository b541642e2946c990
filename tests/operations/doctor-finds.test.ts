// Long: the doctor against real servers with each fault that it knows, arranged one by one: it is named with what to do.
import { createServer as createHttp } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { zoneVersions } from '#server/kernel/calendar/zone-data.ts'
import { paymentEvents } from '#server/kernel/ports/payments-events.ts'
import { certify, hasOpenssl } from '../kit/process/certificate.ts'
import { doctor, healthy, mailServer, statesOf, token, zonesHere } from '../kit/process/doctor.ts'
import { freePort } from '../kit/process/free-port.ts'
import { listening } from '../kit/process/listening.ts'
import { newFolder, startServer } from '../kit/process/process.ts'
import { openProxy } from '../kit/process/proxy.ts'

test('O14a what a proxy spoils is named: websockets, cookies, headers, the clock', async () => {
  const { url, settings } = await healthy()
  const through = async (spoiled: Parameters<typeof openProxy>[1]) =>
    statesOf(await doctor([await openProxy([url], spoiled), '--direct', url], settings))
  const well = await through({})
  expect(Object.entries(well).filter(([, state]) => state !== 'ok')).toEqual(
    Object.entries({ tls: 'warn', zones: zonesHere }).filter(([, state]) => state !== 'ok'),
  )
  expect(await through({ passesWebsockets: false })).toEqual({ ...well, websocket: 'FAIL' })
  const bare = (cookie: string) => cookie.replace('; HttpOnly', '')
  expect(
    await through({ headers: ({ 'set-cookie': set, ...rest }) => ({ ...rest, ...(set && { 'set-cookie': set.map(bare) }) }) }),
  ).toEqual({
    ...well,
    cookies: 'FAIL',
  })
  expect(await through({ headers: ({ 'content-security-policy': _, ...rest }) => rest })).toEqual({ ...well, headers: 'FAIL' })
  const late = (ms: number) => ({ headers: (rest: object) => ({ ...rest, date: new Date(Date.now() + ms).toUTCString() }) })
  expect(await through(late(-120_000))).toEqual({ ...well, clock: 'FAIL' })
  expect(await through(late(20_000))).toEqual({ ...well, clock: 'warn' })
})

test('O14a, R246 a proxy that sends what one address polls to several processes is named; one that keeps it at its process passes', async () => {
  const [one, other] = [await healthy(), await healthy()]
  const urls = [one.url, other.url]
  const inTurns = await openProxy(urls, { answers: () => void urls.reverse() })
  const { lines } = await doctor([inTurns, '--direct', one.url], one.settings)
  expect(lines.polling).toMatch(/^FAIL: .* is answered 400. .* keep an address at its process/)
  const kept = await doctor([await openProxy([one.url, other.url]), '--direct', one.url], one.settings)
  expect(kept.lines.polling).toBe('ok: Polling passes, and stays at its process.')
})

test.skipIf(!hasOpenssl)(
  'O14a a certificate that is not trusted or ends soon, and cookies without Secure behind it, are named',
  async () => {
    const { url, settings } = await healthy()
    const behind = async (days: number, trusts = true) => {
      const certificate = certify(days)
      const front = await openProxy([url], { tls: certificate })
      return doctor([front, '--direct', url], { ...settings, ...(trusts && { NODE_EXTRA_CA_CERTS: certificate.certFile }) })
    }
    const fine = await behind(60)
    expect([fine.lines.tls, statesOf(fine).websocket]).toEqual([expect.stringMatching(/^ok: The certificate ends in (59|60) days/), 'ok'])
    // PUBLIC_URL still says http.
    expect(fine.lines.cookies).toMatch(/^FAIL: Cookies lack Secure. Set PUBLIC_URL to the https address/)
    expect((await behind(10)).lines.tls).toMatch(/^warn: The certificate ends in (9|10) days/)
    expect((await behind(2)).lines.tls).toMatch(/^FAIL: The certificate ends in [12] days/)
    expect((await behind(60, false)).lines.tls).toMatch(/^FAIL: The certificate is not trusted/)
    const secure = await healthy({ PUBLIC_URL: 'https://rolecall.test' })
    const certificate = certify(60)
    const front = await openProxy([secure.url], { tls: certificate })
    const whole = await doctor([front, '--direct', secure.url], { ...secure.settings, NODE_EXTRA_CA_CERTS: certificate.certFile })
    expect([whole.code, new Set(Object.values({ ...statesOf(whole), zones: 'ok' }))]).toEqual([0, new Set(['ok'])])
  },
)

test('O14a mail that can’t leave is named: nobody there, another answer, none set, deliveries that fail', async () => {
  const { settings } = await healthy()
  const mailOf = async (env: Record<string, string>) => (await doctor([], { ...settings, ...env })).lines.mail
  expect(await mailOf({ SMTP_URL: `smtp://127.0.0.1:${await freePort()}` })).toMatch(/^FAIL: .*does not greet us \(ECONNREFUSED\)/)
  expect(await mailOf({ SMTP_URL: await mailServer('554 go away') })).toMatch(/^FAIL: .*554 go away/)
  expect(await mailOf({ SMTP_URL: '' })).toMatch(/^warn: Emails reach nobody/)
  expect(await mailOf({ METRICS_TOKEN: '' })).toBe('ok: The mail server greets us.')
  const refusing = await healthy({ SMTP_URL: await mailServer('554 go away') })
  await fetch(`${refusing.url}/api/auth/signup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'ada@people.test', username: 'ada_one', password: 'a password of hers' }),
  })
  const failed = async () => (await doctor([], { ...refusing.settings, SMTP_URL: settings.SMTP_URL })).lines.mail
  await expect.poll(failed).toMatch(/^FAIL: Since the start 1 deliveries of emails failed/)
})

test('O14, R236 events of payments that Stripe doesn’t send are named; so is a webhook that is missing, switched off or not told', async () => {
  let answer: { status: number; data: object[] } = { status: 200, data: [] }
  const stripe = await listening(
    createHttp((_, response) => void response.writeHead(answer.status, { 'content-type': 'application/json' }).end(JSON.stringify(answer))),
  )
  const keys = {
    STRIPE_SECRET_KEY: 'sk_test_1',
    STRIPE_WEBHOOK_SECRET: 'whsec_12345678',
    STRIPE_API_BASE: stripe,
    PAYMENTS: '',
    NODE_ENV: 'test',
  }
  const { settings } = await healthy(keys)
  const said = async (hooks: object[], status = 200) => {
    answer = { status, data: hooks.map((one) => ({ url: `${settings.PUBLIC_URL}/api/payment/webhook`, status: 'enabled', ...one })) }
    return (await doctor([], settings)).lines.payments
  }
  expect(await said([{ enabled_events: paymentEvents }])).toBe(`ok: Stripe sends all ${paymentEvents.length} events.`)
  expect(await said([{ enabled_events: ['*'] }])).toMatch(/^ok/)
  const [first = '', ...others] = paymentEvents
  expect(await said([{ enabled_events: others }])).toBe(`FAIL: Stripe doesn't send ${first}. Add them to the webhook in its dashboard.`)
  expect(await said([{ enabled_events: ['*'], status: 'disabled' }])).toMatch(/^FAIL: The webhook is switched off/)
  expect(await said([{ enabled_events: ['*'], url: 'https://other.test' }])).toMatch(/^FAIL: Stripe sends nothing to/)
  expect(await said([], 403)).toMatch(/^warn: Stripe doesn't tell this key its webhooks \(403\)/)
})

test('O14, R234 old data of time zones is named with both versions, and so is a browser that disagrees', async () => {
  const { settings } = await healthy()
  const { zones: here } = (await doctor([], settings)).lines
  expect(here).toContain(zoneVersions.node)
  expect((await doctor([], { ...settings, METRICS_TOKEN: '' })).lines.zones).toMatch(/^warn: The figures are not told here/)
  const saidBy = async (node: string, doubts: number) => {
    const figures = `# HELP x\nrolecall_zone_data{release="2026f",node="${node}"} 1\nrolecall_zone_doubts ${doubts}\n`
    const server = createHttp((request, response) => void response.end(request.url === '/api/metrics' ? figures : '{}'))
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
    onTestFinished(() => void server.close())
    const direct = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    return (await doctor(['--direct', direct], settings)).lines.zones
  }
  expect(await saidBy('2026f', 0)).toBe('ok: The data of time zones is that of 2026f.')
  expect(await saidBy('2027a', 0)).toMatch(/^ok: .*2027a/)
  expect(await saidBy('2025c', 0)).toMatch(/^warn: Node's data of time zones is that of 2025c\..*2026f.*A newer Node/)
  expect(await saidBy('', 0)).toMatch(/^warn: .*no known version/)
  expect(await saidBy('2026f', 1)).toMatch(/^warn: .*another time.*\/admin/)
})

test('O14, R112 backups that are late or missing are named', async () => {
  const late = await healthy({}, 60)
  expect((await doctor([], late.settings)).lines.backup).toBe(
    'FAIL: The last backup is 60 hours old. Backups have stopped: is BACKUP_DIR still set, and can it be written?',
  )
  expect((await doctor([], { ...late.settings, BACKUP_EVERY: '7d' })).lines.backup).toMatch(/^ok/)
  expect((await doctor([], { ...late.settings, METRICS_TOKEN: '' })).lines.backup).toMatch(/^warn: The figures are not told here \(401\)/)
  const folder = newFolder()
  const none = await startServer(folder, { METRICS_TOKEN: token })
  const said = await doctor([none.url, '--direct', none.url], { METRICS_TOKEN: token })
  expect([said.lines.backup, said.lines.outbox]).toEqual([
    expect.stringMatching(/^warn: No backup was made yet/),
    expect.stringMatching(/^warn: .*shows every email/),
  ])
})
