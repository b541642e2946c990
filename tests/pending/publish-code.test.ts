// Publishing without an account by the emailed code or link, and the cookie that keeps its organizer in: what they open, and every way in which they must not.
import { describe, expect, onTestFinished, test } from 'vitest'
import { refusals } from '#protocol/kernel/refusals.ts'
import { dashboardRoom } from '#protocol/live.ts'
import { accessApi } from '#protocol/people/access.ts'
import { accountApi } from '#protocol/people/account.ts'
import { eventApi } from '#protocol/seats/event.ts'
import { groupApi } from '#protocol/seats/group.ts'
import { pendingApi } from '#protocol/seats/pending.ts'
import { rsvpApi } from '#protocol/seats/rsvp.ts'
import { routes } from '#server/app/app.ts'
import { rewindable } from '../kit/hostile/rewind.ts'
import { countLooks } from '../kit/rights/looked-at.ts'
import { keyOf } from '../kit/rights/rights.ts'
import { openCast } from '../kit/rights/rights-cast.ts'
import { calls } from '../kit/rights/rights-table.ts'
import { type As, codeOf } from '../kit/world/client.ts'
import { day, hour, minute } from '../kit/world/clock.ts'
import { fromOwnPage } from '../kit/world/own-page.ts'
import { freshStore, openWorld, type World } from '../kit/world/world.ts'

const email = 'nora@people.test'
async function openWaiting(to = email, world?: World) {
  const here = world ?? (await openWorld())
  const made = await here.event({}, undefined, {}, { organizerEmail: to })
  return { world: here, ...made, code: await here.codeMailed(to) }
}
const statusOf = async (world: World, groupId: string) => (await world.call(rsvpApi.form, { groupId })).body.status
const wrong = (code: string) => (code === 'ZZZZZZ' ? 'YYYYYY' : 'ZZZZZZ')
const from = (address: string): As => ({ headers: { 'x-forwarded-for': address } })
/** What a browser sends back of the cookies that an answer sets: those that are not over. */
const kept = (headers: Headers) =>
  headers
    .getSetCookie()
    .filter((one) => !one.includes('Max-Age=0'))
    .map((one) => one.split(';')[0])
    .join('; ')
async function published(to = email) {
  const waiting = await openWaiting(to)
  const { status, headers, body } = await waiting.world.call(pendingApi.publish, { id: waiting.eventId, code: waiting.code })
  expect([status, body.code]).toEqual([200, undefined])
  return { ...waiting, headers, as: { cookie: kept(headers) } }
}

