// A server of the test's own on a free port of this machine, for as long as the test runs.
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

/** Lets `server` listen and gives its address; it is closed when the test ends, with its connections. */
export async function listening(server: Server): Promise<string> {
  await new Promise<void>((open) => server.listen(0, '127.0.0.1', open))
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
