// The RSVP burst: different invitees answer one group, each answer durable before its 200, email and live view included.
import { io } from 'socket.io-client'
import { answersTo, answerTo } from './answer.ts'
import { type Bare, inTurns, ratioText, startBare } from './bare.ts'
import { load, percentile, type Sent } from './load.ts'
import type { Row } from './row.ts'
import { type Bench, startServer } from './server.ts'

const connections = 200
/** Of each round, and of the warm-up. */
const answers = 5_000
const rounds = 4
const seats = 100
const shareOfEcho = 0.35
const p99Ms = 60

/** Rounds of answers, each to a group of its own, in turns with the same requests echoed by the bare server, and with health calls. */
async function rush(server: Bench, bare: Bare) {
  const send = (url: string, all: readonly Sent[]) => load(url, connections, all.length, (n) => all[n] ?? { method: 'GET', path: '/' })
  const submit = (nth: number) => send(server.url, answersTo(server.groups[nth + 1], answers))
  const echo = (nth: number) =>
    send(
      bare.url,
      answersTo(server.groups[nth + 1], answers).map((one): Sent => ({ ...one, path: '/echo' })),
    )
  const health = () => load(server.url, connections, answers, () => ({ method: 'GET', path: '/api/health' }))
  await Promise.all([send(server.url, answersTo(server.groups[0], answers)), echo(0)])
  const besideEcho = await inTurns(rounds, echo, submit)
  const besideHealth = await health()
  return { besideEcho, besideHealth, times: Float64Array.from(besideEcho.loads.flatMap(({ times }) => [...times])).sort() }
}

export default async function burst(): Promise<Row[]> {
  const [server, bare] = await Promise.all([startServer({ groups: rounds + 1, seats: answers }), startBare()])
  const views = watchForms(server.url, server.groups)
  const { besideEcho, besideHealth, times } = await rush(server, bare)
  const forms = await Promise.all(
    server.groups.slice(1).map(({ groupId }) => fetch(`${server.url}/api/rsvp/form/${groupId}`).then((reply) => reply.json())),
  )
  views.close()
  bare.stop()
  const commits = await server.stop()
  const few = await oversold()

  const all = answers * rounds
  const taken = forms.reduce((sum: number, { roleCoverage }) => sum + Number(roleCoverage[0].count), 0)
  const sum = (of: 'ok' | 'refused' | 'broken') => besideEcho.loads.reduce((total, one) => total + one[of], 0)
  const p99 = percentile(times, 0.99)
  const share = besideEcho.perSecond / besideHealth.perSecond
  return [
    {
      what: `RSVP burst: throughput at ${connections} connections, against a bare Hono server that echoes the same requests`,
      measured: ratioText(besideEcho),
      limit: `≥ ${shareOfEcho} ×`,
      ok: besideEcho.ratio >= shareOfEcho,
    },
    {
      what: 'RSVP burst: p99',
      measured: `${p99.toFixed(0)} ms (median ${percentile(times, 0.5).toFixed(0)} ms)`,
      limit: `≤ ${p99Ms} ms`,
      ok: p99 <= p99Ms,
    },
    {
      what: 'RSVP burst: throughput, against the same server’s health call',
      measured: `${share.toFixed(2)} × (${Math.round(besideEcho.perSecond)}/s against ${Math.round(besideHealth.perSecond)}/s)`,
      limit: '> 0, for information',
      ok: share > 0,
    },
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
