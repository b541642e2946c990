// Load on the server under measurement: a number of connections, each with one request under way.
import autocannon from 'autocannon'

export interface Load {
  readonly perSecond: number
  readonly p99Ms: number
  readonly ok: number
  readonly refused: number
  readonly broken: number
}

export interface Sent {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly headers?: Record<string, string>
  readonly body?: string
}

/** Sends `amount` requests over `connections`; `request(n)` makes the n-th. */
export async function load(url: string, connections: number, amount: number, request: (n: number) => Sent): Promise<Load> {
  let n = 0
  const started = performance.now()
  const result = await autocannon({
    url,
    connections,
    amount,
    requests: [{ setupRequest: (before) => ({ ...before, ...request(n++) }) }],
  })
  return {
    perSecond: amount / ((performance.now() - started) / 1000),
    p99Ms: result.latency.p99,
    ok: result['2xx'],
    refused: result['4xx'],
    broken: result['5xx'] + result.errors + result.timeouts,
  }
}
