// What a page takes the time for: the server's clock as its replies tell it, however slow the way was (R247).
import { readFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { callUnlessSame } from '#client/door/offline/call-unless-same.ts'
import { sendingWith } from '#client/lib/actions/upload-call.ts'
import { call } from '#client/lib/call.ts'
import { clockOffset, noteTime, serverNow, useClock } from '#client/lib/now.ts'
import { notePageTime } from '#client/rsvp/card/page-time.ts'
import { accountApi } from '#protocol/people/account.ts'
import { groupApi } from '#protocol/seats/group.ts'

const second = 1_000
const hour = 3_600 * second
const today = Date.UTC(2026, 11, 1, 9)
beforeEach(() => {
  vi.setSystemTime(today)
  useClock.setState({ offset: 0 })
})
afterEach(() => {
  useClock.setState({ offset: 0 })
  vi.unstubAllGlobals()
})

/** A reply to the second, from a clock `ahead`, on ways of so many milliseconds. */
const reply = (ahead: number, there = 0, back = 0) => {
  const said = Math.floor((today + ahead) / second) * second
  noteTime(said, today - there, today + back)
}

describe('R247 what a reply says', () => {
  it.each([-5 * hour, -90 * second, 90 * second, 5 * hour])('puts a clock right that is %d ms off', (ahead) => {
    reply(ahead, 40, 40)
    expect(Math.abs(serverNow() - today - ahead)).toBeLessThan(1_500)
  })

  it.each([
    ['to the second only', 999, 0, 0],
    ['by a clock that is about right', 1_400, 0, 0],
    ['after a slow way there', 0, 20 * second, 0],
    ['after a slow way back', 0, 0, 20 * second],
  ])('changes nothing where it comes %s', (_, ahead, there, back) => {
    reply(ahead, there, back)
    expect(clockOffset()).toBe(0)
  })

  it('changes nothing that it fits, so that nothing jitters', () => {
    reply(5 * hour)
    const held = clockOffset()
    for (const [there, back] of [
      [0, 700],
      [900, 0],
      [20 * second, 0],
      [0, 20 * second],
    ] as const)
      reply(5 * hour, there, back)
    expect(clockOffset()).toBe(held)
  })

  it('takes back what does not hold any more: the computer’s clock was put right', () => {
    reply(5 * hour)
    reply(0)
    expect(clockOffset()).toBe(0)
  })

  it('changes nothing where it says nothing', () => {
    reply(5 * hour)
    const held = clockOffset()
    noteTime(Number.NaN, today)
    expect(clockOffset()).toBe(held)
  })
})

describe('R247 the page’s own answer', () => {
  const told = (ahead: number) => [
    { name: 'cdn', duration: 0 },
    { name: 'now', duration: today + ahead },
  ]
  /** Its script runs so long after it was asked for. */
  const opened = (page: object, after = 900) => {
    vi.stubGlobal('performance', { now: () => after, getEntriesByType: () => [page] })
    notePageTime()
    return clockOffset()
  }

  it('tells the time in a header, before any reply', () => {
    expect(Math.abs(opened({ transferSize: 300, serverTiming: told(5 * hour) }) - 5 * hour)).toBeLessThan(3_000)
  })

  it.each([
    ['by a clock that is right', { transferSize: 300, serverTiming: told(-700) }],
    ['on a way that took long', { transferSize: 300, serverTiming: told(-30_000) }, 40_000],
    ['that the browser had kept', { transferSize: 0, serverTiming: told(-72 * hour) }],
    ['that tells nothing', { transferSize: 300, serverTiming: [{ name: 'cdn', duration: 3 }] }],
    ['in a browser that doesn’t show it', { transferSize: 300 }],
  ])('changes nothing where it comes %s', (_, page, after?: number) => {
    expect(opened(page, after)).toBe(0)
  })
})

describe('R247 every kind of reply', () => {
  const date = new Date(today + 5 * hour).toUTCString()
  const answered = (status: number, body: object | null = {}) =>
    vi.stubGlobal('fetch', async () => new Response(body && JSON.stringify(body), { status, headers: { date } }))
  const isTold = () => expect(Math.round(clockOffset() / hour)).toBe(5)
  const id = 'a'.repeat(24)

  it('tells the time: one that is taken, one that is refused, one that is broken', async () => {
    for (const status of [200, 404, 502]) {
      useClock.setState({ offset: 0 })
      answered(status)
      await call(accountApi.me, {}).catch(() => {})
      isTold()
    }
  })

  it('tells the time though it is the same as before', async () => {
    answered(304, null)
    await callUnlessSame(groupApi.read, { id }, '"1"', AbortSignal.timeout(120_000))
    isTold()
  })

  it('tells the time though it was asked for before the page’s code was there', async () => {
    answered(404)
    window.history.replaceState(null, '', `/group/${id}`)
    for (const name of ['askedEarly', 'takePressed']) vi.stubGlobal(name, undefined)
    // oxlint-disable-next-line typescript/no-implied-eval -- it is a script of the page, and no module
    new Function(readFileSync('client/early.js', 'utf8'))()
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('asked again')))
    await call(groupApi.read, { id }).catch(() => {})
    isTold()
  })

  it('tells the time though it answers a picture', async () => {
    class Sending {
      upload = {}
      status = 200
      responseText = '{}'
      onload = () => {}
      open() {}
      setRequestHeader() {}
      getResponseHeader = () => date
      send() {
        this.onload()
      }
    }
    vi.stubGlobal('XMLHttpRequest', Sending)
    await call(accountApi.me, {}, { send: sendingWith(() => {}) }).catch(() => {})
    isTold()
  })
})
