// The RSVP burst: different invitees answer one group, each answer durable before its 200, email and live view included.
import { io } from 'socket.io-client'
import { answersTo, answerTo } from './answer.ts'
import { type Bare, inTurns, ratioText, startBare } from './bare.ts'
import { type Load, load, percentile, type Sent } from './load.ts'
import type { Row } from './row.ts'
import { type Bench, startServer } from './server.ts'

const connections = 200
/** Of each round, and of the warm-up. */
const answers = 5_000
const rounds = 4
const seats = 100
const shareOfKeeping = 0.5
/** The p99 against the median. */
const mostSpread = 2

/** Rounds of answers, each to a group of its own, in turns with the same requests kept by the bare server; then echoed by it, and health calls. */
async function rush(server: Bench, bare: Bare) {
  const send = (url: string, all: readonly Sent[]) => load(url, connections, all.length, (n) => all[n] ?? { method: 'GET', path: '/' })
  const submit = (nth: number) => send(server.url, answersTo(server.groups[nth + 1], answers))
  const bareAt = (path: string) => (nth: number) =>
    send(
      bare.url,
      answersTo(server.groups[nth + 1], answers).map((one): Sent => ({ ...one, path })),
    )
  const [keep, echo] = [bareAt('/keep'), bareAt('/echo')]
  const health = () => load(server.url, connections, answers, () => ({ method: 'GET', path: '/api/health' }))
  await Promise.all([send(server.url, answersTo(server.groups[0], answers)), keep(0)])
  const besideKeeping = await inTurns(rounds, keep, submit)
  const [echoed, besideHealth] = [await echo(0), await health()]
  return { besideKeeping, echoed, besideHealth, times: Float64Array.from(besideKeeping.loads.flatMap(({ times }) => [...times])).sort() }
}

export default async function burst(): Promise<Row[]> {
  const [server, bare] = await Promise.all([startServer({ groups: rounds + 1, seats: answers }), startBare()])
  const views = watchForms(server.url, server.groups)
  const { besideKeeping, echoed, besideHealth, times } = await rush(server, bare)
  const forms = await Promise.all(
    server.groups.slice(1).map(({ groupId }) => fetch(`${server.url}/api/rsvp/form/${groupId}`).then((reply) => reply.json())),
  )
  views.close()
  bare.stop()
  const commits = await server.stop()
  const few = await oversold()

  const all = answers * rounds
  const taken = forms.reduce((sum: number, { roleCoverage }) => sum + Number(roleCoverage[0].count), 0)
  const sum = (of: 'ok' | 'refused' | 'broken') => besideKeeping.loads.reduce((total, one) => total + one[of], 0)
  const [p99, median] = [percentile(times, 0.99), percentile(times, 0.5)]
  const { perSecond } = besideKeeping
  const against = (other: Load) => ({
    measured: `${(perSecond / other.perSecond).toFixed(2)} × (${Math.round(perSecond)}/s against ${Math.round(other.perSecond)}/s)`,
    limit: '> 0, for information',
    ok: perSecond > 0,
  })
  return [
    {
      what: `RSVP burst: throughput at ${connections} connections, against a bare Hono server that keeps the same requests as durably`,
      measured: ratioText(besideKeeping),
      limit: `≥ ${shareOfKeeping} ×`,
      ok: besideKeeping.ratio >= shareOfKeeping,
    },
    {
      what: 'RSVP burst: p99, against the median',
      measured: `${(p99 / median).toFixed(2)} × (${p99.toFixed(0)} ms against ${median.toFixed(0)} ms)`,
      limit: `≤ ${mostSpread} ×`,
      ok: p99 <= median * mostSpread,
    },
    { what: 'RSVP burst: throughput, against a bare Hono server that echoes the same requests', ...against(echoed) },
    { what: 'RSVP burst: throughput, against the same server’s health call', ...against(besideHealth) },
    {
      what: `RSVP burst: seats given for ${all} answers, refused, broken`,
      measured: `${taken}, ${sum('refused')}, ${sum('broken')}`,
      limit: `${all}, 0, 0`,
      ok: taken === all && sum('ok') === all,
    },
    {
      what: 'RSVP burst: commits per answer',
      measured: (commits / (all + answers)).toFixed(3),
      limit: '≤ 0.1',
      ok: commits <= (all + answers) / 10,
    },
    {
      what: `2,000 invitees for ${seats} seats: seats given, refusals, broken`,
      measured: `${few.ok}, ${few.refused}, ${few.broken}`,
      limit: `${seats}, ${2000 - seats}, 0`,
      ok: few.ok === seats && few.refused === 2000 - seats,
    },
  ]
}

async function oversold() {
  const server = await startServer({ groups: 1, seats })
  const result = await load(server.url, connections, 2000, (n) => answerTo(server.groups[0], `many${n}@guests.test`))
  await server.stop()
  return result
}

/** A handful of people look on while it happens. */
function watchForms(url: string, groups: readonly { groupId: string; eventId: string }[]) {
  const sockets = Array.from({ length: 10 }, (_, n) => {
    const socket = io(url, { transports: ['websocket'], forceNew: true })
    const { groupId, eventId } = groups[n % groups.length] ?? { groupId: '', eventId: '' }
    socket.on('connect', () => socket.emit('watch', `form:${groupId}:${eventId}`, () => {}))
    return socket
  })
  return { close: () => void sockets.map((socket) => socket.close()) }
}