describe('the code', () => {
  test('R127 publishes for nobody in particular, in any case, and its cookie alone opens what the link opens', async () => {
    const { world, eventId, groupId, code } = await openWaiting()
    const reply = await world.call(pendingApi.publish, { id: eventId, code: ` ${code.toLowerCase()} ` })
    expect(reply.body).toMatchObject({ groupId, event: { _id: eventId, status: 'active', organizerEmail: email } })
    expect(reply.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^rolecall_organizer=[\w-]{43}; Max-Age=86400; Path=\/; HttpOnly; SameSite=Lax$/),
      expect.stringMatching(/^rolecall_signed_in=[0-9a-f]{16}; Max-Age=86400; Path=\/; SameSite=Lax$/),
    ])
    expect(JSON.stringify(reply.body)).not.toContain(/rolecall_organizer=([\w-]+)/.exec(kept(reply.headers))?.[1])
    const as = { cookie: kept(reply.headers) }
    expect((await world.ok(eventApi.mine, {}, as)).events).toMatchObject([{ groupId, status: 'active' }])
    expect((await world.ok(accountApi.me, {}, as)).user.email).toBe(email)
    await world.ok(eventApi.update, { id: eventId, name: 'Winter school' }, as)
    expect((await world.no(accountApi.profile, {}, as))[1]).toBe('account-needed')
    world.clock.advance(3 * day)
    await world.runJobs()
    expect(await statusOf(world, groupId)).toBe('open')
  })

  test('R127 by https the cookie is bound to this host', async () => {
    const { world, eventId, code } = await openWaiting()
    Object.assign(world.services, { publicUrl: 'https://rolecall.test' })
    const { headers } = await world.call(pendingApi.publish, { id: eventId, code })
    for (const one of headers.getSetCookie()) expect(one).toMatch(/^__Host-rolecall_.+; Secure/)
    const as = { cookie: kept(headers), headers: { origin: 'https://rolecall.test' } }
    expect((await world.call(eventApi.mine, {}, as)).status).toBe(200)
    expect((await world.call(eventApi.mine, {}, { cookie: as.cookie.replaceAll('__Host-', '') })).body.code).toBe('sign-in-needed')
  })

  test('R127 S11 is wrong for others’ events, spent by its use, and void after ten minutes; nothing of that publishes', async () => {
    const { world, eventId, groupId, code } = await openWaiting()
    const other = await openWaiting('olaf@people.test', world)
    expect(await world.no(pendingApi.publish, { id: other.eventId, code })).toEqual([400, 'code-wrong', refusals['code-wrong'][1]])
    expect(await statusOf(world, other.groupId)).toBe('unpublished')
    world.clock.advance(10 * minute)
    expect((await world.no(pendingApi.publish, { id: eventId, code }))[1]).toBe('code-wrong')
    await world.ok(pendingApi.sendCode, { id: eventId })
    const fresh = await world.codeMailed(email)
    expect((await world.no(pendingApi.publish, { id: eventId, code: wrong(fresh) }))[1]).toBe('code-wrong')
    expect(await statusOf(world, groupId)).toBe('unpublished')
    await world.ok(pendingApi.publish, { id: eventId, code: fresh })
    const replayed = await world.call(pendingApi.publish, { id: eventId, code: fresh })
    expect([replayed.body.code, replayed.headers.getSetCookie()]).toEqual(['code-wrong', []])
    expect((await world.no(pendingApi.publish, { id: '0'.repeat(24), code: fresh }))[1]).toBe('code-wrong')
  })

  test('R127 S11 R15 of a right code sent many times at once one is taken, and gets a session', async () => {
    const { world, eventId, code } = await openWaiting()
    const all = await Promise.all(Array.from({ length: 20 }, () => world.call(pendingApi.publish, { id: eventId, code })))
    expect(all.map(codeOf).sort()).toEqual([...Array(19).fill('code-wrong'), 'ok'])
    expect(all.filter(({ headers }) => headers.getSetCookie().length > 0).length).toBe(1)
  })

  test('R127 S11 R118 guesses: five from one place, ten a day from all; then the code is locked, a link is sent, and the link publishes', async () => {
    const { wrap, looks } = countLooks()
    const { world, eventId, groupId, code } = await openWaiting(email, await openWorld({ hops: 1, wrap }))
    const guess = async (address: string) => codeOf(await world.call(pendingApi.publish, { id: eventId, code: wrong(code) }, from(address)))
    const tried: string[] = []
    for (const address of ['192.0.2.1', '192.0.2.2', '192.0.2.3']) for (let n = 0; n < 6; n++) tried.push(await guess(address))
    expect([looks(), new Set(tried)]).toEqual([10, new Set(['code-wrong'])])
    expect((await world.no(pendingApi.publish, { id: eventId, code }))[1]).toBe('code-wrong')
    world.clock.advance(minute)
    expect(await world.ok(pendingApi.sendCode, { id: eventId })).toEqual({ success: true, resendSeconds: 30 }) // others tried (R15b)
    expect(await world.codeMailed(email)).toBe('')
    const { headers } = await world.call(pendingApi.publish, { id: eventId, token: await world.tokenMailed(email) })
    expect([await statusOf(world, groupId), kept(headers)]).toEqual(['open', expect.stringContaining('rolecall_organizer=')])
  })

  test('R127 S11 guesses at many events of one person open its account no sooner: past a hundred an hour no code counts, the link does', async () => {
    const { world, eventId, code } = await openWaiting(email, await openWorld({ hops: 1 }))
    const link = await world.tokenMailed(email)
    const others: string[] = []
    for (let n = 0; n < 10; n++) others.push((await world.event({}, undefined, {}, { organizerEmail: email })).eventId)
    const tried: string[] = []
    for (const id of others)
      for (const address of ['192.0.2.1', '192.0.2.2'])
        for (let n = 0; n < 5; n++) tried.push(codeOf(await world.call(pendingApi.publish, { id, code: wrong(code) }, from(address))))
    expect(new Set(tried)).toEqual(new Set(['code-wrong']))
    const refused = await world.call(pendingApi.publish, { id: eventId, code }, from('192.0.2.3'))
    expect([codeOf(refused), refused.headers.getSetCookie()]).toEqual(['code-wrong', []])
    world.clock.advance(minute)
    expect(await world.ok(pendingApi.sendCode, { id: eventId })).toEqual({ success: true, resendSeconds: 30 }) // others tried (R15b)
    const stranger = await openWaiting('olaf@people.test', world)
    expect(codeOf(await world.call(pendingApi.publish, { id: stranger.eventId, code: stranger.code }))).toBe('ok')
    world.clock.advance(hour)
    await world.ok(pendingApi.sendCode, { id: eventId })
    expect(codeOf(await world.call(pendingApi.publish, { id: eventId, code: await world.codeMailed(email) }))).toBe('ok')
    expect(codeOf(await world.call(pendingApi.publish, { id: others[0] ?? '', token: link }))).toBe('ok')
  })

  test('R127 R15 R227 is sent again after 30 seconds, and the last two hold; more than the hour allows is answered alike and not sent', async () => {
    const { world, eventId, code } = await openWaiting()
    expect((await world.no(pendingApi.sendCode, { id: eventId }))[1]).toBe('code-soon')
    const sent = async () => {
      world.clock.advance(minute)
      return codeOf(await world.call(pendingApi.sendCode, { id: eventId }))
    }
    expect(await sent()).toBe('ok')
    const fresh = await world.codeMailed(email)
    for (let n = 0; n < 3; n++) expect(await sent()).toBe('ok')
    for (const old of [code, fresh]) expect((await world.no(pendingApi.publish, { id: eventId, code: old }))[1]).toBe('code-wrong')
    expect(await sent()).toBe('code-often')
    expect((await world.mails(email)).length).toBe(5)
    expect(fresh).toMatch(/^[A-Z2-9]{6}$/)
    // Another event of the same address: nothing more is mailed within the hour, and the reply doesn't tell.
    const other = await openWaiting(email, world)
    world.clock.advance(minute)
    expect(codeOf(await world.call(pendingApi.sendCode, { id: other.eventId }))).toBe('ok')
    expect((await world.mails(email)).length).toBe(5)
  })

  test('R127 R116 is asked for only where something waits', async () => {
    const { world, eventId } = await published()
    const [gone, none] = [await world.no(pendingApi.sendCode, { id: eventId }), await world.no(pendingApi.sendCode, { id: '0'.repeat(24) })]
    expect(gone).toEqual([404, 'event-unknown', 'Event Not Found'])
    expect(none).toEqual(gone)
  })

  test('R127 R43 a full plan is a clear no, signs nobody in, and leaves the code as it was', async () => {
    const world = await openWorld()
    const ada = await world.person('ada')
    const { eventId, code } = await openWaiting(ada.email, world)
    await world.event(ada)
    await world.event(ada)
    const no = await world.call(pendingApi.publish, { id: eventId, code })
    expect([no.body.code, no.headers.getSetCookie()]).toEqual(['active-events-reached', []])
    await world.setTier(ada.userId, 'pro')
    await world.ok(pendingApi.publish, { id: eventId, code })
  })

  test('R127 one who published by the link and then types the code is signed in all the same', async () => {
    const { world, eventId, code } = await openWaiting()
    await world.ok(pendingApi.publish, { id: eventId }, await world.opened(email))
    const { status, headers } = await world.call(pendingApi.publish, { id: eventId, code })
    expect([status, kept(headers)]).toEqual([200, expect.stringContaining('rolecall_organizer=')])
  })
})

