// What is said when a call fails: whose words come first, and the reference of a fault.
import { readFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { CallFailed, call, errorText, ownSentence } from '#client/lib/call.ts'
import { newKey } from '#client/lib/new-key.ts'
import { useSession } from '#client/lib/session.ts'
import { accountApi } from '#protocol/people/account.ts'
import { groupApi } from '#protocol/seats/group.ts'

const answered = (status: number, body: unknown) =>
  vi.stubGlobal(
    'fetch',
    vi.fn(async () => new Response(typeof body === 'string' ? body : JSON.stringify(body), { status })),
  )
const failure = async (): Promise<unknown> =>
  call(accountApi.me, {}).then(
    () => null,
    (error: unknown) => error,
  )

afterEach(() => vi.unstubAllGlobals())

describe('R59 the sentence of a failed call', () => {
  it.each([
    ['`error` first', { error: 'From error', message: 'From message' }, 'From error'],
    ['then `message`', { message: 'From message' }, 'From message'],
    ['`message` where `error` is no text', { error: { deep: 1 }, message: 'From message' }, 'From message'],
    ['`message` where `error` is empty', { error: '', message: 'From message' }, 'From message'],
    ['then our own', {}, 'Our own'],
    ['our own for a page of a proxy', '<h1>502 Bad Gateway</h1>', 'Our own'],
    ['our own for a bare text', '"down"', 'Our own'],
  ])('is %s', async (_, body, sentence) => {
    answered(502, body)
    expect(errorText(await failure(), 'Our own')).toBe(sentence)
  })

  it('is "Unknown error" where nobody has a word', async () => {
    answered(502, {})
    const error = await failure()
    expect(errorText(error)).toBe('Unknown error')
    expect(error instanceof CallFailed && error.message).toBe('Unknown error')
  })

  it('is our own for a bug of this page, whatever it says of itself', () => {
    expect(errorText(new TypeError('x is not a function'), 'Our own')).toBe('Our own')
  })

  it('brings the reference of a fault, and none of a refusal', async () => {
    const fault = { error: 'Something went wrong. Please try again.', code: 'internal', requestId: 'req-1' }
    answered(500, fault)
    const failed = await failure()
    expect(errorText(failed, 'Our own')).toBe('Something went wrong. Please try again. Reference: req-1')
    expect(ownSentence(failed, 'Our own')).toBe('Our own Reference: req-1')
    answered(409, { error: 'Role "Host" is already full.', code: 'role-full', requestId: 'req-2' })
    expect(errorText(await failure(), 'Our own')).toBe('Role "Host" is already full.')
  })
})

describe('R110 the first calls of a page', () => {
  const id = 'a'.repeat(24)
  const group = (of = id) => call(groupApi.read, { id: of }).catch(() => {})
  const early = readFileSync('client/early.js', 'utf8')
  /** Opens the page at `path` as far as its early script. */
  function askEarly(path: string, token?: string) {
    if (token) localStorage.setItem('rolecallToken', token)
    window.history.replaceState(null, '', path)
    for (const name of ['askedEarly', 'takePressed']) vi.stubGlobal(name, undefined)
    // oxlint-disable-next-line typescript/no-implied-eval -- it is a script of the page, and no module
    new Function(early)()
  }
  /** The paths that were asked for, in order. */
  function asked() {
    answered(404, { error: 'No such group.', code: 'group-unknown' })
    return () => vi.mocked(fetch).mock.calls.map(([path]) => path)
  }
  afterEach(() => {
    useSession.setState({ token: null })
    localStorage.clear()
  })

  it('is asked while the code of the page comes, and once', async () => {
    const paths = asked()
    askEarly(`/group/${id}`)
    expect(paths()).toEqual([`/api/group/${id}`])
    await call(accountApi.me, {}).catch(() => {})
    await group()
    expect(paths()).toEqual([`/api/group/${id}`, '/api/auth/me'])
    await group()
    expect(paths()).toHaveLength(3)
  })

  it('is asked again by whoever is somebody else by then, for another group, and for what changes anything', async () => {
    const paths = asked()
    askEarly(`/group/${id}`)
    await group('b'.repeat(24))
    await call(groupApi.remove, { id }).catch(() => {})
    useSession.setState({ token: 'of somebody else' })
    await group()
    expect(paths()).toHaveLength(4)
  })

  it('is asked again where its reply is old, or did not come', async () => {
    const paths = asked()
    askEarly(`/group/${id}`)
    const now = vi.spyOn(performance, 'now').mockReturnValue(Infinity)
    await group()
    now.mockRestore()
    expect(paths()).toHaveLength(2)
    vi.mocked(fetch).mockRejectedValueOnce(new TypeError('Failed to fetch'))
    askEarly(`/group/${id}`)
    await new Promise(setImmediate)
    await group()
    expect(paths()).toHaveLength(4)
  })

  it('brings nothing to whoever has left by then', async () => {
    answered(200, {})
    askEarly(`/group/${id}`)
    const leaving = new AbortController()
    const reading = call(groupApi.read, { id }, { signal: leaving.signal })
    leaving.abort()
    await expect(reading).rejects.toMatchObject({ name: 'AbortError' })
  })

  it('R140 goes on to the board of an event’s only group, and to none where there are several, which come with the event', async () => {
    for (const [groupIds, next] of [
      [['b'.repeat(24)], 1],
      [['b'.repeat(24), 'c'.repeat(24)], 0],
    ] as const) {
      answered(200, { event: { groupIds } })
      askEarly(`/event/${id}`)
      await new Promise(setImmediate)
      expect(vi.mocked(fetch).mock.calls.slice(1)).toHaveLength(next)
    }
  })

  it('is none on other pages', () => {
    const paths = asked()
    for (const path of ['/', '/group/undefined', '/group', `/dashboard/${id}`, `/group/${id}/edit`, `/rsvp/${id}`])
      askEarly(path, 'of mine')
    expect(paths()).toEqual([])
  })

  it('asks for all that the first view of an organizer’s page needs, in their name', async () => {
    const ofPage = async (path: string) => {
      answered(200, { event: { groupIds: ['b'.repeat(24)] }, group: { eventId: 'c'.repeat(24) } })
      askEarly(path, 'of mine')
      await new Promise(setImmediate)
      const calls = vi.mocked(fetch).mock.calls
      for (const [, init] of calls) expect(new Headers(init?.headers).get('authorization')).toBe('Bearer of mine')
      return calls.map(([path, init]) => `${init?.method ?? 'GET'} ${path as string}`)
    }
    const mine = ['GET /api/auth/me', 'POST /api/org/mine']
    expect(await ofPage('/dashboard')).toEqual([...mine, 'GET /api/event/mine?page=1&limit=10', 'GET /api/event/pending'])
    expect(await ofPage('/dashboard?time=past')).toEqual(mine)
    expect(await ofPage('/create')).toEqual([...mine, 'GET /api/tier-limits'])
    expect(await ofPage(`/event/${id}`)).toEqual(['GET /api/auth/me', `GET /api/event/${id}`, `GET /api/group/${'b'.repeat(24)}`])
    useSession.setState({ token: 'of mine' })
    await call(accountApi.me, {}).catch(() => {})
    expect(fetch).toHaveBeenCalledTimes(3)
  })

  it('says that nobody answered, as any call', async () => {
    vi.stubGlobal('fetch', vi.fn().mockRejectedValue(new TypeError('Failed to fetch')))
    askEarly(`/group/${id}`)
    await expect(call(groupApi.read, { id })).rejects.toMatchObject({ code: 'offline' })
    expect(fetch).toHaveBeenCalledOnce()
  })
})

describe('R56 a key', () => {
  const { crypto } = globalThis
  beforeEach(() => {
    // What browsers have over plain HTTP.
    vi.stubGlobal('crypto', { getRandomValues: (bytes: Uint8Array<ArrayBuffer>) => crypto.getRandomValues(bytes) })
  })

  it('is made where the page is no secure context, and is another each time', () => {
    const keys = Array.from({ length: 100 }, newKey)
    expect(new Set(keys).size).toBe(100)
    for (const key of keys) expect(key).toMatch(/^[0-9a-f]{32}$/)
  })
})

it('a call outlives the page only if it was asked to', async () => {
  answered(500, {})
  await failure()
  expect(vi.mocked(fetch).mock.lastCall?.[1]?.keepalive).toBe(false)
  await call(groupApi.setRoleMax, { id: 'a'.repeat(24), name: 'Host', max: 2 }, { keepalive: true }).catch(() => {})
  expect(vi.mocked(fetch).mock.lastCall?.[1]?.keepalive).toBe(true)
})
