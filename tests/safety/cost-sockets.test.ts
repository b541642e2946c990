// How many sockets one address holds: each keeps memory for as long as it answers, and asks for nothing meanwhile.
import { expect, onTestFinished, test } from 'vitest'
import { WebSocket } from 'ws'
import { budget } from '#server/edge/live/budget.ts'
import { allow } from '../kit/world/allow.ts'
import { comes } from '../kit/world/pace.ts'
import { openWorld } from '../kit/world/world.ts'

/** A world where an address may hold so many, and what opens one more socket from an address. */
async function holding(socketsPerAddress: number) {
  allow(budget, { socketsPerAddress })
  const world = await openWorld({ hops: 1 })
  const url = `${(await world.address()).replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`
  return (from: string) => {
    const socket = new WebSocket(url, { headers: { 'x-forwarded-for': from } })
    socket.on('error', () => {})
    socket.on('message', (said: Buffer) => {
      if (said.toString().startsWith('0')) socket.send('40')
    })
    onTestFinished(() => socket.terminate())
    const isIn = new Promise<boolean>((known) => {
      socket.on('message', (said: Buffer) => said.toString().startsWith('40') && known(true))
      socket.on('close', () => known(false))
    })
    return { socket, isIn }
  }
}
const all = (opened: readonly { isIn: Promise<boolean> }[]) => Promise.all(opened.map(({ isIn }) => isIn))

test('R119 an address holds so many sockets; the next is cut, those it has and other addresses go on, and one that ends makes room', async () => {
  const open = await holding(3)
  const first = [open('192.0.2.1'), open('192.0.2.1'), open('192.0.2.1')]
  expect(await all(first)).toEqual([true, true, true])
  expect(await all([open('192.0.2.1'), open('192.0.2.1'), open('198.51.100.7')])).toEqual([false, false, true])
  expect(first.map(({ socket }) => socket.readyState)).toEqual([1, 1, 1])
  first[0]?.socket.terminate()
  await comes(async () => expect(await open('192.0.2.1').isIn).toBe(true))
  expect(await open('192.0.2.1').isIn).toBe(false)
})

test('R119 control: where an address may hold more, none is cut', async () => {
  const open = await holding(Infinity)
  expect(await all(Array.from({ length: 20 }, () => open('192.0.2.1')))).toEqual(Array(20).fill(true))
})