describe('the link', () => {
  test('R127 R29 publishes by its token, keeps it in the cookie as long as it lives, and works again', async () => {
    const { world, eventId, groupId } = await openWaiting()
    const token = await world.tokenMailed(email)
    world.clock.advance(hour)
    const { headers } = await world.call(pendingApi.publish, { id: eventId, token })
    expect(headers.getSetCookie()[0]).toContain(`rolecall_organizer=${token}; Max-Age=${23 * 3600};`)
    expect(await statusOf(world, groupId)).toBe('open')
    await world.ok(pendingApi.publish, { id: eventId, token })
    const as = { cookie: kept(headers) }
    world.clock.advance(23 * hour)
    expect((await world.no(eventApi.mine, {}, as))[1]).toBe('token-invalid')
  })

  test('R127 R116 of another person publishes nothing, nor does one that was made up', async () => {
    const { world, eventId, groupId } = await openWaiting()
    await openWaiting('eve@people.test', world)
    const evil = await world.tokenMailed('eve@people.test')
    expect((await world.no(pendingApi.publish, { id: eventId, token: evil }))[1]).toBe('event-unknown')
    expect((await world.no(pendingApi.publish, { id: eventId, token: 'x'.repeat(43) }))[1]).toBe('link-invalid')
    expect((await world.no(pendingApi.publish, { id: eventId }))[1]).toBe('sign-in-needed')
    expect(await statusOf(world, groupId)).toBe('unpublished')
  })

  test('R127 opened as its page opens it, it keeps its reader in by cookie too', async () => {
    const { world, eventId } = await openWaiting()
    const { headers } = await world.call(accessApi.openLink, { token: await world.tokenMailed(email) })
    const as = { cookie: kept(headers) }
    await world.ok(pendingApi.publish, { id: eventId }, as)
    expect((await world.ok(eventApi.mine, {}, as)).events.length).toBe(1)
  })
})

