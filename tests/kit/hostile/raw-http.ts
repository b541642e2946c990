// HTTP as an attacker speaks it: paths, headers and bodies go out as they are written, without a client that tidies them up.
import { Agent, type IncomingHttpHeaders, request } from 'node:http'
import { connect } from 'node:net'

export interface Sent {
  readonly method: string
  readonly path: string
  readonly headers?: readonly (readonly [name: string, value: string])[]
  readonly body?: string | Buffer
  /** Without a stated length. */
  readonly chunked?: boolean
}
export interface Got {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly text: string
}
export type RawHttp = ReturnType<typeof openRawHttp>

export function openRawHttp(url: string) {
  const { hostname, port } = new URL(url)
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })

  function send({ method, path, headers = [], body, chunked = false }: Sent): Promise<Got> {
    const length = chunked ? ['transfer-encoding', 'chunked'] : ['content-length', String(Buffer.byteLength(body ?? ''))]
    const host = headers.some(([name]) => name.toLowerCase() === 'host') ? [] : ['host', 'rolecall.test']
    const all = [...host, ...headers.flat(), ...(body === undefined ? [] : length)]
    return new Promise((resolve, reject) => {
      // Outgoing headers may be a flat list; the types don't know it.
      const asked = request({ agent, hostname, port, method, path, headers: all as never }, (response) => {
        const parts: Buffer[] = []
        response.on('data', (part: Buffer) => parts.push(part))
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, text: Buffer.concat(parts).toString() }),
        )
      })
      asked.on('error', reject)
      asked.end(body)
    })
  }

  /** Bytes on a connection of their own; resolves with all that comes back, once it ends or `waitMs` are over. */
  const bytes = (sent: string | Buffer, waitMs = 2_000): Promise<string> =>
    new Promise((resolve) => {
      let got = ''
      const socket = connect(Number(port), hostname)
      const late = setTimeout(() => socket.destroy(), waitMs)
      socket.on('data', (part) => (got += part.toString('latin1')))
      socket.on('error', () => {})
      socket.on('close', () => {
        clearTimeout(late)
        resolve(got)
      })
      socket.write(sent)
    })

  return { send, bytes, close: () => agent.destroy() }
}
