// How soon a server that is told to end has ended.
import { io } from 'socket.io-client'
import { expect, onTestFinished, test } from 'vitest'
import { newFolder, startServer } from '../kit/process/process.ts'
import { onTime, within } from '../kit/world/pace.ts'

test('O4 pace: on SIGTERM a server with a socket open ends within five seconds', onTime, async () => {
  const server = await startServer(newFolder())
  const socket = io(server.url, { transports: ['websocket'], forceNew: true })
  onTestFinished(() => void socket.disconnect())
  await expect.poll(() => socket.connected).toBe(true)
  const told = performance.now()
  server.signal('SIGTERM')
  expect(await server.exit).toBe(0)
  within(performance.now() - told, 5_000)
})