describe('the cookie', () => {
  test('R127a R30 opens what the link opens, call by call, and nothing else', async () => {
    const { store, rewind } = rewindable(await freshStore())
    onTestFinished(() => store.close())
    const world = await openWorld({ store })
    const { callers, tenants } = await openCast(world)
    const { organizerToken = '' } = callers.linkFree ?? {}
    rewind.forget()
    const differences: string[] = []
    for (const { endpoint } of routes) {
      const row = calls[keyOf(endpoint)]
      if (!row) continue
      const input = row.input(tenants.free) as never
      const byHeader = codeOf(await world.call(endpoint, input, { organizerToken }))
      await rewind()
      const byCookie = codeOf(await world.call(endpoint, input, { cookie: `rolecall_organizer=${organizerToken}` }))
      await rewind()
      if (byHeader !== byCookie) differences.push(`${keyOf(endpoint)}: ${byHeader} by the header, ${byCookie} by the cookie`)
    }
    expect(differences).toEqual([])
  })

  test('R127a R31 gives way to a login and to a token that was sent, whether or not they hold', async () => {
    const { world, as } = await published()
    const ada = await world.person('ada')
    const meAs = async (more: As) => (await world.call(accountApi.me, {}, { ...as, ...more })).body
    expect((await meAs({ token: ada.token })).user.email).toBe(ada.email)
    expect((await meAs(await world.opened(ada.email))).user.email).toBe(ada.email)
    expect((await meAs({ organizerToken: 'x'.repeat(43) })).code).toBe('token-invalid')
    expect((await meAs({ token: 'x'.repeat(43) })).code).toBe('token-invalid')
  })

  test.each([
    'rolecall_organizer=',
    'rolecall_organizer=short',
    `rolecall_organizer=${'x'.repeat(5000)}`,
    `__Host-rolecall_organizer=${'x'.repeat(43)}`,
  ])('R127a S2 that is no token of ours is none: %s', async (cookie) => {
    const world = await openWorld()
    expect((await world.no(eventApi.mine, {}, { cookie }))[1]).toBe('sign-in-needed')
  })

  test('R121 R127a from a page of somebody else it changes nothing, and opens no room', async () => {
    const { world, as, eventId } = await published()
    const foreign: Record<string, string>[] = [
      { 'sec-fetch-site': 'same-site' },
      { 'sec-fetch-site': 'cross-site' },
      { origin: 'https://evil.test' },
      {},
    ]
    for (const headers of foreign) {
      const sent = { headers: { ...headers, cookie: as.cookie } }
      expect((await world.no(eventApi.remove, { id: eventId }, sent))[1]).toBe('page-foreign')
      expect((await world.no(accessApi.logOut, {}, sent))[1]).toBe('page-foreign')
    }
    const { user } = await world.ok(accountApi.me, {}, as)
    const own = await world.socket({}, fromOwnPage(as.cookie))
    expect(await own.watch(dashboardRoom(user._id))).toMatchObject({ view: expect.anything() })
    const stranger = await world.socket({}, { cookie: as.cookie, origin: 'https://evil.test', 'sec-fetch-site': 'cross-site' })
    expect(await stranger.watch(dashboardRoom(user._id))).toMatchObject({ code: 'not-yours' })
  })

  test('R127a R33 the logout ends it: on the server, in the browser, and for its sockets within a second', async () => {
    const { world, as } = await published()
    const { user } = await world.ok(accountApi.me, {}, as)
    const socket = await world.socket({}, fromOwnPage(as.cookie))
    await socket.watch(dashboardRoom(user._id))
    const { headers } = await world.call(accessApi.logOut, {}, as)
    expect(headers.getSetCookie().map((one) => one.split('; ').slice(0, 2))).toEqual([
      ['rolecall_organizer=', 'Max-Age=0'],
      ['rolecall_signed_in=', 'Max-Age=0'],
    ])
    await socket.hears(({ name }) => name === 'gone')
    expect((await world.no(eventApi.mine, {}, as))[1]).toBe('token-invalid')
  })

  test('R127a R33 the logout of an account in the same browser ends it as well', async () => {
    const { world, as } = await published()
    const ada = await world.person('ada')
    await world.ok(accessApi.logOut, {}, { ...as, token: ada.token })
    expect((await world.no(accountApi.me, {}, { token: ada.token }))[1]).toBe('token-invalid')
    expect((await world.no(eventApi.mine, {}, as))[1]).toBe('token-invalid')
  })

  test('R71 R127a one that has ended is as good as none where nobody is needed', async () => {
    const { world, as, groupId } = await published()
    world.clock.advance(2 * day)
    expect((await world.call(groupApi.read, { id: groupId }, as)).status).toBe(200)
    expect((await world.call(rsvpApi.form, { groupId }, as)).status).toBe(200)
    await world.event(as, undefined, {}, { organizerEmail: email })
  })
})

describe('“Is this your event?”', () => {
  test('R127b R34 the link asked for leads to the event; whoever asks, and for whatever address, is answered alike', async () => {
    const { world, eventId } = await published()
    await world.person('ada')
    const answers: string[] = []
    for (const to of [email, 'ada@people.test', 'nobody@people.test']) {
      const { status, body, headers } = await world.call(accessApi.requestLink, { email: to, eventId })
      answers.push(JSON.stringify([status, body, headers.getSetCookie()]))
    }
    expect(new Set(answers).size).toBe(1)
    expect((await world.mails(email))[0]?.text).toMatch(new RegExp(`/token\\?token=[\\w-]+&event=${eventId}\\n`))
    expect((await world.mails('nobody@people.test')).length).toBe(0)
    const [status] = await world.no(accessApi.requestLink, { email, eventId: 'https://evil.test' })
    expect(status).toBe(400)
  })
})
