// R243a: connections are taken as they come, and read in turn, one of each address.
import { createServer } from 'node:http'
import { connect, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { readInTurns } from '#server/edge/http/arrivals.ts'
import { Held, holding } from '#server/people/live/budgets.ts'
import { listening } from '../kit/process/listening.ts'
import { allow } from '../kit/world/allow.ts'
import { openWorld } from '../kit/world/world.ts'

const get = (path: string) => `GET ${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`

/** Connections of this machine's addresses, made one after the other, before any of them is taken; what each was told, once it is over. */
function dialAll(url: string, from: readonly string[], path = '/'): Promise<string[]> {
  const { hostname, port } = new URL(url)
  const all = from.map((localAddress) => connect({ port: Number(port), host: hostname, localAddress }))
  return Promise.all(
    all.map((socket) => {
      let said = ''
      onTestFinished(() => void socket.destroy())
      socket.on('data', (part) => (said += part.toString('latin1'))).on('error', () => {})
      socket.write(get(path))
      return new Promise<string>((over) => socket.once('close', () => over(said)))
    }),
  )
}
const crowd = Array<string>(50).fill('127.0.0.1')

const addressOf = ({ remoteAddress = '' }: Socket) => remoteAddress
/** A server that counts them; none is read while more come, however long that takes. */
function openServer() {
  const order: string[] = []
  const http = createServer((asked, answer) => {
    order.push(addressOf(asked.socket))
    answer.end('x')
  })
  const held = new Held({ hops: 0, addressOf: (remote = '') => remote, end: (socket) => void socket.destroy() })
  onTestFinished(() => held.close())
  readInTurns(http, { addressOf, take: (socket) => held.add(socket), takingMs: Infinity })
  return { http, order }
}
const isAnswered = (said: string) => said.startsWith('HTTP/1.1 200')

// Only Linux lets a process be at many addresses of its own.
test.runIf(process.platform === 'linux')(
  'R243a of connections that have come one of each address is read in turn: the last is read before fifty of another; control',
  async () => {
    const { http, order } = openServer()
    const all = [...crowd, '127.0.0.2']
    expect((await dialAll(await listening(http), all)).every(isAnswered)).toBe(true)
    expect([0, 1]).toContain(order.indexOf('127.0.0.2'))

    const asNode: string[] = []
    const plain = createServer((_, answer) => answer.end('x')).on('connection', (socket) => asNode.push(addressOf(socket)))
    await dialAll(await listening(plain), all)
    expect(asNode.indexOf('127.0.0.2')).toBe(50)
  },
)

test('R243 so many connections of an address wait to be read; beyond it those end that have waited the longest', async () => {
  allow(holding.silent, { ofAddress: 10 })
  const said = await dialAll(await listening(openServer().http), crowd)
  expect(said.map(isAnswered)).toEqual(crowd.map((_, nth) => nth >= 40))
})

test('R243 control: where more may wait, all of them do, and a crowd at one address is answered', async () => {
  allow(holding.silent, { ofAddress: Infinity, ofAll: Infinity })
  const said = await dialAll(await (await openWorld()).address(), Array<string>(500).fill('127.0.0.1'), '/api/health')
  expect(said.every(isAnswered)).toBe(true)
})
