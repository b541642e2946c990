// A message to 10,000 guests: how soon its emails are queued, how fast they go out, and how much slower answers are meanwhile.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { messageApi } from '#protocol/message.ts'
import { answersTo } from './answer.ts'
import { load, percentile } from './load.ts'
import type { Row } from './row.ts'
import { startServer } from './server.ts'

const recipients = 10_000
/** As many as a crowd at one moment, and not as many as the server can bear: what is asked is how long each waits. */
const connections = 20
const answers = 2_000
const rounds = 3
/** While it goes out: the emails are queued during the first. */
const busyRounds = 9
const mostSlower = 1.1

async function startMailServer() {
  const child = fork('tests/bench/smtp-child.ts', { execArgv: ['--import', 'tsx'] })
  const told = async () => Number((await once(child, 'message'))[0])
  return {
    url: `smtp://127.0.0.1:${await told()}`,
    taken: () => {
      child.send('taken?')
      return told()
    },
    stop: () => void child.kill(),
  }
}

const wait = (ms: number) => new Promise((over) => setTimeout(over, ms))

export default async function message(): Promise<Row[]> {
  const mail = await startMailServer()
  const server = await startServer({ groups: 2, seats: 100_000, rsvps: [recipients, 0] }, [], { SMTP_URL: mail.url })
  let nth = 0
  const rush = () => {
    const sent = answersTo(server.groups[1], answers, `guest${nth++}-`)
    return load(server.url, connections, sent.length, (n) => sent[n] ?? { method: 'GET', path: '/' })
  }
  /** Until every email of the answers so far is out: they belong to no other round. */
  const quiet = async () => {
    for (let before = -1, now = await mail.taken(); before !== now; before = now, now = await mail.taken()) await wait(1_500)
  }
  const alone = async () => {
    const found = await rush()
    await quiet()
    return found.perSecond
  }
  await alone()
  const idle: number[] = []
  for (let round = 0; round < rounds; round++) idle.push(await alone())

  const before = await mail.taken()
  const startedAt = performance.now()
  const sent = await fetch(`${server.url}/api${messageApi.send.path.replace(':id', server.groups[0]?.groupId ?? '')}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${server.token}` },
    body: JSON.stringify({ audience: {}, subject: 'Doors open at nine', text: 'Please bring your ticket.' }),
  })
  const reply = (await sent.json()) as { recipients: number }
  const busy: number[] = []
  const times: number[] = []
  while (busy.length < busyRounds) {
    const found = await rush()
    busy.push(found.perSecond)
    times.push(percentile(found.times, 0.99))
  }
  const isStillSending = (await mail.taken()) - before < recipients
  await quiet()
  const seconds = (performance.now() - startedAt) / 1_000
  const out = (await mail.taken()) - before - busyRounds * answers
  for (let round = 0; round < rounds; round++) idle.push(await alone())
  await server.stop()
  mail.stop()
  const median = (all: readonly number[]) => all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0
  const slower = median(idle) / median(busy)
  return [
    {
      what: `Answers at ${connections} connections while a message goes to ${recipients} guests: how much slower than without`,
      measured: `${slower.toFixed(2)} × (${Math.round(median(busy))}/s against ${Math.round(median(idle))}/s; p99 ${Math.max(...times).toFixed(0)} ms)`,
      limit: `≤ ${mostSlower} ×`,
      ok: slower <= mostSlower && isStillSending,
    },
    {
      what: `A message to ${recipients} guests: emails that a mail server took, and in how long`,
      measured: `${out} in ${seconds.toFixed(0)} s`,
      limit: `${recipients}`,
      ok: reply.recipients === recipients && out === recipients,
    },
  ]
}
