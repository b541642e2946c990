// What a request costs before anything is done for it: the health call, beside that of a bare Hono server.
import { inTurns, isAllOk, ratioText, startBare } from './bare.ts'
import { load } from './load.ts'
import type { Row } from './row.ts'
import { startServer } from './server.ts'

const connections = 50
const amount = 20_000
const rounds = 5

export default async function health(): Promise<Row[]> {
  const [server, bare] = await Promise.all([startServer({ groups: 1, seats: 20 }), startBare()])
  const ask = (url: string) => () => load(url, connections, amount, () => ({ method: 'GET', path: '/api/health' }))
  await ask(bare.url)()
  await ask(server.url)()
  const turns = await inTurns(rounds, ask(bare.url), ask(server.url))
  await server.stop()
  bare.stop()
  return [
    {
      what: `Health call at ${connections} connections, against a bare Hono server’s`,
      measured: ratioText(turns),
      limit: '≥ 0.5 ×',
      ok: turns.ratio >= 0.5 && isAllOk(turns),
    },
  ]
}
