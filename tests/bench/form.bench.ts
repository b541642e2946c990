// Reading the form, which is what most requests do: by somebody of whom nothing is known, beside a bare Hono server that sends the same.
import { inTurns, isAllOk, ratioText, startBare } from './bare.ts'
import { load, type Sent } from './load.ts'
import type { Row } from './row.ts'
import { startServer } from './server.ts'

const connections = 50
const amount = 20_000
const rounds = 5
const answers = 500

export default async function form(): Promise<Row[]> {
  const [server, bare] = await Promise.all([startServer({ groups: 1, seats: 1_000, rsvps: answers }), startBare()])
  const path = `/api/rsvp/form/${server.groups[0]?.groupId}`
  const first = await fetch(server.url + path)
  bare.shows((await first.json()) as object)
  const ask = (url: string, sent: Sent) => () => load(url, connections, amount, () => sent)
  const bareForm = ask(bare.url, { method: 'GET', path: '/form' })
  const ourForm = ask(server.url, { method: 'GET', path })
  const unchanged = ask(server.url, { method: 'GET', path, headers: { 'if-none-match': first.headers.get('etag') ?? '' } })
  await bareForm()
  await ourForm()
  const turns = await inTurns(rounds, bareForm, ourForm)
  const again = await inTurns(rounds, bareForm, unchanged)
  await server.stop()
  bare.stop()
  return [
    {
      what: `Open form with ${answers} answers at ${connections} connections, against a bare Hono server that sends the same`,
      measured: ratioText(turns),
      limit: '≥ 0.5 ×',
      ok: turns.ratio >= 0.5 && isAllOk(turns),
    },
    {
      what: 'The same for who has it already (304), against the bare server’s whole answer',
      measured: ratioText(again),
      limit: '> 0, for information',
      ok: isAllOk(again),
    },
  ]
}
