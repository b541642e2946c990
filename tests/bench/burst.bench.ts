// The RSVP burst: different invitees answer one group, each answer durable before its 200, email and live view included.
import { io } from 'socket.io-client'
import { fromOwnPage } from '../kit/world/own-page.ts'
import { load } from './load.ts'
import type { Row } from './row.ts'
import { startServer } from './server.ts'

const connections = 200
const answers = 20_000
const warmUp = 5_000
const seats = 100

export default async function burst(): Promise<Row[]> {
  const server = await startServer({ groups: 3, seats: answers })
  const health = () => load(server.url, connections, answers, () => ({ method: 'GET', path: '/api/health' }))
  const submit = (nth: number, amount: number, tag: string) => {
    const { groupId, eventId } = server.groups[nth] ?? { groupId: '', eventId: '' }
    const requests = Array.from({ length: amount }, (_, n) => {
      const email = `${tag}${n}@guests.test`
      return {
        method: 'POST' as const,
        path: '/api/rsvp/submit',
        headers: { 'content-type': 'application/json', ...fromOwnPage(server.proof(groupId, email)) },
        body: JSON.stringify({ groupId, eventId, name: `Guest ${n}`, email, attending: true, roles: ['Guest'] }),
      }
    })
    return load(server.url, connections, amount, (n) => requests[n % amount] ?? { method: 'GET', path: '/' })
  }
  const views = watchForms(server.url, server.groups)
  await load(server.url, connections, warmUp, () => ({ method: 'GET', path: '/api/health' }))
  await submit(0, warmUp, 'warm')
  const [healthBefore, burstLoad, healthAfter] = [await health(), await submit(1, answers, 'guest'), await health()]
  const counted = await fetch(`${server.url}/api/rsvp/form/${server.groups[1]?.groupId}`).then((reply) => reply.json())
  views.close()
  const commits = await server.stop()
  const few = await oversold()

  const healthPerSecond = (healthBefore.perSecond + healthAfter.perSecond) / 2
  const healthP99 = Math.max(1, (healthBefore.p99Ms + healthAfter.p99Ms) / 2)
  const share = burstLoad.perSecond / healthPerSecond
  const tail = burstLoad.p99Ms / healthP99
  const taken = counted.roleCoverage[0].count
  return [
    {
      what: `RSVP burst: throughput at ${connections} connections, against the same server's health call`,
      measured: `${share.toFixed(2)} × (${Math.round(burstLoad.perSecond)}/s against ${Math.round(healthPerSecond)}/s)`,
      limit: '≥ 0.4 ×',
      ok: share >= 0.4,
    },
    {
      what: 'RSVP burst: p99, against the health call',
      measured: `${tail.toFixed(1)} × (${burstLoad.p99Ms} ms against ${healthP99} ms)`,
      limit: '≤ 12 ×',
      ok: tail <= 12,
    },
    {
      what: `RSVP burst: seats given for ${answers} answers, refused, broken`,
      measured: `${taken}, ${burstLoad.refused}, ${burstLoad.broken}`,
      limit: `${answers}, 0, 0`,
      ok: taken === answers && burstLoad.ok === answers,
    },
    {
      what: 'RSVP burst: commits per answer',
      measured: (commits / (answers + warmUp)).toFixed(3),
      limit: '≤ 0.1',
      ok: commits <= (answers + warmUp) / 10,
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
  const { groupId, eventId } = server.groups[0] ?? { groupId: '', eventId: '' }
  const result = await load(server.url, connections, 2000, (n) => {
    const email = `many${n}@guests.test`
    const headers = { 'content-type': 'application/json', ...fromOwnPage(server.proof(groupId, email)) }
    return {
      method: 'POST',
      path: '/api/rsvp/submit',
      headers,
      body: JSON.stringify({ groupId, eventId, name: 'G', email, attending: true, roles: ['Guest'] }),
    }
  })
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
