// What waits for sockets before it is written (R243): each budget is filled, and again with the budget taken away.
import { EventEmitter } from 'node:events'
import { expect, onTestFinished, test, vi } from 'vitest'
import { budget, createSendBuffers } from '#server/edge/live/budget.ts'

/** A connection whose other end reads nothing. */
function deaf() {
  const transport = Object.assign(new EventEmitter(), { socket: { terminate: () => end() } })
  const connection = Object.assign(new EventEmitter(), { transport, writeBuffer: [] as object[], isOpen: true, close: () => {} })
  const end = () => {
    connection.isOpen = false
    connection.emit('close')
  }
  const say = (packet: object) => {
    if (!connection.isOpen) return
    connection.emit('packetCreate', packet)
    connection.writeBuffer.push(packet)
  }
  return { connection, say }
}
const kilobytes = (count: number) => 'x'.repeat(count * 1_024)

/** Counts what waits, with some of its budget taken away. */
function open(change: Partial<typeof budget> = {}) {
  const readers = createSendBuffers({ ...budget, ...change })
  onTestFinished(readers.close)
  const add = () => {
    const one = deaf()
    readers.add(one.connection as never)
    return one
  }
  return { readers, add }
}

test.each([true, false])(
  'R119, R243 1,000 sockets that read nothing hold the budget of all at most, and the slowest are cut first (control: %s)',
  (isOn) => {
    const { readers, add } = open(isOn ? {} : { bytesOfAll: Infinity })
    const all = Array.from({ length: 1_000 }, add)
    let most = 0
    for (const { say } of all) {
      say({ data: kilobytes(300) })
      most = Math.max(most, readers.unread())
    }
    const isOpen = all.map(({ connection }) => connection.isOpen)
    const cut = isOpen.filter((one) => !one).length
    expect(most < budget.bytesOfAll + 400 * 1_024).toBe(isOn)
    expect(cut > 700).toBe(isOn)
    expect(isOpen.slice(0, cut)).not.toContain(true)
  },
)

test('R119 one socket holds 1 MB and what was on its way; what is shared counts for it and not for all; who reads is free again', async () => {
  const { readers, add } = open()
  const [slow, quick] = [add(), add()]
  const shared = { data: kilobytes(400), options: { wsPreEncodedFrame: [] } }
  for (let times = 0; times < 3; times++) slow.say(shared)
  expect([slow.connection.isOpen, readers.unread()]).toEqual([true, 0])
  slow.say(shared)
  expect(slow.connection.isOpen).toBe(false)
  for (let times = 0; times < 9; times++) {
    quick.say({ data: kilobytes(900) })
    let isRead = false
    void readers.read(quick.connection as never).then(() => (isRead = true))
    await new Promise(setImmediate)
    expect([isRead, readers.unread()]).toEqual([false, 900 * 1_024])
    quick.connection.writeBuffer.length = 0
    quick.connection.transport.emit('drain')
    await new Promise(setImmediate)
    expect([isRead, readers.unread(), quick.connection.isOpen]).toEqual([true, 0, true])
  }
})

test.each([true, false])('R243 a socket for which more than 1 MB waits is cut (control: %s)', (isOn) => {
  const { add } = open(isOn ? {} : { bytes: Infinity })
  const { say, connection } = add()
  for (let times = 0; times < 20; times++) say({ data: kilobytes(400) })
  expect(connection.isOpen).toBe(!isOn)
})

test.each([true, false])('R243 a socket that reads nothing for half a minute is cut, one that reads is not (control: %s)', (isOn) => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const { add } = open(isOn ? {} : { stillMs: Infinity })
  const [still, slow] = [add(), add()]
  for (const one of [still, slow]) for (let times = 0; times < 10; times++) one.say({ data: kilobytes(1) })
  for (let second = 0; second < 60; second += 5) {
    slow.connection.writeBuffer.pop()
    slow.connection.transport.emit('drain')
    vi.advanceTimersByTime(5_000)
  }
  expect([still.connection.isOpen, slow.connection.isOpen]).toEqual([!isOn, true])
})
