// What is said when a call fails: whose words come first, and the reference of a fault.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { CallFailed, call, ownSentence, sentenceOf } from '#client/lib/call.ts'
import { askEarly } from '#client/lib/early-call.ts'
import { newKey } from '#client/lib/new-key.ts'
import { useSession } from '#client/lib/session.ts'
import { accountApi } from '#protocol/account.ts'
import { groupApi } from '#protocol/group.ts'

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
    expect(sentenceOf(await failure(), 'Our own')).toBe(sentence)
  })

  it('is "Unknown error" where nobody has a word', async () => {
    answered(502, {})
    const error = await failure()
    expect(sentenceOf(error)).toBe('Unknown error')
    expect(error instanceof CallFailed && error.message).toBe('Unknown error')
  })

  it('is our own for a bug of this page, whatever it says of itself', () => {
    expect(sentenceOf(new TypeError('x is not a function'), 'Our own')).toBe('Our own')
  })

  it('brings the reference of a fault, and none of a refusal', async () => {
    const fault = { error: 'Something went wrong. Please try again.', code: 'internal', requestId: 'req-1' }
    answered(500, fault)
    const failed = await failure()
    expect(sentenceOf(failed, 'Our own')).toBe('Something went wrong. Please try again. Reference: req-1')
    expect(ownSentence(failed, 'Our own')).toBe('Our own Reference: req-1')
    answered(409, { error: 'Role "Host" is already full.', code: 'role-full', requestId: 'req-2' })
    expect(sentenceOf(await failure(), 'Our own')).toBe('Role "Host" is already full.')
  })
})

describe('R110 the first call of a page', () => {
  const id = 'a'.repeat(24)
  const group = (of = id) => call(groupApi.read, { id: of }).catch(() => {})
  /** The paths that were asked for, in order. */
  function asked() {
    answered(404, { error: 'No such group.', code: 'group-unknown' })
    return () => vi.mocked(fetch).mock.calls.map(([path]) => path)
  }
  afterEach(() => useSession.setState({ token: null }))

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
    const now = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 11_000)
    await group()
    now.mockRestore()
    expect(paths()).toHaveLength(2)
    vi.mocked(fetch).mockRejectedValueOnce(new TypeError('Failed to fetch'))
    askEarly(`/group/${id}`)
    await new Promise((later) => setTimeout(later))
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

  it('is none on other pages', () => {
    const paths = asked()
    for (const path of ['/', '/group/undefined', `/group/${id}/edit`, `/rsvp/${id}`]) askEarly(path)
    expect(paths()).toEqual([])
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
