// R246: a page is live over a line that websockets don't pass, and isn't called live over one that is dead: real lines, and a clock that stands still between the steps.
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { groupRoom } from '#protocol/live.ts'
import { type Fault, openLine } from '../kit/process/line.ts'
import { comes } from '../kit/world/pace.ts'
import { groupId } from './event-fixtures.ts'
import { filled } from './group-fixtures.ts'
import { liveForAll } from './group-live.ts'

const live = await liveForAll()
let view = filled()
const room = groupRoom(groupId)

/** Waits for what comes over the line, while the page's clock stands still. */
const until = async (isSo: () => boolean) => {
  let isOver = false
  onTestFinished(() => {
    isOver = true
  })
  while (!isSo() && !isOver) await new Promise((turn) => setImmediate(turn))
}
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)
/** The longest a page waits before it tries once more. */
const retryMs = 300
/** When the page rests, and its socket comes. */
const restMs = 200

type Sight = 'visible' | 'hidden'
const be = (sight: Sight) => Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => sight })
const look = (sight: Sight) => be(sight).dispatchEvent(new Event('visibilitychange'))

beforeEach(() => {
  vi.resetModules()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const later = setTimeout
  // Node's stand-in for a browser's requests answers by timers that are due at once.
  vi.stubGlobal('setTimeout', (work: () => void, ms = 0) => (ms > 0 ? later(work, ms) : setImmediate(work)))
  view = filled()
  live.answerWatch((at) => (at === room ? { view } : undefined))
})
afterEach(() => {
  be('visible')
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

/** A page that watches a group over a line to the server, and has just come to rest. */
async function openPage(fault: Fault = 'none') {
  const line = await openLine(live.url.replace('localhost', '127.0.0.1'))
  line.fault = fault
  window.happyDOM.setURL(`${line.url}/`)
  const { receive, watch } = await import('#client/lib/live.ts')
  const { useLiveState } = await import('#client/lib/connection.ts')
  const shown: number[] = []
  receive('group', ({ rev }) => shown.push(rev))
  const leave = watch(room, { onView: ({ rev }) => shown.push(rev) })
  onTestFinished(async () => {
    leave()
    line.cut()
    await live.dropAll()
  })
  let losses = 0
  useLiveState.subscribe(({ state }) => {
    if (state !== 'live') losses++
  })
  await pass(restMs)
  const isLive = () => useLiveState.getState().state === 'live' && useLiveState.getState().isSure
  const shows = () => comes(() => expect(shown.at(-1)).toBe(view.rev))
  /** The group changes, and whoever is connected hears. */
  const change = () => {
    view = { ...view, rev: view.rev + 1 }
    live.say('group', view)
  }
  /** It is live in deed: what changes now is shown. */
  const follows = async () => {
    expect(isLive()).toBe(true)
    change()
    await shows()
  }
  return { line, isLive, losses: () => losses, shows, change, follows }
}

test('R246 where websockets pass, one is all that a page asks for', async () => {
  const { line, isLive, follows } = await openPage()
  await until(isLive)
  await follows()
  expect(line.asked).toEqual({ websocket: 1, polling: 0 })
})

test.each([
  ['refused', 0],
  ['hanging', 1_500],
  ['swallowed', 1_500],
] as const)('R246 where websockets are %s a page is live by polling after %i ms and a moment, and stays so', async (fault, foundMs) => {
  const { line, isLive, losses, follows } = await openPage(fault)
  await until(() => line.asked.websocket === 1)
  await pass(Math.max(foundMs - 1, 0))
  expect([losses() === 0, line.asked.polling]).toEqual([foundMs > 0, 0])
  await pass(foundMs > 0 ? 1 : 0)
  await until(() => losses() === 1)
  await pass(retryMs)
  await until(isLive)
  await follows()
  await pass(30_000)
  await follows()
})

test('R246 a websocket that is cut is not tried again: the page goes on by polling, and stays so', async () => {
  const { line, isLive, follows } = await openPage()
  await until(isLive)
  line.cut()
  await until(() => !isLive())
  await pass(retryMs)
  await until(isLive)
  await follows()
  await pass(30_000)
  await follows()
  expect(line.asked.websocket).toBe(1)
})

test('R246 where all was cut, since the server was gone for a moment, websockets are tried again', async () => {
  const { line, isLive, losses, follows } = await openPage()
  await until(isLive)
  line.fault = 'down'
  line.cut()
  await until(() => losses() === 1)
  await pass(retryMs)
  await until(() => losses() === 2)
  line.fault = 'none'
  await pass(2 * retryMs)
  await until(isLive)
  await follows()
  expect(line.asked.websocket).toBe(2)
})

const returns: readonly (readonly [string, () => void])[] = [
  ['shown again', () => look('visible')],
  ['left and come back to', () => window.dispatchEvent(new Event('pageshow'))],
  ['online again', () => window.dispatchEvent(new Event('online'))],
]

test.each(returns)('R246 a page that is %s is not called live before the server has answered', async (_, comeBack) => {
  const { line, isLive, follows } = await openPage()
  await until(isLive)
  comeBack()
  expect(isLive()).toBe(false)
  await until(isLive)
  await follows()
  expect(line.asked.websocket).toBe(1)
})

test.each(returns)(
  'R246 a page whose line has died unseen and that is %s shows within 2 s what it missed, or is not called live',
  async (_, comeBack) => {
    const { line, isLive, shows, change, follows } = await openPage()
    await until(isLive)
    look('hidden')
    line.silence()
    const unanswered: string[] = []
    vi.stubGlobal('fetch', (address: string, { signal }: { signal: AbortSignal }) => {
      unanswered.push(address)
      return new Promise((_, reject) => signal.addEventListener('abort', reject))
    })
    change()
    await pass(10_000)
    be('visible')
    comeBack()
    for (let ms = 0; ms < 2_000; ms += 100) {
      expect(isLive()).toBe(false)
      await pass(100)
    }
    // What the browser kept open has died as well: it is given up before anything is read over it.
    expect(unanswered).toEqual(Array(6).fill('/api/health'))
    expect(isLive()).toBe(false)
    await pass(1_000)
    await until(isLive)
    await shows()
    await follows()
    expect(line.asked).toEqual({ websocket: 2, polling: 0 })
  },
)

test('R246 a page that polls leaves its connection to others while nobody sees it, and is live again once somebody does', async () => {
  const { line, isLive, losses, shows, change } = await openPage('refused')
  await until(() => losses() === 1)
  await pass(retryMs)
  await until(isLive)
  look('hidden')
  await pass(4_999)
  expect(isLive()).toBe(true)
  await pass(1)
  expect(isLive()).toBe(false)
  await until(() => live.connected() === 0)
  const { polling } = line.asked
  change()
  await pass(60_000)
  expect(line.asked.polling).toBe(polling)
  look('visible')
  await until(isLive)
  await shows()
  // At first, beside its polling, and now: the network may be another one.
  await until(() => line.asked.websocket === 3)
})

test('R246 one that has a websocket keeps it unseen', async () => {
  const { isLive, follows } = await openPage()
  await until(isLive)
  look('hidden')
  await pass(10_000)
  await follows()
})
