// Long bodies on every surface of the server: each is refused or cut after little more than the limit, however it is sent.
import { createServer } from 'node:http'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { listening } from '../kit/process/listening.ts'
import { httpSurfaces } from '../kit/rights/surfaces.ts'
import { openWorld, type World } from '../kit/world/world.ts'

const limitBytes = 262_144
/** On top, @hono/node-server reads on for half a second, or 64 MB, and keeps none of it; the rest are the buffers of both ends of the connection. */
const mostBytes = limitBytes + (64 + 16) * 1_048_576
const sentBytes = 200_000_000
const part = Buffer.alloc(262_144, 'x')
const chunk = Buffer.concat([Buffer.from(`${part.length.toString(16)}\r\n`), part, Buffer.from('\r\n')])

const handshake = '/socket.io/?EIO=4&transport=polling'
/** Every path of the router, by a method that carries a body where it takes any, and the handshake of sockets. */
const surfacesOf = (world: World) => [
  ...httpSurfaces(world).map((one) => {
    const [method = '', path = ''] = one.split(' ')
    return [method.replace('ALL', 'PUT'), path.replace(/:\w+|\*/g, 'x')] as const
  }),
  ['POST', '/'] as const,
  ['POST', handshake] as const,
  ['GET', handshake] as const,
]

/** How many bytes of 200 MB a server lets come before it ends the connection. */
const taken = (port: number, method: string, path: string, chunked: boolean) =>
  new Promise<number>((resolve) => {
    const length = chunked ? 'Transfer-Encoding: chunked' : `Content-Length: ${sentBytes}`
    const socket = connect(port, '127.0.0.1')
    let written = 0
    const write = () => {
      while (written < sentBytes && !socket.destroyed) {
        written += part.length
        if (!socket.write(chunked ? chunk : part)) return
      }
      socket.destroy()
    }
    socket.on('error', () => {})
    socket.on('data', () => {})
    socket.on('drain', write)
    socket.on('close', () => resolve(written))
    socket.write(`${method} ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-www-form-urlencoded\r\n${length}\r\n\r\n`)
    write()
  })

async function tooMuch(port: number, list: readonly (readonly [method: string, path: string])[]) {
  const found: string[] = []
  for (const [method, path] of list)
    for (const chunked of [false, true]) {
      const bytes = await taken(port, method, path, chunked)
      if (bytes > mostBytes) found.push(`${method} ${path} takes ${bytes}${chunked ? ' in chunks' : ''}`)
    }
  return found
}

test('R119 H3 of a body of 200 MB no surface takes more than a little over the limit, and its connection ends', async () => {
  const world = await openWorld()
  const port = Number(new URL(await world.address()).port)
  expect(await tooMuch(port, surfacesOf(world))).toEqual([])
  expect((await fetch(`http://127.0.0.1:${port}/api/health`)).status).toBe(200)
})

test('R119 control: Node’s own server takes all of it', async () => {
  const url = await listening(createServer((request, response) => void request.resume().on('end', () => response.end())))
  expect(await tooMuch(Number(new URL(url).port), [['POST', '/']])).toHaveLength(2)
})
